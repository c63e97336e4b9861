package android.view.accessibility;

import android.graphics.Rect;
import android.os.Bundle;
import autorpa.Events;
import java.util.ArrayList;
import java.util.List;

public class AccessibilityNodeInfo {
    public final List<AccessibilityNodeInfo> children = new ArrayList<>();
    public String packageName = "com.example";
    public String description;
    public String hint;
    public String id;
    private String kind;
    private CharSequence text;
    private String is;
    private Rect bounds = new Rect(0, 0, 1080, 2400);

    public static AccessibilityNodeInfo of(String kind, String text, String is) {
        AccessibilityNodeInfo node = new AccessibilityNodeInfo();
        node.kind = "android.widget." + kind;
        node.text = text;
        node.is = is;
        return node;
    }

    public AccessibilityNodeInfo add(AccessibilityNodeInfo child) {
        children.add(child);
        return this;
    }

    public void at(int left, int top, int right, int bottom) {
        bounds = new Rect(left, top, right, bottom);
    }

    public boolean is(String what) {
        return List.of(is.split(" ")).contains(what);
    }

    public CharSequence getText() {
        return text;
    }

    public CharSequence getHintText() {
        return hint;
    }

    public boolean isShowingHintText() {
        return is("showing-hint");
    }

    public String getViewIdResourceName() {
        return id;
    }

    public CharSequence getClassName() {
        return kind;
    }

    public CharSequence getPackageName() {
        return packageName;
    }

    public CharSequence getContentDescription() {
        return description;
    }

    public boolean isCheckable() {
        return is("checkable");
    }

    public boolean isChecked() {
        return is("checked");
    }

    public boolean isClickable() {
        return is("clickable");
    }

    public boolean isEnabled() {
        return !is("disabled");
    }

    public boolean isFocusable() {
        return is("focusable");
    }

    public boolean isFocused() {
        return is("focused");
    }

    public boolean isScrollable() {
        return is("scrollable");
    }

    public boolean isLongClickable() {
        return is("long-clickable");
    }

    public boolean isPassword() {
        return is("password");
    }

    public boolean isSelected() {
        return is("selected");
    }

    public boolean isVisibleToUser() {
        return !is("invisible");
    }

    public void getBoundsInScreen(Rect into) {
        into.set(bounds);
    }

    public int getChildCount() {
        return children.size();
    }

    public AccessibilityNodeInfo getChild(int index) {
        return children.get(index);
    }

    public boolean performAction(int action, Bundle with) {
        if (action != 0x200000 || !is("editable")) return false;
        text = with.held.get("ACTION_ARGUMENT_SET_TEXT_CHARSEQUENCE");
        is = is.replace(" showing-hint", "");
        Events.add("fill " + text);
        return true;
    }
}
