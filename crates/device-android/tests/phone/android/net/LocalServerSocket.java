package android.net;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** A port of this machine stands for the name; the file `port` says which. */
public class LocalServerSocket {
    private final ServerSocket socket = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());

    public LocalServerSocket(String name) throws IOException {
        Path folder = Path.of(System.getProperty("autorpa.folder"));
        Path whole = folder.resolve("port.new");
        Files.writeString(whole, name + " " + socket.getLocalPort());
        Files.move(whole, folder.resolve("port"), StandardCopyOption.ATOMIC_MOVE);
    }

    public LocalSocket accept() throws IOException {
        return new LocalSocket(socket.accept());
    }

    public void close() throws IOException {
        socket.close();
    }
}
