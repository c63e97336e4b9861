package android.view;

import java.util.ArrayList;
import java.util.List;

/** A keyboard whose keys have the codes of ASCII. */
public class KeyCharacterMap {
    public static KeyCharacterMap load(int device) {
        if (device != -1) throw new IllegalArgumentException();
        return new KeyCharacterMap();
    }

    public KeyEvent[] getEvents(char[] letters) {
        List<KeyEvent> events = new ArrayList<>();
        for (char letter : letters) {
            if (letter > '~') return null;
            events.add(new KeyEvent(0, 0, 0, letter, 0, 0, -1, 0, 0, 0x101));
            events.add(new KeyEvent(0, 0, 1, letter, 0, 0, -1, 0, 0, 0x101));
        }
        return events.toArray(new KeyEvent[0]);
    }
}
