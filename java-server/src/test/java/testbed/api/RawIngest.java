package testbed.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import testbed.bodies.Frames;
import testbed.contract.Wire;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** An ingest that a test opens, and requests that push to it, over plain sockets. */
final class RawIngest implements AutoCloseable {
    private static final int PATIENCE_MS = 30_000;
    private static final long SOON_NS = 10_000_000_000L;

    private final Server server;
    private final Socket control;
    private final BufferedReader lines;
    private final String token;

    private RawIngest(Server server, ObjectNode body) throws IOException {
        this.server = server;
        this.control = connect(server);
        byte[] asked = Wire.bytes(body);
        write(control, head("/ingests", "Content-Type: application/json\r\nContent-Length: " + asked.length), asked);
        this.lines = new BufferedReader(new InputStreamReader(control.getInputStream(), StandardCharsets.UTF_8));
        String status = lines.readLine();
        if (!status.startsWith("HTTP/1.1 200")) {
            control.close();
            throw new IOException(status);
        }
        JsonNode opened = event();
        assertThat(opened.propertyNames()).containsExactly("event", "token");
        this.token = opened.get("token").stringValue();
        assertThat(token).matches("[0-9a-f]{32}");
        assertThat(event().get("event").stringValue()).isEqualTo("started");
    }

    /**
     * Opens one.
     *
     * @throws IOException with the status line where the server opens none
     */
    static RawIngest open(Server server, ObjectNode body) throws IOException {
        return new RawIngest(server, body);
    }

    /** The same as soon as the server is free. */
    static RawIngest openSoon(Server server, ObjectNode body) throws Exception {
        long end = System.nanoTime() + SOON_NS;
        while (true) {
            try {
                return open(server, body);
            } catch (IOException busy) {
                assertThat(busy).hasMessageContaining("409");
                assertThat(System.nanoTime()).as("the ingest did not end soon").isLessThan(end);
                Thread.sleep(50);
            }
        }
    }

    String token() {
        return token;
    }

    /** The next event of its stream. */
    JsonNode event() throws IOException {
        String line;
        do {
            line = lines.readLine();
            assertThat(line).as("a line of the ingest").isNotNull();
        } while (!line.startsWith("{"));
        return Wire.MAPPER.readTree(line);
    }

    /** The frame of an object, or of what says that it is one. */
    static byte[] frame(int length, int number, byte[] bytes) {
        ByteArrayOutputStream frame = new ByteArrayOutputStream();
        frame.writeBytes(Frames.head(length, number));
        frame.writeBytes(bytes);
        return frame.toByteArray();
    }

    static byte[] frame(int number, byte[] bytes) {
        return frame(bytes.length, number, bytes);
    }

    /** Begins a request of frames whose body has so many bytes, and sends some of them. */
    Socket begin(long length, byte[]... bodies) throws IOException {
        return begin("/frames", "Content-Length: " + length, bodies);
    }

    Socket begin(String path, String header, byte[]... bodies) throws IOException {
        Socket socket = connect(server);
        write(socket, head("/ingests/" + token + path, header), bodies);
        return socket;
    }

    /** Pushes frames, and waits for the answer. */
    String frames(byte[]... bodies) throws IOException {
        long length = 0;
        for (byte[] body : bodies) {
            length += body.length;
        }
        try (Socket socket = begin(length, bodies)) {
            return answer(socket);
        }
    }

    /** Pushes one object, and waits for the answer. */
    String object(String number, byte[] body) throws IOException {
        try (Socket socket = begin("/objects/" + number, "Content-Length: " + body.length, body)) {
            return answer(socket);
        }
    }

    /** The head of an answer, and its body where it is said how long that is. */
    static String answer(Socket socket) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int b = socket.getInputStream().read();
            assertThat(b).as("the answer after " + head).isNotNegative();
            head.append((char) b);
        }
        String length = head.toString().replaceFirst("(?s).*Content-Length: ([0-9]+)\r\n.*", "$1");
        int bytes = length.contentEquals(head) ? 0 : Integer.parseInt(length);
        return head + new String(socket.getInputStream().readNBytes(bytes), StandardCharsets.UTF_8);
    }

    private static Socket connect(Server server) throws IOException {
        URI uri = URI.create(server.url());
        Socket socket = new Socket(uri.getHost(), uri.getPort());
        socket.setSoTimeout(PATIENCE_MS);
        return socket;
    }

    private static byte[] head(String path, String headers) {
        return ("POST " + path + " HTTP/1.1\r\nHost: a\r\n" + headers + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII);
    }

    private static void write(Socket socket, byte[] head, byte[]... bodies) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(head);
        for (byte[] body : bodies) {
            all.writeBytes(body);
        }
        socket.getOutputStream().write(all.toByteArray());
    }

    @Override
    public void close() throws IOException {
        control.close();
    }
}
