package android.net;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;

public class LocalSocket {
    private final Socket socket;

    LocalSocket(Socket socket) {
        this.socket = socket;
    }

    public Credentials getPeerCredentials() {
        return new Credentials();
    }

    public InputStream getInputStream() throws IOException {
        return socket.getInputStream();
    }

    public OutputStream getOutputStream() throws IOException {
        return socket.getOutputStream();
    }

    public void close() throws IOException {
        socket.close();
    }
}
