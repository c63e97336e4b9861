package android.view;

/** An event as a line. */
public abstract class InputEvent {
    public abstract String said();
}
