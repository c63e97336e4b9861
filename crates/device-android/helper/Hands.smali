# Fingers and keys. Events go straight to Android's input, not through UiAutomation, which waits for animations.
#
# The comments are the same in Java.

.class final Lautorpa/Hands;
.super Ljava/lang/Object;

# Hand over an event; mode 2 waits until the app has handled it, 0 does not.
.method private static send(Landroid/view/InputEvent;I)V
    .registers 4
    # Since Android 14: boolean taken = InputManagerGlobal.getInstance().injectInputEvent(event, mode);
    :try_start
    invoke-static {}, Landroid/hardware/input/InputManagerGlobal;->getInstance()Landroid/hardware/input/InputManagerGlobal;
    move-result-object v0
    invoke-virtual {v0, p0, p1}, Landroid/hardware/input/InputManagerGlobal;->injectInputEvent(Landroid/view/InputEvent;I)Z
    move-result v0
    :try_end
    .catch Ljava/lang/LinkageError; {:try_start .. :try_end} :older
    goto :sent
    :older
    # Before: boolean taken = InputManager.getInstance().injectInputEvent(event, mode);
    invoke-static {}, Landroid/hardware/input/InputManager;->getInstance()Landroid/hardware/input/InputManager;
    move-result-object v0
    invoke-virtual {v0, p0, p1}, Landroid/hardware/input/InputManager;->injectInputEvent(Landroid/view/InputEvent;I)Z
    move-result v0
    :sent
    if-nez v0, :taken
    new-instance v0, Ljava/lang/IllegalStateException;
    const-string v1, "the phone does not take the event"
    invoke-direct {v0, v1}, Ljava/lang/IllegalStateException;-><init>(Ljava/lang/String;)V
    throw v0
    :taken
    return-void
.end method

