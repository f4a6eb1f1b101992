package testbed.api;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A provider that sends whatever bytes a test wants, right or wrong, and counts the connections it takes. */
final class FakeProvider implements AutoCloseable {
    private static final Pattern LENGTH = Pattern.compile("(?i)\r\nContent-Length: *([0-9]+)\r\n");

    private final ServerSocket listener;
    private final AtomicInteger connections = new AtomicInteger();
    private final AtomicInteger open = new AtomicInteger();
    private volatile Script script;

    /** Answers one request; false closes the connection after it. */
    @FunctionalInterface
    interface Script {
        boolean answer(String path, OutputStream out) throws Exception;
    }

    FakeProvider() {
        try {
            listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        daemon(this::accept);
    }

    String origin() {
        return "http://127.0.0.1:" + listener.getLocalPort();
    }

    /** From now on, with the count of connections begun anew. */
    void plays(Script next) {
        script = next;
        connections.set(0);
    }

    int connections() {
        return connections.get();
    }

    int open() {
        return open.get();
    }

    /** A whole answer in HTTP/1.1. */
    static byte[] http(String status, String headers, byte[] body) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(("HTTP/1.1 " + status + "\r\n" + headers + "Content-Length: " + body.length + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII));
        out.writeBytes(body);
        return out.toByteArray();
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket socket = listener.accept();
                connections.incrementAndGet();
                open.incrementAndGet();
                daemon(() -> serve(socket));
            } catch (IOException e) {
                return;
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            for (String path = path(socket.getInputStream()); path != null; path = path(socket.getInputStream())) {
                if (!script.answer(path, socket.getOutputStream())) {
                    return;
                }
                socket.getOutputStream().flush();
            }
        } catch (Exception e) {
            // The consumer closed the connection, which many tests make it do.
        } finally {
            open.decrementAndGet();
        }
    }

    /** The path of the next request, which is read whole; null where the connection ended. */
    private static String path(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int b = in.read();
            if (b < 0) {
                return null;
            }
            head.append((char) b);
        }
        Matcher length = LENGTH.matcher(head);
        if (length.find()) {
            in.readNBytes(Integer.parseInt(length.group(1)));
        }
        return head.toString().split(" ")[1];
    }

    private static void daemon(Runnable work) {
        Thread thread = new Thread(work, "fake-provider");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }
}
