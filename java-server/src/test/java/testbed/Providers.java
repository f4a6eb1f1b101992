package testbed;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import testbed.contract.Wire;
import tools.jackson.databind.JsonNode;

/** What lies in the repository's {@code providers/}, read from there and not from the build. */
public final class Providers {
    private static final Path ROOT = Path.of("..", "providers");

    private Providers() {}

    /** The canonical bytes of the canonical object. */
    public static byte[] golden(String type, String format) throws IOException {
        return Files.readAllBytes(ROOT.resolve("golden").resolve(type + "." + format));
    }

    /** The SHA-256 of the canonical bytes of each variant, in order of index. */
    public static List<String> digests(String type, String format) throws IOException {
        return Files.readAllLines(ROOT.resolve("golden").resolve(type + "." + format + ".sha256")).stream()
                .map(line -> line.split(" ")[0])
                .toList();
    }

    /** The SHA-256 of the canonical bytes of the first eight variants of each size, by {@code <type>/<size>.<format>}. */
    public static Map<String, String> sizes() throws IOException {
        return Files.readAllLines(ROOT.resolve("golden").resolve("sizes.sha256")).stream()
                .map(line -> line.split("  "))
                .collect(Collectors.toMap(line -> line[1], line -> line[0]));
    }

    /** A file of test vectors that every implementation reads. */
    public static byte[] vectors(String name) throws IOException {
        return Files.readAllBytes(ROOT.resolve("vectors").resolve(name));
    }

    /** The hosts and origins that every server is held to. */
    public static JsonNode hosts() {
        try {
            return Wire.MAPPER.readTree(vectors("hosts.json"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The names of the object types that have data. */
    public static List<String> objectTypes() throws IOException {
        try (var files = Files.list(ROOT.resolve("objects"))) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".schema.json"))
                    .map(name -> name.replace(".schema.json", ""))
                    .sorted()
                    .toList();
        }
    }

    /** SHA-256 in lower-case hex. */
    public static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
