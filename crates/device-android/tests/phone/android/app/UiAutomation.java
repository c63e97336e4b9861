package android.app;

import android.accessibilityservice.AccessibilityServiceInfo;
import android.graphics.Bitmap;
import android.os.Looper;
import android.view.accessibility.AccessibilityNodeInfo;
import android.view.accessibility.AccessibilityWindowInfo;
import autorpa.Events;
import java.util.List;
import java.util.concurrent.TimeoutException;

/** A screen of three windows: an app's, one of its menus above it, and the status bar. */
public final class UiAutomation {
    private final AccessibilityServiceInfo info = new AccessibilityServiceInfo();
    private final AccessibilityNodeInfo field =
        AccessibilityNodeInfo.of("EditText", "Write here", "clickable focused editable showing-hint");
    private final AccessibilityNodeInfo front = AccessibilityNodeInfo.of("FrameLayout", null, "");
    private final AccessibilityNodeInfo menu = AccessibilityNodeInfo.of("ListView", null, "scrollable");
    private final AccessibilityNodeInfo bar = AccessibilityNodeInfo.of("FrameLayout", null, "");

    public UiAutomation(Looper looper, IUiAutomationConnection connection) {
        if (looper == null || connection == null) throw new IllegalArgumentException();
        field.hint = "Write here";
        field.id = "com.example:id/text";
        AccessibilityNodeInfo save = AccessibilityNodeInfo.of("Button", "Save <\"it\"> & go\n\u0001 \ud83d\ude00 日", "clickable");
        save.at(0, 2300, 1080, 2500);
        AccessibilityNodeInfo image = AccessibilityNodeInfo.of("ImageView", null, "");
        image.description = "A picture";
        image.at(2000, 0, 2100, 10);
        front.add(field).add(AccessibilityNodeInfo.of("Button", "Hidden", "clickable invisible")).add(save).add(image);
        front.children.add(null);
        menu.at(100, 100, 500, 900);
        menu.add(AccessibilityNodeInfo.of("TextView", "Copy", "clickable checkable checked selected long-clickable"));
        bar.packageName = "com.android.systemui";
        bar.at(0, 0, 1080, 60);
        bar.add(AccessibilityNodeInfo.of("TextView", "12:00", ""));
    }

    public void connect(int flags) {
        if (Boolean.getBoolean("autorpa.taken")) throw new IllegalStateException("UiAutomationService already registered!");
        Events.add("connect " + flags);
    }

    public void connectWithTimeout(int flags, long timeoutMillis) throws TimeoutException {
        Events.since(30);
        connect(flags);
    }

    public void disconnect() {
        Events.add("disconnect");
    }

    public AccessibilityServiceInfo getServiceInfo() {
        return info;
    }

    public void setServiceInfo(AccessibilityServiceInfo info) {
        Events.add("service " + info.flags);
    }

    public boolean clearCache() {
        Events.since(34);
        Events.add("clear");
        return true;
    }

    public AccessibilityNodeInfo getRootInActiveWindow() {
        return front;
    }

    public List<AccessibilityWindowInfo> getWindows() {
        AccessibilityNodeInfo[] all = {bar, menu, null, front};
        return java.util.Arrays.stream(all).map(AccessibilityWindowInfo::new).toList();
    }

    public AccessibilityNodeInfo findFocus(int focus) {
        return focus == 1 && field.is("focused") ? field : null;
    }

    public void waitForIdle(long still, long most) throws TimeoutException {
        Events.add("idle " + still + " " + most);
        if (still > most) throw new TimeoutException("the screen goes on changing");
    }

    public Bitmap takeScreenshot() {
        return new Bitmap();
    }
}
