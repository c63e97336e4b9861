package autorpa;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** What the made-up phone is, and what was done to it. */
public final class Events {
    public static final int SDK = Integer.getInteger("autorpa.sdk", 34);

    /** Write down a line. */
    public static synchronized void add(String line) {
        try {
            Path file = Path.of(System.getProperty("autorpa.folder"), "events");
            byte[] bytes = (line + "\n").getBytes(StandardCharsets.UTF_8);
            Files.write(file, bytes, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException error) {
            throw new RuntimeException(error);
        }
    }

    /** What an Android before this version does not have. */
    public static void since(int sdk) {
        if (SDK < sdk) throw new NoSuchMethodError("since " + sdk);
    }
}
