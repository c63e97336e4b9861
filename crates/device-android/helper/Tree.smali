# The widgets of every window, in the form of `uiautomator dump`, with the hint of a field besides. The active window is
# the first root, the others follow from the highest down.
#
# The comments are the same in Java.

.class final Lautorpa/Tree;
.super Ljava/lang/Object;

.method static of(Landroid/app/UiAutomation;II)Ljava/lang/String;
    .registers 10
    # What the phone keeps of earlier looks may be old. Before Android 14 this is a side effect of another call.
    :try_start
    invoke-virtual {p0}, Landroid/app/UiAutomation;->clearCache()Z
    :try_end
    .catch Ljava/lang/NoSuchMethodError; {:try_start .. :try_end} :older
    goto :cleared
    :older
    # eyes.setServiceInfo(eyes.getServiceInfo());
    invoke-virtual {p0}, Landroid/app/UiAutomation;->getServiceInfo()Landroid/accessibilityservice/AccessibilityServiceInfo;
    move-result-object v0
    invoke-virtual {p0, v0}, Landroid/app/UiAutomation;->setServiceInfo(Landroid/accessibilityservice/AccessibilityServiceInfo;)V
    :cleared
    # Rect screen = new Rect(0, 0, width, height);
    new-instance v0, Landroid/graphics/Rect;
    const/4 v1, 0x0
    invoke-direct {v0, v1, v1, p1, p2}, Landroid/graphics/Rect;-><init>(IIII)V
    # StringBuilder out = new StringBuilder("<hierarchy>");
    new-instance v2, Ljava/lang/StringBuilder;
    const-string v3, "<hierarchy>"
    invoke-direct {v2, v3}, Ljava/lang/StringBuilder;-><init>(Ljava/lang/String;)V
    # int count = 0; AccessibilityNodeInfo front = eyes.getRootInActiveWindow();
    # if (front != null) { node(out, front, count, screen); count++; }
    invoke-virtual {p0}, Landroid/app/UiAutomation;->getRootInActiveWindow()Landroid/view/accessibility/AccessibilityNodeInfo;
    move-result-object v3
    if-eqz v3, :no_front
    invoke-static {v2, v3, v1, v0}, Lautorpa/Tree;->node(Ljava/lang/StringBuilder;Landroid/view/accessibility/AccessibilityNodeInfo;ILandroid/graphics/Rect;)V
    add-int/lit8 v1, v1, 0x1
    :no_front
    # for (AccessibilityWindowInfo window : eyes.getWindows()) {
    invoke-virtual {p0}, Landroid/app/UiAutomation;->getWindows()Ljava/util/List;
    move-result-object v4
    invoke-interface {v4}, Ljava/util/List;->iterator()Ljava/util/Iterator;
    move-result-object v4
    :next
    invoke-interface {v4}, Ljava/util/Iterator;->hasNext()Z
    move-result v5
    if-eqz v5, :all
    invoke-interface {v4}, Ljava/util/Iterator;->next()Ljava/lang/Object;
    move-result-object v5
    check-cast v5, Landroid/view/accessibility/AccessibilityWindowInfo;
    # AccessibilityNodeInfo root = window.getRoot(); if (root == null || root.equals(front)) continue;
    invoke-virtual {v5}, Landroid/view/accessibility/AccessibilityWindowInfo;->getRoot()Landroid/view/accessibility/AccessibilityNodeInfo;
    move-result-object v5
    if-eqz v5, :next
    invoke-virtual {v5, v3}, Landroid/view/accessibility/AccessibilityNodeInfo;->equals(Ljava/lang/Object;)Z
    move-result v6
    if-nez v6, :next
    # node(out, root, count, screen); count++; }
    invoke-static {v2, v5, v1, v0}, Lautorpa/Tree;->node(Ljava/lang/StringBuilder;Landroid/view/accessibility/AccessibilityNodeInfo;ILandroid/graphics/Rect;)V
    add-int/lit8 v1, v1, 0x1
    goto :next
    :all
    # A screen without any window is one that changes just now: nobody should take it for an empty one.
    if-nez v1, :some
    new-instance v0, Ljava/lang/IllegalStateException;
    const-string v1, "no window can be read"
    invoke-direct {v0, v1}, Ljava/lang/IllegalStateException;-><init>(Ljava/lang/String;)V
    throw v0
    :some
    # return out.append("</hierarchy>").toString();
    const-string v3, "</hierarchy>"
    invoke-virtual {v2, v3}, Ljava/lang/StringBuilder;->append(Ljava/lang/String;)Ljava/lang/StringBuilder;
    invoke-virtual {v2}, Ljava/lang/StringBuilder;->toString()Ljava/lang/String;
    move-result-object v0
    return-object v0
