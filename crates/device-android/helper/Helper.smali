# Runs on a phone by app_process, as the user of adb's shell, and answers requests until its client is gone.
#
#   CLASSPATH=helper.jar app_process / autorpa.Helper NAME MOST
#
# It listens at the abstract local socket NAME, and ends when nobody asked anything for MOST milliseconds. Once it can be
# reached it says the line `ready`; what keeps it from that is the line that it says instead.
#
# A request: four bytes of length, the highest first, and an object of JSON.
#   {"do": "hello"}                                    who answers: autorpa, version of the protocol, version of Android's API
#   {"do": "tree", "width": W, "height": H}            every window as XML
#   {"do": "touch", "points": [ACTION, MS, X, Y, ..]}  one finger; 0 is down, 1 is up, 2 is a move; MS from the first on
#   {"do": "keys", "keys": [CODE, META, ..]}           keys, one after another
#   {"do": "type", "text": TEXT}                       letters that a keyboard has, where the cursor is
#   {"do": "fill", "text": TEXT}                       the whole text of the field that has the focus
#   {"do": "idle", "still": MS, "most": MS}            wait until nothing happened for so long
#   {"do": "screenshot"}                               a PNG file
# An answer: four bytes of length, a byte (0 it is done, 1 it is not), and what there is to say.
#
# The comments are the same in Java.

.class public final Lautorpa/Helper;
.super Ljava/lang/Object;
.implements Ljava/lang/Runnable;

# static UiAutomation eyes;
.field static eyes:Landroid/app/UiAutomation;

# When something was asked last, and how long that may be ago.
.field private static volatile asked:J
.field private static volatile most:J

.method private constructor <init>()V
    .registers 1
    invoke-direct {p0}, Ljava/lang/Object;-><init>()V
    return-void
.end method

