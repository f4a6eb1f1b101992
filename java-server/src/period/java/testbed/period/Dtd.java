package testbed.period;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import testbed.objects.Once;

/**
 * A document type that each body names, as documents of 2009 did, and that the parser looks up, reads and understands anew for each. The
 * guard refuses bodies that name one, so it is put before them in the window.
 */
final class Dtd {
    private static final String TEXT = """
            <!ELEMENT PersonName (firstname, lastname)>
            <!ELEMENT firstname (#PCDATA)>
            <!ELEMENT lastname (#PCDATA)>
            <!ELEMENT DummyObject (_id, index, guid, isActive, balance, picture, age, eyeColor, name, gender, company, email, phone,
                address, about, registered, latitude, longitude, tags*, friends*, greeting, favoriteFruit)>
            <!ELEMENT _id (#PCDATA)>
            <!ELEMENT friends (id, name)>
            """;
    private static final int BACKLOG = 64;
    private static final Once<URI> FILE = new Once<>(Dtd::file);
    private static final Once<URI> HTTP = new Once<>(Dtd::http);
    private static final AtomicLong SERVED = new AtomicLong();

    /** Where it lies. */
    enum Place {
        /** In a file of this machine. */
        FILE("a file of this machine"),
        /** At an HTTP server of this process, over a connection for each look-up. */
        HTTP("HTTP from this very machine, over a connection for each");

        private final String setting;

        Place(String setting) {
            this.setting = setting;
        }

        /** What it is, for people. */
        String setting() {
            return setting;
        }
    }

    private Dtd() {}

    /** What stands before a document of this root that names the one there. */
    static byte[] named(String root, Place place) {
        URI uri = (place == Place.FILE ? FILE : HTTP).get();
        return "<!DOCTYPE %s SYSTEM \"%s\">".formatted(root, uri).getBytes(StandardCharsets.UTF_8);
    }

    /** How often it was served so far, over HTTP. */
    static long served() {
        return SERVED.get();
    }

    private static URI file() {
        try {
            Path path = Files.writeString(Files.createTempFile("period", ".dtd"), TEXT);
            path.toFile().deleteOnExit();
            return path.toUri();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static URI http() {
        try {
            InetAddress loopback = InetAddress.getLoopbackAddress();
            HttpServer server = HttpServer.create(new InetSocketAddress(loopback, 0), BACKLOG);
            byte[] text = TEXT.getBytes(StandardCharsets.UTF_8);
            server.createContext("/", exchange -> {
                SERVED.incrementAndGet();
                try (exchange) {
                    exchange.getResponseHeaders().set("Connection", "close");
                    exchange.sendResponseHeaders(200, text.length);
                    exchange.getResponseBody().write(text);
                }
            });
            server.setExecutor(Executors.newSingleThreadExecutor(work -> {
                Thread thread = new Thread(work, "dtd");
                thread.setDaemon(true);
                return thread;
            }));
            server.start();
            int port = server.getAddress().getPort();
            return URI.create("http://%s:%d/period.dtd".formatted(loopback.getHostAddress(), port));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