.end method

# A widget and all in it that can be seen.
.method private static node(Ljava/lang/StringBuilder;Landroid/view/accessibility/AccessibilityNodeInfo;ILandroid/graphics/Rect;)V
    .registers 9
    # out.append("<node"); attribute(out, "index", String.valueOf(index));
    const-string v0, "<node"
    invoke-virtual {p0, v0}, Ljava/lang/StringBuilder;->append(Ljava/lang/String;)Ljava/lang/StringBuilder;
    const-string v0, "index"
    invoke-static {p2}, Ljava/lang/String;->valueOf(I)Ljava/lang/String;
    move-result-object v1
    invoke-static {p0, v0, v1}, Lautorpa/Tree;->attribute(Ljava/lang/StringBuilder;Ljava/lang/String;Ljava/lang/CharSequence;)V
    # A hint is no text of the field, though it shows where the text would.
    # attribute(out, "text", it.isShowingHintText() ? null : it.getText());
    const-string v0, "text"
    const/4 v1, 0x0
    invoke-virtual {p1}, Landroid/view/accessibility/AccessibilityNodeInfo;->isShowingHintText()Z
    move-result v2
    if-nez v2, :hint
    invoke-virtual {p1}, Landroid/view/accessibility/AccessibilityNodeInfo;->getText()Ljava/lang/CharSequence;
    move-result-object v1
    :hint
    invoke-static {p0, v0, v1}, Lautorpa/Tree;->attribute(Ljava/lang/StringBuilder;Ljava/lang/String;Ljava/lang/CharSequence;)V
    const-string v0, "hint"
    invoke-virtual {p1}, Landroid/view/accessibility/AccessibilityNodeInfo;->getHintText()Ljava/lang/CharSequence;
    move-result-object v1
    invoke-static {p0, v0, v1}, Lautorpa/Tree;->attribute(Ljava/lang/StringBuilder;Ljava/lang/String;Ljava/lang/CharSequence;)V
    const-string v0, "resource-id"
    invoke-virtual {p1}, Landroid/view/accessibility/AccessibilityNodeInfo;->getViewIdResourceName()Ljava/lang/String;
    move-result-object v1
    invoke-static {p0, v0, v1}, Lautorpa/Tree;->attribute(Ljava/lang/StringBuilder;Ljava/lang/String;Ljava/lang/CharSequence;)V
    const-string v0, "class"
    invoke-virtual {p1}, Landroid/view/accessibility/AccessibilityNodeInfo;->getClassName()Ljava/lang/CharSequence;
    move-result-object v1
    invoke-static {p0, v0, v1}, Lautorpa/Tree;->attribute(Ljava/lang/StringBuilder;Ljava/lang/String;Ljava/lang/CharSequence;)V
    const-string v0, "package"
    invoke-virtual {p1}, Landroid/view/accessibility/AccessibilityNodeInfo;->getPackageName()Ljava/lang/CharSequence;
    move-result-object v1
    invoke-static {p0, v0, v1}, Lautorpa/Tree;->attribute(Ljava/lang/StringBuilder;Ljava/lang/String;Ljava/lang/CharSequence;)V
    const-string v0, "content-desc"
    invoke-virtual {p1}, Landroid/view/accessibility/AccessibilityNodeInfo;->getContentDescription()Ljava/lang/CharSequence;
    move-result-object v1
    invoke-static {p0, v0, v1}, Lautorpa/Tree;->attribute(Ljava/lang/StringBuilder;Ljava/lang/String;Ljava/lang/CharSequence;)V
    invoke-static {p0, p1}, Lautorpa/Tree;->flags(Ljava/lang/StringBuilder;Landroid/view/accessibility/AccessibilityNodeInfo;)V
    # Rect at = new Rect(); it.getBoundsInScreen(at); if (!at.intersect(screen)) at.setEmpty();
    new-instance v0, Landroid/graphics/Rect;
    invoke-direct {v0}, Landroid/graphics/Rect;-><init>()V
    invoke-virtual {p1, v0}, Landroid/view/accessibility/AccessibilityNodeInfo;->getBoundsInScreen(Landroid/graphics/Rect;)V
    invoke-virtual {v0, p3}, Landroid/graphics/Rect;->intersect(Landroid/graphics/Rect;)Z
    move-result v1
    if-nez v1, :on_screen
    invoke-virtual {v0}, Landroid/graphics/Rect;->setEmpty()V
    :on_screen
    # attribute(out, "bounds", at.toShortString()); out.append('>');
    invoke-virtual {v0}, Landroid/graphics/Rect;->toShortString()Ljava/lang/String;
    move-result-object v1
    const-string v0, "bounds"
    invoke-static {p0, v0, v1}, Lautorpa/Tree;->attribute(Ljava/lang/StringBuilder;Ljava/lang/String;Ljava/lang/CharSequence;)V
    const/16 v0, 0x3e
    invoke-virtual {p0, v0}, Ljava/lang/StringBuilder;->append(C)Ljava/lang/StringBuilder;
    # for (int idx = 0; idx < it.getChildCount(); idx++) {
    invoke-virtual {p1}, Landroid/view/accessibility/AccessibilityNodeInfo;->getChildCount()I
    move-result v0
    const/4 v1, 0x0
    :next
    if-ge v1, v0, :all
    # AccessibilityNodeInfo child = it.getChild(idx);
    # if (child != null && child.isVisibleToUser()) node(out, child, idx, screen); }
    invoke-virtual {p1, v1}, Landroid/view/accessibility/AccessibilityNodeInfo;->getChild(I)Landroid/view/accessibility/AccessibilityNodeInfo;
    move-result-object v2
    if-eqz v2, :unseen
    invoke-virtual {v2}, Landroid/view/accessibility/AccessibilityNodeInfo;->isVisibleToUser()Z
    move-result v3
    if-eqz v3, :unseen
    invoke-static {p0, v2, v1, p3}, Lautorpa/Tree;->node(Ljava/lang/StringBuilder;Landroid/view/accessibility/AccessibilityNodeInfo;ILandroid/graphics/Rect;)V
    :unseen
    add-int/lit8 v1, v1, 0x1
    goto :next
    :all
    # out.append("</node>");
    const-string v0, "</node>"
    invoke-virtual {p0, v0}, Ljava/lang/StringBuilder;->append(Ljava/lang/String;)Ljava/lang/StringBuilder;
    return-void
