package android.view;

public final class MotionEvent extends InputEvent {
    private String said;

    public static final class PointerProperties {
        public int id;
        public int toolType;
    }

    public static final class PointerCoords {
        public float x;
        public float y;
        public float pressure;
        public float size;
    }

    public static MotionEvent obtain(
            long downTime, long eventTime, int action, int pointerCount, PointerProperties[] properties,
            PointerCoords[] places, int metaState, int buttonState, float xPrecision, float yPrecision, int deviceId,
            int edgeFlags, int source, int flags) {
        if (pointerCount != 1 || properties[0].toolType != 1 || places[0].pressure != 1 || source != 0x1002
                || xPrecision != 1 || yPrecision != 1) {
            throw new IllegalArgumentException("no finger");
        }
        MotionEvent event = new MotionEvent();
        // What takes longer than it should is not said: times would be other ones in each run.
        long held = (eventTime - downTime) / 100 * 100;
        event.said = "touch " + action + " " + held + " " + places[0].x + " " + places[0].y;
        return event;
    }

    @Override
    public String said() {
        return said;
    }
}