# Everything that goes wrong before the first request is said, and ends it.
.method public static main([Ljava/lang/String;)V
    .registers 6
    :try_start
    # most = Long.parseLong(arguments[1]);
    const/4 v0, 0x1
    aget-object v0, p0, v0
    invoke-static {v0}, Ljava/lang/Long;->parseLong(Ljava/lang/String;)J
    move-result-wide v0
    sput-wide v0, Lautorpa/Helper;->most:J
    invoke-static {}, Lautorpa/Helper;->mark()V
    # Thread watch = new Thread(new Helper()); watch.setDaemon(true); watch.start();
    new-instance v0, Lautorpa/Helper;
    invoke-direct {v0}, Lautorpa/Helper;-><init>()V
    new-instance v1, Ljava/lang/Thread;
    invoke-direct {v1, v0}, Ljava/lang/Thread;-><init>(Ljava/lang/Runnable;)V
    const/4 v0, 0x1
    invoke-virtual {v1, v0}, Ljava/lang/Thread;->setDaemon(Z)V
    invoke-virtual {v1}, Ljava/lang/Thread;->start()V
    # Some of Android's classes make a Handler on the thread that uses them first.
    invoke-static {}, Landroid/os/Looper;->prepareMainLooper()V
    # LocalServerSocket server = new LocalServerSocket(arguments[0]);
    const/4 v0, 0x0
    aget-object v0, p0, v0
    new-instance v1, Landroid/net/LocalServerSocket;
    invoke-direct {v1, v0}, Landroid/net/LocalServerSocket;-><init>(Ljava/lang/String;)V
    # eyes = connect();
    invoke-static {}, Lautorpa/Helper;->connect()Landroid/app/UiAutomation;
    move-result-object v0
    sput-object v0, Lautorpa/Helper;->eyes:Landroid/app/UiAutomation;
    const-string v0, "ready"
    invoke-static {v0}, Lautorpa/Helper;->say(Ljava/lang/String;)V
    # LocalSocket client; do { client = server.accept(); } while (!is_known(client)); server.close();
    :next_client
    invoke-virtual {v1}, Landroid/net/LocalServerSocket;->accept()Landroid/net/LocalSocket;
    move-result-object v0
    invoke-static {v0}, Lautorpa/Helper;->is_known(Landroid/net/LocalSocket;)Z
    move-result v2
    if-nez v2, :known
    invoke-virtual {v0}, Landroid/net/LocalSocket;->close()V
    goto :next_client
    :known
    invoke-virtual {v1}, Landroid/net/LocalServerSocket;->close()V
    # serve(client); eyes.disconnect();
    invoke-static {v0}, Lautorpa/Helper;->serve(Landroid/net/LocalSocket;)V
    sget-object v0, Lautorpa/Helper;->eyes:Landroid/app/UiAutomation;
    invoke-virtual {v0}, Landroid/app/UiAutomation;->disconnect()V
    :try_end
    .catch Ljava/lang/Throwable; {:try_start .. :try_end} :failed
    goto :end
    :failed
    # say(thrown.toString());
    move-exception v0
    invoke-virtual {v0}, Ljava/lang/Throwable;->toString()Ljava/lang/String;
    move-result-object v0
    invoke-static {v0}, Lautorpa/Helper;->say(Ljava/lang/String;)V
    :end
    # Threads of Android's own would keep it alive.
    const/4 v0, 0x0
    invoke-static {v0}, Ljava/lang/System;->exit(I)V
    return-void
.end method

# System.out.println(line); System.out.flush();
.method private static say(Ljava/lang/String;)V
    .registers 2
    sget-object v0, Ljava/lang/System;->out:Ljava/io/PrintStream;
    invoke-virtual {v0, p0}, Ljava/io/PrintStream;->println(Ljava/lang/String;)V
    invoke-virtual {v0}, Ljava/io/PrintStream;->flush()V
    return-void
.end method

# asked = SystemClock.uptimeMillis();
.method private static mark()V
    .registers 2
    invoke-static {}, Landroid/os/SystemClock;->uptimeMillis()J
    move-result-wide v0
    sput-wide v0, Lautorpa/Helper;->asked:J
    return-void
.end method

# Ends the helper when nobody asks any more: nothing of it stays on the phone.
# for (;;) { SystemClock.sleep(500); if (SystemClock.uptimeMillis() - asked > most) System.exit(0); }
.method public run()V
    .registers 6
    :again
    const-wide/16 v0, 0x1f4
    invoke-static {v0, v1}, Landroid/os/SystemClock;->sleep(J)V
    invoke-static {}, Landroid/os/SystemClock;->uptimeMillis()J
    move-result-wide v0
    sget-wide v2, Lautorpa/Helper;->asked:J
    sub-long/2addr v0, v2
    sget-wide v2, Lautorpa/Helper;->most:J
    cmp-long v0, v0, v2
    if-lez v0, :again
    const/4 v0, 0x0
    invoke-static {v0}, Ljava/lang/System;->exit(I)V
    goto :again
.end method

# Only adb may ask, which is the shell's user or root: other apps are sent away.
# int uid = client.getPeerCredentials().getUid(); return uid == 0 || uid == 2000;
.method private static is_known(Landroid/net/LocalSocket;)Z
    .registers 3
    invoke-virtual {p0}, Landroid/net/LocalSocket;->getPeerCredentials()Landroid/net/Credentials;
    move-result-object v0
    invoke-virtual {v0}, Landroid/net/Credentials;->getUid()I
    move-result v0
    if-eqz v0, :yes
    const/16 v1, 0x7d0
    if-eq v0, v1, :yes
    const/4 v0, 0x0
    return v0
    :yes
    const/4 v0, 0x1
    return v0
.end method

# The accessibility connection that tests have. Other services of the user go on beside it (flag 1).
.method private static connect()Landroid/app/UiAutomation;
    .registers 7
    # HandlerThread thread = new HandlerThread("autorpa"); thread.start();
    new-instance v0, Landroid/os/HandlerThread;
    const-string v1, "autorpa"
    invoke-direct {v0, v1}, Landroid/os/HandlerThread;-><init>(Ljava/lang/String;)V
    invoke-virtual {v0}, Landroid/os/HandlerThread;->start()V
    invoke-virtual {v0}, Landroid/os/HandlerThread;->getLooper()Landroid/os/Looper;
    move-result-object v0
    # UiAutomation eyes = new UiAutomation(thread.getLooper(), new UiAutomationConnection());
    new-instance v1, Landroid/app/UiAutomationConnection;
    invoke-direct {v1}, Landroid/app/UiAutomationConnection;-><init>()V
    new-instance v2, Landroid/app/UiAutomation;
    invoke-direct {v2, v0, v1}, Landroid/app/UiAutomation;-><init>(Landroid/os/Looper;Landroid/app/IUiAutomationConnection;)V
    const/4 v3, 0x1
    const-wide/16 v4, 0x2710
    :try_start
    invoke-virtual {v2, v3, v4, v5}, Landroid/app/UiAutomation;->connectWithTimeout(IJ)V
    :try_end
    .catch Ljava/lang/NoSuchMethodError; {:try_start .. :try_end} :older
    goto :connected
    :older
    # Before Android 11 it has a time limit of its own.
    invoke-virtual {v2, v3}, Landroid/app/UiAutomation;->connect(I)V
    :connected
    # As `uiautomator dump`: views that are not important (2), their ids (16), every window (64).
    invoke-virtual {v2}, Landroid/app/UiAutomation;->getServiceInfo()Landroid/accessibilityservice/AccessibilityServiceInfo;
    move-result-object v0
    iget v1, v0, Landroid/accessibilityservice/AccessibilityServiceInfo;->flags:I
    or-int/lit8 v1, v1, 0x52
    iput v1, v0, Landroid/accessibilityservice/AccessibilityServiceInfo;->flags:I
    invoke-virtual {v2, v0}, Landroid/app/UiAutomation;->setServiceInfo(Landroid/accessibilityservice/AccessibilityServiceInfo;)V
    return-object v2
.end method

# One request after another. A client that is gone ends it, a request that fails does not.
.method private static serve(Landroid/net/LocalSocket;)V
    .registers 8
    # DataInputStream in = new DataInputStream(client.getInputStream());
    invoke-virtual {p0}, Landroid/net/LocalSocket;->getInputStream()Ljava/io/InputStream;
    move-result-object v1
    new-instance v0, Ljava/io/DataInputStream;
    invoke-direct {v0, v1}, Ljava/io/DataInputStream;-><init>(Ljava/io/InputStream;)V
    # DataOutputStream out = new DataOutputStream(new BufferedOutputStream(client.getOutputStream()));
    invoke-virtual {p0}, Landroid/net/LocalSocket;->getOutputStream()Ljava/io/OutputStream;
    move-result-object v2
    new-instance v1, Ljava/io/BufferedOutputStream;
    invoke-direct {v1, v2}, Ljava/io/BufferedOutputStream;-><init>(Ljava/io/OutputStream;)V
    new-instance v2, Ljava/io/DataOutputStream;
    invoke-direct {v2, v1}, Ljava/io/DataOutputStream;-><init>(Ljava/io/OutputStream;)V
    :next
    # byte[] bytes = new byte[in.readInt()]; in.readFully(bytes); the end of the stream is the end.
    :wait_start
    invoke-virtual {v0}, Ljava/io/DataInputStream;->readInt()I
    move-result v1
    :wait_end
    .catch Ljava/io/EOFException; {:wait_start .. :wait_end} :gone
    # A length that is none: there is no way to find the next request.
    if-ltz v1, :gone
    const/high16 v3, 0x10000
    if-gt v1, v3, :gone
    new-array v1, v1, [B
    invoke-virtual {v0, v1}, Ljava/io/DataInputStream;->readFully([B)V
    invoke-static {}, Lautorpa/Helper;->mark()V
    const/4 v3, 0x0
    :try_start
    invoke-static {v1}, Lautorpa/Helper;->answer([B)[B
    move-result-object v1
    :try_end
    .catch Ljava/lang/Throwable; {:try_start .. :try_end} :failed
    goto :send
    :failed
    # failed = 1; said = bytes(thrown.toString());
    move-exception v1
    invoke-virtual {v1}, Ljava/lang/Throwable;->toString()Ljava/lang/String;
    move-result-object v1
    invoke-static {v1}, Lautorpa/Helper;->bytes(Ljava/lang/String;)[B
    move-result-object v1
    const/4 v3, 0x1
    :send
    invoke-static {}, Lautorpa/Helper;->mark()V
    # out.writeInt(said.length + 1); out.writeByte(failed); out.write(said); out.flush();
    array-length v4, v1
    add-int/lit8 v4, v4, 0x1
    invoke-virtual {v2, v4}, Ljava/io/DataOutputStream;->writeInt(I)V
    invoke-virtual {v2, v3}, Ljava/io/DataOutputStream;->writeByte(I)V
    invoke-virtual {v2, v1}, Ljava/io/DataOutputStream;->write([B)V
    invoke-virtual {v2}, Ljava/io/DataOutputStream;->flush()V
    goto :next
    :gone
    return-void
.end method

# text.getBytes("UTF-8")
.method private static bytes(Ljava/lang/String;)[B
    .registers 2
    const-string v0, "UTF-8"
    invoke-virtual {p0, v0}, Ljava/lang/String;->getBytes(Ljava/lang/String;)[B
    move-result-object v0
    return-object v0
.end method

# What is said to a request.
.method private static answer([B)[B
    .registers 9
    # JSONObject request = new JSONObject(new String(bytes, "UTF-8"));
    const-string v0, "UTF-8"
    new-instance v1, Ljava/lang/String;
    invoke-direct {v1, p0, v0}, Ljava/lang/String;-><init>([BLjava/lang/String;)V
    new-instance v0, Lorg/json/JSONObject;
    invoke-direct {v0, v1}, Lorg/json/JSONObject;-><init>(Ljava/lang/String;)V
    # String does = request.getString("do"); String said = "";
    const-string v1, "do"
    invoke-virtual {v0, v1}, Lorg/json/JSONObject;->getString(Ljava/lang/String;)Ljava/lang/String;
    move-result-object v1
    const-string v2, ""

    # if (does.equals("hello")) said = "autorpa 1 " + Build.VERSION.SDK_INT;
    const-string v3, "hello"
    invoke-virtual {v1, v3}, Ljava/lang/String;->equals(Ljava/lang/Object;)Z
    move-result v3
    if-eqz v3, :not_hello
    sget v2, Landroid/os/Build$VERSION;->SDK_INT:I
    invoke-static {v2}, Ljava/lang/String;->valueOf(I)Ljava/lang/String;
    move-result-object v2
    const-string v3, "autorpa 1 "
    invoke-virtual {v3, v2}, Ljava/lang/String;->concat(Ljava/lang/String;)Ljava/lang/String;
    move-result-object v2
    goto/16 :said
    :not_hello

    # if (does.equals("tree")) said = Tree.of(eyes, request.getInt("width"), request.getInt("height"));
    const-string v3, "tree"
    invoke-virtual {v1, v3}, Ljava/lang/String;->equals(Ljava/lang/Object;)Z
    move-result v3
    if-eqz v3, :not_tree
    const-string v2, "width"
    invoke-virtual {v0, v2}, Lorg/json/JSONObject;->getInt(Ljava/lang/String;)I
    move-result v3
    const-string v2, "height"
    invoke-virtual {v0, v2}, Lorg/json/JSONObject;->getInt(Ljava/lang/String;)I
    move-result v4
    sget-object v2, Lautorpa/Helper;->eyes:Landroid/app/UiAutomation;
    invoke-static {v2, v3, v4}, Lautorpa/Tree;->of(Landroid/app/UiAutomation;II)Ljava/lang/String;
    move-result-object v2
    goto :said
    :not_tree

    # if (does.equals("touch")) Hands.touch(request.getJSONArray("points"));
    const-string v3, "touch"
    invoke-virtual {v1, v3}, Ljava/lang/String;->equals(Ljava/lang/Object;)Z
    move-result v3
    if-eqz v3, :not_touch
    const-string v3, "points"
    invoke-virtual {v0, v3}, Lorg/json/JSONObject;->getJSONArray(Ljava/lang/String;)Lorg/json/JSONArray;
    move-result-object v3
    invoke-static {v3}, Lautorpa/Hands;->touch(Lorg/json/JSONArray;)V
    goto :said
    :not_touch

    # if (does.equals("keys")) Hands.keys(request.getJSONArray("keys"));
    const-string v3, "keys"
    invoke-virtual {v1, v3}, Ljava/lang/String;->equals(Ljava/lang/Object;)Z
    move-result v4
    if-eqz v4, :not_keys
    invoke-virtual {v0, v3}, Lorg/json/JSONObject;->getJSONArray(Ljava/lang/String;)Lorg/json/JSONArray;
    move-result-object v3
    invoke-static {v3}, Lautorpa/Hands;->keys(Lorg/json/JSONArray;)V
    goto :said
    :not_keys

    # if (does.equals("type")) Hands.type(request.getString("text"));
    const-string v3, "type"
    invoke-virtual {v1, v3}, Ljava/lang/String;->equals(Ljava/lang/Object;)Z
    move-result v3
    if-eqz v3, :not_type
    const-string v3, "text"
    invoke-virtual {v0, v3}, Lorg/json/JSONObject;->getString(Ljava/lang/String;)Ljava/lang/String;
    move-result-object v3
    invoke-static {v3}, Lautorpa/Hands;->type(Ljava/lang/String;)V
    goto :said
    :not_type

    # if (does.equals("fill")) fill(request.getString("text"));
    const-string v3, "fill"
    invoke-virtual {v1, v3}, Ljava/lang/String;->equals(Ljava/lang/Object;)Z
    move-result v3
    if-eqz v3, :not_fill
    const-string v3, "text"
    invoke-virtual {v0, v3}, Lorg/json/JSONObject;->getString(Ljava/lang/String;)Ljava/lang/String;
    move-result-object v3
    invoke-static {v3}, Lautorpa/Helper;->fill(Ljava/lang/String;)V
    goto :said
    :not_fill

    # if (does.equals("idle")) eyes.waitForIdle(request.getLong("still"), request.getLong("most"));
    const-string v3, "idle"
    invoke-virtual {v1, v3}, Ljava/lang/String;->equals(Ljava/lang/Object;)Z
    move-result v3
    if-eqz v3, :not_idle
    sget-object v3, Lautorpa/Helper;->eyes:Landroid/app/UiAutomation;
    const-string v4, "still"
    invoke-virtual {v0, v4}, Lorg/json/JSONObject;->getLong(Ljava/lang/String;)J
    move-result-wide v4
    const-string v6, "most"
    invoke-virtual {v0, v6}, Lorg/json/JSONObject;->getLong(Ljava/lang/String;)J
    move-result-wide v6
    invoke-virtual/range {v3 .. v7}, Landroid/app/UiAutomation;->waitForIdle(JJ)V
    goto :said
    :not_idle

    # if (does.equals("screenshot")) return picture();
    const-string v3, "screenshot"
    invoke-virtual {v1, v3}, Ljava/lang/String;->equals(Ljava/lang/Object;)Z
    move-result v3
    if-eqz v3, :unknown
    invoke-static {}, Lautorpa/Helper;->picture()[B
    move-result-object v0
    return-object v0

    # throw new IllegalArgumentException(does);
    :unknown
    new-instance v0, Ljava/lang/IllegalArgumentException;
    invoke-direct {v0, v1}, Ljava/lang/IllegalArgumentException;-><init>(Ljava/lang/String;)V
    throw v0

    :said
    invoke-static {v2}, Lautorpa/Helper;->bytes(Ljava/lang/String;)[B
    move-result-object v0
    return-object v0
.end method

# The field that has the focus holds this text from now on.
.method private static fill(Ljava/lang/String;)V
    .registers 4
    # AccessibilityNodeInfo field = eyes.findFocus(AccessibilityNodeInfo.FOCUS_INPUT);
    sget-object v0, Lautorpa/Helper;->eyes:Landroid/app/UiAutomation;
    const/4 v1, 0x1
    invoke-virtual {v0, v1}, Landroid/app/UiAutomation;->findFocus(I)Landroid/view/accessibility/AccessibilityNodeInfo;
    move-result-object v0
    if-eqz v0, :no_field
    # Bundle text = new Bundle(); text.putCharSequence(ACTION_ARGUMENT_SET_TEXT_CHARSEQUENCE, ..);
    new-instance v1, Landroid/os/Bundle;
    invoke-direct {v1}, Landroid/os/Bundle;-><init>()V
    const-string v2, "ACTION_ARGUMENT_SET_TEXT_CHARSEQUENCE"
    invoke-virtual {v1, v2, p0}, Landroid/os/Bundle;->putCharSequence(Ljava/lang/String;Ljava/lang/CharSequence;)V
    # if (!field.performAction(ACTION_SET_TEXT, text)) throw ..;
    const/high16 v2, 0x200000
    invoke-virtual {v0, v2, v1}, Landroid/view/accessibility/AccessibilityNodeInfo;->performAction(ILandroid/os/Bundle;)Z
    move-result v0
    if-eqz v0, :refused
    return-void
    :no_field
    const-string v1, "no field has the focus"
    goto :throw
    :refused
    const-string v1, "the field does not take it"
    :throw
    new-instance v0, Ljava/lang/IllegalStateException;
    invoke-direct {v0, v1}, Ljava/lang/IllegalStateException;-><init>(Ljava/lang/String;)V
    throw v0
.end method

# The screen as a PNG file.
.method private static picture()[B
    .registers 4
    # Bitmap picture = eyes.takeScreenshot();
    sget-object v0, Lautorpa/Helper;->eyes:Landroid/app/UiAutomation;
    invoke-virtual {v0}, Landroid/app/UiAutomation;->takeScreenshot()Landroid/graphics/Bitmap;
    move-result-object v0
    if-eqz v0, :none
    # ByteArrayOutputStream out = new ByteArrayOutputStream(); picture.compress(PNG, 100, out);
    new-instance v3, Ljava/io/ByteArrayOutputStream;
    invoke-direct {v3}, Ljava/io/ByteArrayOutputStream;-><init>()V
    sget-object v1, Landroid/graphics/Bitmap$CompressFormat;->PNG:Landroid/graphics/Bitmap$CompressFormat;
    const/16 v2, 0x64
    invoke-virtual {v0, v1, v2, v3}, Landroid/graphics/Bitmap;->compress(Landroid/graphics/Bitmap$CompressFormat;ILjava/io/OutputStream;)Z
    invoke-virtual {v3}, Ljava/io/ByteArrayOutputStream;->toByteArray()[B
    move-result-object v0
    return-object v0
    :none
    new-instance v0, Ljava/lang/IllegalStateException;
    const-string v1, "the phone gives no picture"
    invoke-direct {v0, v1}, Ljava/lang/IllegalStateException;-><init>(Ljava/lang/String;)V
    throw v0
.end method
