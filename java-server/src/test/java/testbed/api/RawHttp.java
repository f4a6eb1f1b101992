package testbed.api;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import javax.net.ssl.SSLSession;

/** Requests that no proper client would send, over a plain socket. */
final class RawHttp {
    private RawHttp() {}

    static HttpResponse<byte[]> get(String url, String target) throws IOException {
        return send(url, "GET " + target + " HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
    }

    /** Sends this text and reads one answer; its body ends where its length says, or with the connection. */
    static HttpResponse<byte[]> send(String url, String request) throws IOException {
        return Answer.of(text(url, request));
    }

    /** Sends this text and reads until the server closes, which half-closing makes it do. */
    static String text(String url, String request) throws IOException {
        URI uri = URI.create(url);
        try (Socket socket = new Socket(uri.getHost(), uri.getPort())) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            socket.shutdownOutput();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }

    private record Answer(int statusCode, HttpHeaders headers, byte[] body) implements HttpResponse<byte[]> {
        static Answer of(String text) {
            String[] parts = text.split("\r\n\r\n", 2);
            List<String> lines = Arrays.asList(parts[0].split("\r\n"));
            Map<String, List<String>> headers = new TreeMap<>();
            for (String line : lines.subList(1, lines.size())) {
                String[] header = line.split(": ", 2);
                headers.put(header[0], List.of(header[1]));
            }
            return new Answer(
                    Integer.parseInt(lines.get(0).split(" ")[1]),
                    HttpHeaders.of(headers, (name, value) -> true),
                    parts[1].getBytes(StandardCharsets.ISO_8859_1));
        }

        @Override
        public HttpRequest request() {
            return null;
        }

        @Override
        public Optional<HttpResponse<byte[]>> previousResponse() {
            return Optional.empty();
        }

        @Override
        public Optional<SSLSession> sslSession() {
            return Optional.empty();
        }

        @Override
        public URI uri() {
            return null;
        }

        @Override
        public HttpClient.Version version() {
            return HttpClient.Version.HTTP_1_1;
        }
    }
}
