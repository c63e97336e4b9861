package android.hardware.input;

import android.view.InputEvent;
import autorpa.Events;

public final class InputManagerGlobal {
    public static InputManagerGlobal getInstance() {
        Events.since(34);
        return new InputManagerGlobal();
    }

    /** Nothing is taken at the place 13, 13. */
    public boolean injectInputEvent(InputEvent event, int mode) {
        Events.add(event.said() + " by InputManagerGlobal, " + mode);
        return !event.said().endsWith(" 13.0 13.0");
    }
}
