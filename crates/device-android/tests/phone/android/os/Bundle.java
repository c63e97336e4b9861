package android.os;

public final class Bundle {
    public final java.util.Map<String, CharSequence> held = new java.util.HashMap<>();

    public void putCharSequence(String key, CharSequence value) {
        held.put(key, value);
    }
}
