package android.view;

public class KeyEvent extends InputEvent {
    private final int action;
    private final int code;
    private final int meta;

    public KeyEvent(
            long downTime, long eventTime, int action, int code, int repeat, int metaState, int deviceId, int scancode,
            int flags, int source) {
        if (downTime != eventTime || repeat != 0 || deviceId != -1 || source != 0x101) throw new IllegalArgumentException();
        this.action = action;
        this.code = code;
        this.meta = metaState;
    }

    public static KeyEvent changeTimeRepeat(KeyEvent event, long eventTime, int newRepeat) {
        return new KeyEvent(eventTime, eventTime, event.action, event.code, newRepeat, event.meta, -1, 0, 0, 0x101);
    }

    @Override
    public String said() {
        return "key " + action + " " + code + " " + meta;
    }
}
