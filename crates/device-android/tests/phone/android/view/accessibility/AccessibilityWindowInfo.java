package android.view.accessibility;

public final class AccessibilityWindowInfo {
    private final AccessibilityNodeInfo root;

    public AccessibilityWindowInfo(AccessibilityNodeInfo root) {
        this.root = root;
    }

    public AccessibilityNodeInfo getRoot() {
        return root;
    }
}
