package android.hardware.input;

import android.view.InputEvent;
import autorpa.Events;

public final class InputManager {
    public static InputManager getInstance() {
        return new InputManager();
    }

    /** Nothing is taken at the place 13, 13. */
    public boolean injectInputEvent(InputEvent event, int mode) {
        Events.add(event.said() + " by InputManager, " + mode);
        return !event.said().endsWith(" 13.0 13.0");
    }
}
