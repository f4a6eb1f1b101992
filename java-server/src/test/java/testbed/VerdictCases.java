package testbed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import testbed.contract.Format;
import testbed.contract.Wire;
import testbed.objects.ObjectType;
import testbed.objects.ObjectTypes;
import tools.jackson.databind.JsonNode;

/** The cases that every server refuses or reads alike: {@code providers/reject} and {@code providers/accept}. */
public record VerdictCases(Path folder) {
    private static final ObjectTypes TYPES = new ObjectTypes();

    /** Those of {@code reject} or {@code accept}. */
    public static VerdictCases of(String verdict) {
        return new VerdictCases(Path.of("..", "providers", verdict));
    }

    /**
     * A case: a body, and who refuses it besides the guard.
     *
     * @param file the body's path below the folder
     * @param engineRefuses whether every engine refuses it by itself
     */
    public record Case(String file, boolean engineRefuses, byte[] bytes) {
        /** The format, which is the name of its folder. */
        public Format format() {
            return Format.find(file.split("/")[0]).orElseThrow();
        }

        /** The object type, with which its name begins. */
        public ObjectType type() {
            return TYPES.named(file.split("[/.]")[1]).orElseThrow();
        }

        @Override
        public String toString() {
            return file;
        }
    }

    /** Every case of the index. */
    public List<Case> all() throws IOException {
        try (Stream<String> lines = Files.lines(folder.resolve("index.jsonl"))) {
            return lines.map(Wire.MAPPER::readTree).map(this::read).toList();
        }
    }

    private Case read(JsonNode line) {
        String file = line.get("file").stringValue();
        boolean engineRefuses = line.has("equal");
        try {
            return new Case(file, engineRefuses, Files.readAllBytes(folder.resolve(file)));
        } catch (IOException e) {
            throw new IllegalStateException(folder + "/index.jsonl names " + file + ", which is not there", e);
        }
    }

    /** Every file in the folders of the formats, by its path below this one. */
    public List<String> files() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> !file.getParent().equals(folder))
                    .map(file -> folder.relativize(file).toString().replace('\\', '/'))
                    .toList();
        }
    }
}