.end method

# What a widget is and does: attributes that are `true` or `false`.
.method private static flags(Ljava/lang/StringBuilder;Landroid/view/accessibility/AccessibilityNodeInfo;)V
    .registers 4
    const-string v0, "checkable"
    invoke-virtual {p1}, Landroid/view/accessibility/AccessibilityNodeInfo;->isCheckable()Z
    move-result v1
    invoke-static {p0, v0, v1}, Lautorpa/Tree;->flag(Ljava/lang/StringBuilder;Ljava/lang/String;Z)V
    const-string v0, "checked"
    invoke-virtual {p1}, Landroid/view/accessibility/AccessibilityNodeInfo;->isChecked()Z
    move-result v1
    invoke-static {p0, v0, v1}, Lautorpa/Tree;->flag(Ljava/lang/StringBuilder;Ljava/lang/String;Z)V
    const-string v0, "clickable"
    invoke-virtual {p1}, Landroid/view/accessibility/AccessibilityNodeInfo;->isClickable()Z
    move-result v1
    invoke-static {p0, v0, v1}, Lautorpa/Tree;->flag(Ljava/lang/StringBuilder;Ljava/lang/String;Z)V
    const-string v0, "enabled"
    invoke-virtual {p1}, Landroid/view/accessibility/AccessibilityNodeInfo;->isEnabled()Z
    move-result v1
    invoke-static {p0, v0, v1}, Lautorpa/Tree;->flag(Ljava/lang/StringBuilder;Ljava/lang/String;Z)V
    const-string v0, "focusable"
    invoke-virtual {p1}, Landroid/view/accessibility/AccessibilityNodeInfo;->isFocusable()Z
    move-result v1
    invoke-static {p0, v0, v1}, Lautorpa/Tree;->flag(Ljava/lang/StringBuilder;Ljava/lang/String;Z)V
    const-string v0, "focused"
    invoke-virtual {p1}, Landroid/view/accessibility/AccessibilityNodeInfo;->isFocused()Z
    move-result v1
    invoke-static {p0, v0, v1}, Lautorpa/Tree;->flag(Ljava/lang/StringBuilder;Ljava/lang/String;Z)V
    const-string v0, "scrollable"
    invoke-virtual {p1}, Landroid/view/accessibility/AccessibilityNodeInfo;->isScrollable()Z
    move-result v1
    invoke-static {p0, v0, v1}, Lautorpa/Tree;->flag(Ljava/lang/StringBuilder;Ljava/lang/String;Z)V
    const-string v0, "long-clickable"
    invoke-virtual {p1}, Landroid/view/accessibility/AccessibilityNodeInfo;->isLongClickable()Z
    move-result v1
    invoke-static {p0, v0, v1}, Lautorpa/Tree;->flag(Ljava/lang/StringBuilder;Ljava/lang/String;Z)V
    const-string v0, "password"
    invoke-virtual {p1}, Landroid/view/accessibility/AccessibilityNodeInfo;->isPassword()Z
    move-result v1
    invoke-static {p0, v0, v1}, Lautorpa/Tree;->flag(Ljava/lang/StringBuilder;Ljava/lang/String;Z)V
    const-string v0, "selected"
    invoke-virtual {p1}, Landroid/view/accessibility/AccessibilityNodeInfo;->isSelected()Z
    move-result v1
    invoke-static {p0, v0, v1}, Lautorpa/Tree;->flag(Ljava/lang/StringBuilder;Ljava/lang/String;Z)V
    return-void
