package android.os;

public final class Looper {
    public static void prepareMainLooper() {}
}
