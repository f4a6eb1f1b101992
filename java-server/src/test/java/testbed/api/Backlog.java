package testbed.api;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;

/** Connections that nobody accepts, as many as a listener's queue holds, so that the next one waits. */
record Backlog(List<Socket> sockets) implements AutoCloseable {
    private static final int MOST = 100;

    static Backlog fill(ServerSocket listener) throws IOException {
        Backlog backlog = new Backlog(new ArrayList<>());
        for (int i = 0; i < MOST; i++) {
            Socket socket = new Socket();
            backlog.sockets.add(socket);
            try {
                socket.connect(listener.getLocalSocketAddress(), 200);
            } catch (SocketTimeoutException full) {
                return backlog;
            }
        }
        throw new IllegalStateException("the queue of a listener that accepts nothing never filled");
    }

    @Override
    public void close() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
