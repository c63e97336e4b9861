package android.os;

/** As on a phone, it keeps the process alive. */
public class HandlerThread extends Thread {
    public HandlerThread(String name) {
        super(name);
    }

    @Override
    public void run() {
        SystemClock.sleep(Long.MAX_VALUE);
    }

    public Looper getLooper() {
        return new Looper();
    }
}