.end method

# attribute(out, name, String.valueOf(value));
.method private static flag(Ljava/lang/StringBuilder;Ljava/lang/String;Z)V
    .registers 4
    invoke-static {p2}, Ljava/lang/String;->valueOf(Z)Ljava/lang/String;
    move-result-object v0
    invoke-static {p0, p1, v0}, Lautorpa/Tree;->attribute(Ljava/lang/StringBuilder;Ljava/lang/String;Ljava/lang/CharSequence;)V
    return-void
.end method

# An attribute; a value that is null is empty.
.method private static attribute(Ljava/lang/StringBuilder;Ljava/lang/String;Ljava/lang/CharSequence;)V
    .registers 8
    # out.append(' ').append(name).append("=\"");
    const/16 v0, 0x20
    invoke-virtual {p0, v0}, Ljava/lang/StringBuilder;->append(C)Ljava/lang/StringBuilder;
    invoke-virtual {p0, p1}, Ljava/lang/StringBuilder;->append(Ljava/lang/String;)Ljava/lang/StringBuilder;
    const-string v0, "=\""
    invoke-virtual {p0, v0}, Ljava/lang/StringBuilder;->append(Ljava/lang/String;)Ljava/lang/StringBuilder;
    if-eqz p2, :all
    # for (int idx = 0; idx < value.length(); idx++) { char letter = value.charAt(idx);
    invoke-interface {p2}, Ljava/lang/CharSequence;->length()I
    move-result v0
    const/4 v1, 0x0
    :next
    if-ge v1, v0, :all
    invoke-interface {p2, v1}, Ljava/lang/CharSequence;->charAt(I)C
    move-result v2
    add-int/lit8 v1, v1, 0x1
    # What XML would read otherwise is written by its number: tab, the ends of lines, " & < >
    sparse-switch v2, :written_by_number
    # XML has no word for these: out.append(letter < 32 || letter > 0xfffd ? '.' : letter);
    const/16 v3, 0x20
    if-lt v2, v3, :no_letter
    const v3, 0xfffd
    if-le v2, v3, :letter
    :no_letter
    const/16 v2, 0x2e
    :letter
    invoke-virtual {p0, v2}, Ljava/lang/StringBuilder;->append(C)Ljava/lang/StringBuilder;
    goto :next
    :number
    # out.append("&#").append((int) letter).append(';'); }
    const-string v3, "&#"
    invoke-virtual {p0, v3}, Ljava/lang/StringBuilder;->append(Ljava/lang/String;)Ljava/lang/StringBuilder;
    invoke-virtual {p0, v2}, Ljava/lang/StringBuilder;->append(I)Ljava/lang/StringBuilder;
    const/16 v2, 0x3b
    invoke-virtual {p0, v2}, Ljava/lang/StringBuilder;->append(C)Ljava/lang/StringBuilder;
    goto :next
    :all
    # out.append('"');
    const/16 v0, 0x22
    invoke-virtual {p0, v0}, Ljava/lang/StringBuilder;->append(C)Ljava/lang/StringBuilder;
    return-void
    :written_by_number
    .sparse-switch
        0x9 -> :number
        0xa -> :number
        0xd -> :number
        0x22 -> :number
        0x26 -> :number
        0x3c -> :number
        0x3e -> :number
    .end sparse-switch
.end method