# One finger: four numbers for each event, what it does, when, and where.
.method static touch(Lorg/json/JSONArray;)V
    .registers 31
    # The arguments of MotionEvent.obtain have to stand side by side: they are v0 to v15.
    move-object/from16 v25, p0
    # PointerProperties[] fingers = {new PointerProperties()}; fingers[0].toolType = TOOL_TYPE_FINGER;
    new-instance v0, Landroid/view/MotionEvent$PointerProperties;
    invoke-direct {v0}, Landroid/view/MotionEvent$PointerProperties;-><init>()V
    const/4 v1, 0x1
    iput v1, v0, Landroid/view/MotionEvent$PointerProperties;->toolType:I
    const/4 v2, 0x0
    iput v2, v0, Landroid/view/MotionEvent$PointerProperties;->id:I
    new-array v6, v1, [Landroid/view/MotionEvent$PointerProperties;
    aput-object v0, v6, v2
    # PointerCoords[] places = {new PointerCoords()}; places[0].pressure = 1; places[0].size = 1;
    new-instance v0, Landroid/view/MotionEvent$PointerCoords;
    invoke-direct {v0}, Landroid/view/MotionEvent$PointerCoords;-><init>()V
    const/high16 v3, 0x3f800000
    iput v3, v0, Landroid/view/MotionEvent$PointerCoords;->pressure:F
    iput v3, v0, Landroid/view/MotionEvent$PointerCoords;->size:F
    new-array v7, v1, [Landroid/view/MotionEvent$PointerCoords;
    aput-object v0, v7, v2
    move-object/from16 v24, v0
    # long begun = SystemClock.uptimeMillis(); long down = begun;
    invoke-static {}, Landroid/os/SystemClock;->uptimeMillis()J
    move-result-wide v16
    move-wide/from16 v0, v16
    # for (int idx = 0; idx < points.length(); idx += 4) {
    const/16 v20, 0x0
    :next
    invoke-virtual/range {v25 .. v25}, Lorg/json/JSONArray;->length()I
    move-result v2
    move/from16 v3, v20
    if-ge v3, v2, :all
    # long early = begun + points.getInt(idx + 1) - SystemClock.uptimeMillis();
    move-object/from16 v8, v25
    add-int/lit8 v2, v3, 0x1
    invoke-virtual {v8, v2}, Lorg/json/JSONArray;->getInt(I)I
    move-result v2
    int-to-long v4, v2
    add-long v4, v4, v16
    invoke-static {}, Landroid/os/SystemClock;->uptimeMillis()J
    move-result-wide v10
    sub-long/2addr v4, v10
    # if (early > 0) SystemClock.sleep(early);
    const-wide/16 v10, 0x0
    cmp-long v2, v4, v10
    if-lez v2, :in_time
    invoke-static {v4, v5}, Landroid/os/SystemClock;->sleep(J)V
    :in_time
    # places[0].x = points.getInt(idx + 2); places[0].y = points.getInt(idx + 3);
    move-object/from16 v9, v24
    add-int/lit8 v2, v3, 0x2
    invoke-virtual {v8, v2}, Lorg/json/JSONArray;->getInt(I)I
    move-result v2
    int-to-float v2, v2
    iput v2, v9, Landroid/view/MotionEvent$PointerCoords;->x:F
    add-int/lit8 v2, v3, 0x3
    invoke-virtual {v8, v2}, Lorg/json/JSONArray;->getInt(I)I
    move-result v2
    int-to-float v2, v2
    iput v2, v9, Landroid/view/MotionEvent$PointerCoords;->y:F
    # int action = points.getInt(idx); long now = SystemClock.uptimeMillis(); if (action == ACTION_DOWN) down = now;
    invoke-virtual {v8, v3}, Lorg/json/JSONArray;->getInt(I)I
    move-result v4
    invoke-static {}, Landroid/os/SystemClock;->uptimeMillis()J
    move-result-wide v2
    if-nez v4, :is_down
    move-wide v0, v2
    :is_down
    # MotionEvent event = MotionEvent.obtain(down, now, action, 1, fingers, places, 0, 0, 1, 1, 0, 0, SOURCE_TOUCHSCREEN, 0);
    const/4 v5, 0x1
    const/4 v8, 0x0
    const/4 v9, 0x0
    const/high16 v10, 0x3f800000
    const/high16 v11, 0x3f800000
    const/4 v12, 0x0
    const/4 v13, 0x0
    const/16 v14, 0x1002
    const/4 v15, 0x0
    invoke-static/range {v0 .. v15}, Landroid/view/MotionEvent;->obtain(JJII[Landroid/view/MotionEvent$PointerProperties;[Landroid/view/MotionEvent$PointerCoords;IIFFIIII)Landroid/view/MotionEvent;
    move-result-object v5
    # send(event, action == ACTION_MOVE ? 0 : 2); }
    const/4 v8, 0x2
    if-ne v4, v8, :mode
    const/4 v8, 0x0
    :mode
    invoke-static {v5, v8}, Lautorpa/Hands;->send(Landroid/view/InputEvent;I)V
    move/from16 v3, v20
    add-int/lit8 v3, v3, 0x4
    move/from16 v20, v3
    goto :next
    :all
    return-void
.end method

# Keys: two numbers for each, its code and what is held with it.
.method static keys(Lorg/json/JSONArray;)V
    .registers 17
    move-object/from16 v14, p0
    # for (int idx = 0; idx < keys.length(); idx += 2)
    const/4 v13, 0x0
    :next
    invoke-virtual {v14}, Lorg/json/JSONArray;->length()I
    move-result v0
    if-ge v13, v0, :all
    # for (int action = ACTION_DOWN; action <= ACTION_UP; action++) {
    const/4 v5, 0x0
    :action
    # long now = SystemClock.uptimeMillis();
    invoke-static {}, Landroid/os/SystemClock;->uptimeMillis()J
    move-result-wide v1
    move-wide v3, v1
    # KeyEvent event = new KeyEvent(now, now, action, code, 0, meta, VIRTUAL_KEYBOARD, 0, 0, SOURCE_KEYBOARD);
    invoke-virtual {v14, v13}, Lorg/json/JSONArray;->getInt(I)I
    move-result v6
    const/4 v7, 0x0
    add-int/lit8 v8, v13, 0x1
    invoke-virtual {v14, v8}, Lorg/json/JSONArray;->getInt(I)I
    move-result v8
    const/4 v9, -0x1
    const/4 v10, 0x0
    const/4 v11, 0x0
    const/16 v12, 0x101
    new-instance v0, Landroid/view/KeyEvent;
    invoke-direct/range {v0 .. v12}, Landroid/view/KeyEvent;-><init>(JJIIIIIIII)V
    # send(event, 2); }
    const/4 v1, 0x2
    invoke-static {v0, v1}, Lautorpa/Hands;->send(Landroid/view/InputEvent;I)V
    add-int/lit8 v5, v5, 0x1
    if-lt v5, v1, :action
    add-int/lit8 v13, v13, 0x2
    goto :next
    :all
    return-void
.end method

# Letters, by the keys of a keyboard that has them, as `input text` does it.
.method static type(Ljava/lang/String;)V
    .registers 8
    # KeyEvent[] events = KeyCharacterMap.load(KeyCharacterMap.VIRTUAL_KEYBOARD).getEvents(text.toCharArray());
    const/4 v0, -0x1
    invoke-static {v0}, Landroid/view/KeyCharacterMap;->load(I)Landroid/view/KeyCharacterMap;
    move-result-object v0
    invoke-virtual {p0}, Ljava/lang/String;->toCharArray()[C
    move-result-object v1
    invoke-virtual {v0, v1}, Landroid/view/KeyCharacterMap;->getEvents([C)[Landroid/view/KeyEvent;
    move-result-object v0
    if-nez v0, :has_keys
    new-instance v0, Ljava/lang/IllegalArgumentException;
    const-string v1, "no keyboard has these letters"
    invoke-direct {v0, v1}, Ljava/lang/IllegalArgumentException;-><init>(Ljava/lang/String;)V
    throw v0
    :has_keys
    # for (KeyEvent event : events) send(KeyEvent.changeTimeRepeat(event, SystemClock.uptimeMillis(), 0), 2);
    array-length v1, v0
    const/4 v2, 0x0
    :next
    if-ge v2, v1, :all
    aget-object v3, v0, v2
    invoke-static {}, Landroid/os/SystemClock;->uptimeMillis()J
    move-result-wide v4
    const/4 v6, 0x0
    invoke-static {v3, v4, v5, v6}, Landroid/view/KeyEvent;->changeTimeRepeat(Landroid/view/KeyEvent;JI)Landroid/view/KeyEvent;
    move-result-object v3
    const/4 v4, 0x2
    invoke-static {v3, v4}, Lautorpa/Hands;->send(Landroid/view/InputEvent;I)V
    add-int/lit8 v2, v2, 0x1
    goto :next
    :all
    return-void
.end method
