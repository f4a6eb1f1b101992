package testbed.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import testbed.Everything;
import testbed.Providers;
import testbed.VerdictCases;
import testbed.VerdictCases.Case;
import testbed.contract.Format;
import testbed.engines.Encoder;
import testbed.engines.EngineRegistry;
import testbed.objects.ObjectType;
import testbed.objects.ObjectTypes;

/** What the guards of all formats have in common. */
class GuardTest {
    static final ObjectTypes TYPES = new ObjectTypes();

    @ParameterizedTest
    @EnumSource(Format.class)
    void an_empty_body_is_refused(Format format) {
        refuses(format, new byte[0], "the body is empty");
    }

    @ParameterizedTest
    @EnumSource(Format.class)
    void every_variant_passes(Format format) {
        EngineRegistry engines = new EngineRegistry(TYPES);
        for (ObjectType type : Everything.carriedBy(format).toList()) {
            Guard guard = Guard.of(format, type);
            Encoder encoder = engines.defaultOf(format).engine().encoder(type.type());
            type.variants().all().forEach(variant -> guard.check(encoder.encode(variant)));
        }
    }

    @ParameterizedTest
    @EnumSource(Format.class)
    void allocates_nothing_for_what_it_passes_and_a_message_for_what_it_refuses(Format format) throws Exception {
        for (ObjectType type : Everything.carriedBy(format).toList()) {
            Guard guard = Guard.of(format, type);
            byte[] golden = Providers.golden(type.name(), format.lowerCase());
            passes(guard, golden);
            assertThat(allocated(() -> guard.check(golden))).isZero();
        }
        Case largest = VerdictCases.of("reject").all().stream()
                .filter(one -> one.format() == format && "guard".equals(one.refusedBy()))
                .max(Comparator.comparingInt(one -> one.bytes().length))
                .orElseThrow();
        Guard guard = Guard.of(format, largest.type());
        assertThat(passes(guard, largest.bytes())).isFalse();
        assertThat(allocated(() -> passes(guard, largest.bytes()))).isLessThan(10_000);
    }

    /** Bytes, the least of some attempts: the first ones load classes. */
    private static long allocated(Runnable work) {
        var threads = (com.sun.management.ThreadMXBean) java.lang.management.ManagementFactory.getThreadMXBean();
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 10; i++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            work.run();
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        return least;
    }

    /** Every cut of the golden, and every byte of it replaced by some that mean something. */
    @ParameterizedTest
    @EnumSource(Format.class)
    void no_damage_to_a_golden_makes_the_guard_fail(Format format) throws Exception {
        for (ObjectType type : Everything.carriedBy(format).toList()) {
            byte[] golden = Providers.golden(type.name(), format.lowerCase());
            Guard guard = Guard.of(format, type);
            for (int end = 0; end < golden.length; end++) {
                boolean passes = passes(guard, Arrays.copyOf(golden, end));
                assertThat(passes && format != Format.JSON).as("cut at %d", end).isFalse();
            }
            for (int at = 0; at < golden.length; at++) {
                byte[] changed = golden.clone();
                for (int b : new int[] {0, '<', '>', '&', '"', '\\', '{', '/', 0x7f, 0xef, 0xff}) {
                    changed[at] = (byte) b;
                    passes(guard, changed);
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "7f",
                "c2a9",
                "dfbf",
                "e0a080",
                "ed9fbf",
                "ee8080",
                "efbfbf",
                "f0908080",
                "f48fbfbf",
                "61626364656667c2a9"
            })
    void valid_utf8_passes(String hex) {
        passes(Format.JSON, bytes(hex));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "80",
                "c0af",
                "c1bf",
                "c2",
                "c261",
                "e08080",
                "e09fbf",
                "eda080",
                "edbfbf",
                "e282",
                "f0808080",
                "f08fbfbf",
                "f4908080",
                "f5808080",
                "f8",
                "ff",
                "fe",
                "f09f98",
                "6162636465666768ff",
                "61626364656667e2"
            })
    void invalid_utf8_is_refused(String hex) {
        refuses(Format.JSON, bytes(hex), "the body is not UTF-8");
        refuses(Format.XML, bytes(hex), "the body is not UTF-8");
        refuses(Format.BSON, bsonString(bytes(hex)), "a name or string is not UTF-8");
    }

    @Test
    void a_byte_order_mark_is_refused() {
        refuses(Format.JSON, bytes("efbbbf7b7d"), "the body begins with a byte order mark");
        refuses(Format.XML, bytes("efbbbf3c612f3e"), "the body begins with a byte order mark");
    }

    @Test
    void a_guard_forgets_the_body_before() {
        Guard guard = Guard.of(Format.XML, TYPES.named("NumericObject").orElseThrow());
        assertThat(passes(guard, text("<NumericObject><a>"))).isFalse();
        assertThat(passes(guard, text("<NumericObject></NumericObject>"))).isTrue();
    }

    private static byte[] bsonString(byte[] value) {
        byte[] body = new byte[4 + 3 + 4 + value.length + 2];
        body[0] = (byte) body.length;
        body[4] = 2;
        body[5] = 'a';
        body[7] = (byte) (value.length + 1);
        System.arraycopy(value, 0, body, 11, value.length);
        return body;
    }

    private static boolean passes(Guard guard, byte[] body) {
        try {
            guard.check(body);
            return true;
        } catch (GuardException e) {
            return false;
        }
    }

    /** The body passes as one of a NumericObject. */
    static void passes(Format format, byte[] body) {
        assertThatCode(() -> numeric(format).check(body)).doesNotThrowAnyException();
    }

    /** The body is refused as one of a NumericObject, by the rule of these words. */
    static void refuses(Format format, byte[] body, String rule) {
        assertThatThrownBy(() -> numeric(format).check(body))
                .isInstanceOf(GuardException.class)
                .hasMessageStartingWith(rule + " (at byte ");
    }

    private static Guard numeric(Format format) {
        return Guard.of(format, TYPES.named("NumericObject").orElseThrow());
    }

    static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static byte[] bytes(String hex) {
        return HexFormat.of().parseHex(hex.replace(" ", ""));
    }
}
