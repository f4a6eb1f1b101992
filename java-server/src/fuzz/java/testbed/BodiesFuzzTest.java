package testbed;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.provider.MethodSource;
import testbed.contract.Format;
import testbed.objects.ObjectType;
import testbed.objects.ObjectTypes;

/**
 * Looks for a body that does what no body may ({@link Judge}), in each format and for every object type. One target a call:
 *
 * <pre>JAZZER_FUZZ=1 mvn -Pfuzz test -Dtest=BodiesFuzzTest#json -Djazzer.max_duration=60s</pre>
 *
 * <p>Without {@code JAZZER_FUZZ} it judges the bodies to begin with, as {@code VerdictsTest} does in every build. A body that is found
 * belongs in {@code providers/reject} or {@code providers/accept}, under a name that says why.
 */
class BodiesFuzzTest {
    /** Larger ones are judged in every build, and would make each of the fuzzer's as large. */
    private static final int MOST_BYTES = 4096;

    private static final List<ObjectType> TYPES = new ObjectTypes().all();
    private static final List<Judge> JSON = judges(Format.JSON);
    private static final List<Judge> BSON = judges(Format.BSON);
    private static final List<Judge> XML = judges(Format.XML);

    @MethodSource("jsonBodies")
    @FuzzTest // the last annotation: those before it give the bodies to begin with
    void json(byte[] body) {
        JSON.forEach(judge -> judge.refusedBy(body));
    }

    @MethodSource("bsonBodies")
    @FuzzTest // the last annotation: those before it give the bodies to begin with
    void bson(byte[] body) {
        BSON.forEach(judge -> judge.refusedBy(body));
    }

    @MethodSource("xmlBodies")
    @FuzzTest // the last annotation: those before it give the bodies to begin with
    void xml(byte[] body) {
        XML.forEach(judge -> judge.refusedBy(body));
    }

    static List<byte[]> jsonBodies() throws IOException {
        return bodies(Format.JSON);
    }

    static List<byte[]> bsonBodies() throws IOException {
        return bodies(Format.BSON);
    }

    static List<byte[]> xmlBodies() throws IOException {
        return bodies(Format.XML);
    }

    private static List<Judge> judges(Format format) {
        return TYPES.stream().map(type -> new Judge(format, type)).toList();
    }

    private static List<byte[]> bodies(Format format) throws IOException {
        List<byte[]> bodies = new ArrayList<>();
        for (ObjectType type : TYPES) {
            bodies.add(Providers.golden(type.name(), format.lowerCase()));
        }
        for (String folder : List.of("accept", "reject")) {
            VerdictCases.of(folder).all().stream()
                    .filter(body -> body.format() == format && body.bytes().length <= MOST_BYTES)
                    .forEach(body -> bodies.add(body.bytes()));
        }
        return bodies;
    }
}
