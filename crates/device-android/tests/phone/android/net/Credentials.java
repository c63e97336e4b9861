package android.net;

public class Credentials {
    public int getUid() {
        return Integer.getInteger("autorpa.uid", 2000);
    }
}
