package android.graphics;

import java.io.IOException;
import java.io.OutputStream;

public final class Bitmap {
    public enum CompressFormat {
        JPEG,
        PNG
    }

    public boolean compress(CompressFormat format, int quality, OutputStream out) {
        if (format != CompressFormat.PNG) return false;
        try {
            out.write(new byte[] {(byte) 0x89, 'P', 'N', 'G', 0, 1, 2});
            return true;
        } catch (IOException error) {
            return false;
        }
    }
}
