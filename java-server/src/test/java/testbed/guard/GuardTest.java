package testbed.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static testbed.guard.Small.bytes;
import static testbed.guard.Small.text;
import static testbed.guard.Small.verdict;

import java.util.Arrays;
import java.util.Comparator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import testbed.Everything;
import testbed.Providers;
import testbed.VerdictCases;
import testbed.VerdictCases.Case;
import testbed.contract.Format;
import testbed.engines.EngineRegistry;
import testbed.measure.Encoder;
import testbed.objects.ObjectType;
import testbed.objects.ObjectTypes;

/** What the guards of all formats have in common. */
class GuardTest {
    private static final ObjectTypes TYPES = new ObjectTypes();

    @ParameterizedTest
    @EnumSource(Samples.class)
    void an_empty_body_is_refused(Samples samples) {
        assertThat(verdict(Small.several(samples.format()), new byte[0])).isEqualTo("the body is empty");
    }

    @ParameterizedTest
    @EnumSource(Samples.class)
    void every_variant_passes(Samples samples) {
        Format format = samples.format();
        EngineRegistry engines = new EngineRegistry(TYPES);
        for (ObjectType type : Everything.carriedBy(format).toList()) {
            Guard guard = Guard.of(format, type);
            Encoder encoder = engines.defaultOf(format).engine().encoder(type.type());
            type.variants().all().forEach(variant -> guard.check(encoder.encode(variant)));
        }
    }

    @ParameterizedTest
    @EnumSource(Samples.class)
    void allocates_nothing_for_what_it_passes_and_a_message_for_what_it_refuses(Samples samples) throws Exception {
        Format format = samples.format();
        for (ObjectType type : Everything.carriedBy(format).toList()) {
            Guard guard = Guard.of(format, type);
            byte[] golden = Providers.golden(type.name(), format.lowerCase());
            guard.check(golden);
            assertThat(allocated(() -> guard.check(golden))).isZero();
        }
        for (Case one : VerdictCases.of("accept").all()) {
            if (one.format() == format) {
                Guard guard = Guard.of(format, one.type());
                assertThat(allocated(() -> guard.check(one.bytes())))
                        .as(one.file())
                        .isZero();
            }
        }
        Case largest = VerdictCases.of("reject").all().stream()
                .filter(one -> one.format() == format)
                .max(Comparator.comparingInt(one -> one.bytes().length))
                .orElseThrow();
        Guard guard = Guard.of(format, largest.type());
        assertThat(allocated(() -> verdict(guard, largest.bytes()))).isLessThan(10_000);
    }

    /** Bytes, the least of some attempts: the first ones load classes. */
    static long allocated(Runnable work) {
        var threads = (com.sun.management.ThreadMXBean) java.lang.management.ManagementFactory.getThreadMXBean();
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 10 && least > 0; i++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            work.run();
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        return least;
    }

    /** Every cut of the golden, and every byte of it replaced by some that mean something. */
    @ParameterizedTest
    @EnumSource(Samples.class)
    void no_damage_to_a_golden_makes_the_guard_fail(Samples samples) throws Exception {
        Format format = samples.format();
        for (ObjectType type : Everything.carriedBy(format).toList()) {
            byte[] golden = Providers.golden(type.name(), format.lowerCase());
            Guard guard = Guard.of(format, type);
            for (int end = 0; end < golden.length; end++) {
                assertThat(verdict(guard, Arrays.copyOf(golden, end)))
                        .as("cut at %d", end)
                        .isNotEqualTo("passes");
            }
            for (int at = 0; at < golden.length; at++) {
                byte[] changed = golden.clone();
                for (int b : new int[] {0, '<', '>', '&', '"', '\\', '{', '/', 0x7f, 0xef, 0xff}) {
                    changed[at] = (byte) b;
                    verdict(guard, changed);
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
                "efbfbd",
                "f0908080",
                "f48fbfbf",
                "61626364656667c2a9"
            })
    void valid_utf8_passes(String hex) {
        for (Samples samples : Samples.values()) {
            assertThat(verdict(Small.of(samples.format(), "text"), around(samples, hex)))
                    .isEqualTo("passes");
        }
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
        for (Samples samples : Samples.values()) {
            assertThat(verdict(Small.of(samples.format(), "text"), around(samples, hex)))
                    .isEqualTo(samples.format().isText() ? "the body is not UTF-8" : "a name or string is not UTF-8");
        }
    }

    /** A body with this text, in hexadecimal digits. */
    private static byte[] around(Samples samples, String hex) {
        return samples.around(samples.text(bytes(hex)));
    }

    @Test
    void a_byte_order_mark_is_refused() {
        for (Samples samples : Samples.values()) {
            byte[] body = around(samples, "61");
            Guard guard = Small.of(samples.format(), "text");
            assertThat(verdict(guard, body)).isEqualTo("passes");
            String marked = verdict(guard, Samples.join(text("\ufeff"), body));
            assertThat(marked.equals("the body begins with a byte order mark"))
                    .isEqualTo(samples.format().isText());
        }
    }

    @Test
    void a_refusal_says_where_and_whether_the_field_table_gives_the_rule() {
        Guard guard = Small.of(Format.JSON, "int32");
        assertThat(refusal(guard, "{\"v\":\"1\"}")).hasMessage("an integer was due (at byte 5)");
        assertThat(refusal(guard, "{\"v\":\"1\"}").isOfTheTable()).isTrue();
        assertThat(refusal(guard, "{\"v\":01}").isOfTheTable()).isFalse();
        assertThat(refusal(guard, "\0{\0}").isOfTheTable()).isFalse();
    }

    private static GuardException refusal(Guard guard, String body) {
        return org.assertj.core.api.Assertions.catchThrowableOfType(
                GuardException.class, () -> guard.check(text(body)));
    }

    @ParameterizedTest
    @EnumSource(Samples.class)
    void a_guard_forgets_the_body_before(Samples samples) throws Exception {
        Format format = samples.format();
        ObjectType type = TYPES.named("LogLine")
                .filter(known -> known.uncarriedBy(format).isEmpty())
                .or(() -> TYPES.named("Order"))
                .orElseThrow();
        byte[] golden = Providers.golden(type.name(), format.lowerCase());
        Guard guard = Guard.of(format, type);
        for (int end = 1; end < golden.length; end++) {
            assertThat(verdict(guard, Arrays.copyOf(golden, end))).isNotEqualTo("passes");
            assertThat(verdict(guard, golden)).isEqualTo("passes");
        }
    }
}
