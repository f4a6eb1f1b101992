package testbed;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.support.ParameterDeclarations;
import testbed.contract.Format;
import testbed.objects.ObjectType;

/**
 * Looks for a body that does what no body may ({@link Judge}), in each format and for every object type that it carries. One target a call:
 *
 * <pre>JAZZER_FUZZ=1 mvn -Pfuzz test -Dtest=BodiesFuzzTest#json -Djazzer.max_duration=60s</pre>
 *
 * <p>Without {@code JAZZER_FUZZ} it judges the bodies to begin with, as {@code VerdictsTest} does in every build. A body that is found
 * belongs in {@code providers/reject} or {@code providers/accept}, under a name that says why.
 */
class BodiesFuzzTest {
    /** Larger ones are judged in every build, and would make each of the fuzzer's as large. */
    private static final int MOST_BYTES = 4096;

    private static final Map<Format, List<Judge>> JUDGES = new EnumMap<>(Format.class);

    @Begins
    @FuzzTest // the last annotation: those before it give the bodies to begin with
    void json(byte[] body) {
        judge(Format.JSON, body);
    }

    @Begins
    @FuzzTest // the last annotation: those before it give the bodies to begin with
    void bson(byte[] body) {
        judge(Format.BSON, body);
    }

    @Begins
    @FuzzTest // the last annotation: those before it give the bodies to begin with
    void xml(byte[] body) {
        judge(Format.XML, body);
    }

    @Begins
    @FuzzTest // the last annotation: those before it give the bodies to begin with
    void protobuf(byte[] body) {
        survive(Format.PROTOBUF, body);
    }

    @Begins
    @FuzzTest // the last annotation: those before it give the bodies to begin with
    void messagepack(byte[] body) {
        survive(Format.MESSAGEPACK, body);
    }

    @Begins
    @FuzzTest // the last annotation: those before it give the bodies to begin with
    void cbor(byte[] body) {
        survive(Format.CBOR, body);
    }

    @Begins
    @FuzzTest // the last annotation: those before it give the bodies to begin with
    void avro(byte[] body) {
        survive(Format.AVRO, body);
    }

    @Test
    void every_format_has_its_target() {
        assertThat(Arrays.stream(BodiesFuzzTest.class.getDeclaredMethods())
                        .filter(method -> method.isAnnotationPresent(FuzzTest.class))
                        .map(Method::getName))
                .containsExactlyInAnyOrderElementsOf(
                        Arrays.stream(Format.values()).map(Format::lowerCase).toList());
    }

    private static void judge(Format format, byte[] body) {
        of(format).forEach(judge -> judge.passes(body));
    }

    private static void survive(Format format, byte[] body) {
        of(format).forEach(judge -> judge.survives(body));
    }

    /** Begins with the bodies of the format that a target is named after. */
    @Retention(RetentionPolicy.RUNTIME)
    @ArgumentsSource(Known.class)
    @interface Begins {}

    static final class Known implements ArgumentsProvider {
        @Override
        public Stream<Arguments> provideArguments(ParameterDeclarations parameters, ExtensionContext context)
                throws IOException {
            String target = context.getRequiredTestMethod().getName();
            Format format = Arrays.stream(Format.values())
                    .filter(known -> known.lowerCase().equals(target))
                    .findFirst()
                    .orElseThrow();
            return bodies(format).stream().map(body -> Arguments.of((Object) body));
        }
    }

    private static List<Judge> of(Format format) {
        return JUDGES.computeIfAbsent(format, BodiesFuzzTest::judges);
    }

    private static List<Judge> judges(Format format) {
        return Everything.carriedBy(format).map(type -> new Judge(format, type)).toList();
    }

    private static List<byte[]> bodies(Format format) throws IOException {
        List<byte[]> bodies = new ArrayList<>();
        for (ObjectType type : Everything.carriedBy(format).toList()) {
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
