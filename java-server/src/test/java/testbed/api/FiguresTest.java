package testbed.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static testbed.api.ProviderTest.isProblem;
import static testbed.api.Server.json;
import static testbed.api.Server.runOf;

import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import testbed.environment.Proc;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The whole answer of a run: every figure is there where it can be, and agrees with the others. */
class FiguresTest {
    private static final int AMOUNT = 7_250;
    private static final Server PROVIDER = new Server("");
    private static final Server CONSUMER = new Server(PROVIDER.url());

    @AfterAll
    static void stop() {
        CONSUMER.close();
        PROVIDER.close();
    }

    private static ObjectNode run() {
        return runOf(PROVIDER.url(), "JSON", "DummyObject", AMOUNT)
                .put("warmup", 5_500)
                .put("variants", 50);
    }

    @ParameterizedTest
    @CsvSource({"floor,JSON", "floor,BSON", "floor,XML", "pass,JSON", "pass,BSON", "pass,XML"})
    void a_run_by_what_parses_nothing_has_figures_as_any_other(String kind, String format) throws Exception {
        String name = kind + "-" + format.toLowerCase(Locale.ROOT);
        ObjectNode run = runOf(PROVIDER.url(), format, "DummyObject", 2_000);
        JsonNode result = json(CONSUMER.run(run.put("engine", name)));
        assertThat(result.get("engine").get("name").stringValue()).isEqualTo(name);
        assertThat(result.get("verified").intValue()).isEqualTo(2_000);
        assertThat(result.get("parse").get("p50_ns").longValue()).isPositive();
        double allocated =
                result.get("memory").get("allocated_bytes_per_object").doubleValue();
        assertThat(allocated).isBetween(kind.equals("pass") ? 0.0 : 1_000.0, kind.equals("pass") ? 0.0 : 10_000.0);
        assertThat(result.get("environment").get("libraries").has("java-server"))
                .isFalse();
    }

    @Test
    void both_parts_of_a_run_tell_the_whole_of_it() throws Exception {
        JsonNode result = json(CONSUMER.run(run()));
        JsonNode warmup = result.get("warmup");
        JsonNode histograms = result.get("histograms");
        assertThat(histograms.propertyNames()).containsExactly("measured", "warmup");
        partFits(
                result,
                histograms.get("measured"),
                AMOUNT,
                result.get("json_total_time_ms").longValue());
        partFits(
                warmup,
                histograms.get("warmup"),
                5_500,
                warmup.get("total_time_ms").longValue());
        assertThat(warmup.has("advice")).isFalse();
        fetchFits(result, AMOUNT);
        fetchFits(warmup, 5_500);
        assertThat(warmup.get("connections").intValue()).isEqualTo(1);
        assertThat(warmup.has("payload")).isFalse();
        assertThat(result.has("lead_ns") || warmup.has("lead_ns"))
                .as("lead_ns without blocks")
                .isFalse();
        assertThat(warmup.get("memory").has("allocated_bytes_per_object")).isFalse();
        assertThat(result.get("memory").get("allocated_bytes_per_object").doubleValue())
                .isBetween(1_000.0, 50_000.0);
        JsonNode payload = result.get("payload");
        assertThat(payload.get("megabytes_per_second").doubleValue())
                .isCloseTo(
                        payload.get("bytes").doubleValue()
                                * 1000
                                / result.get("parse").get("total_ns").doubleValue(),
                        within(0.001));
        environmentFits(result.get("environment"));
    }

    @Test
    void bodies_from_memory_are_not_waited_for() throws Exception {
        JsonNode result = json(CONSUMER.run(run().put("source", "replay")));
        partFits(
                result,
                result.get("histograms").get("measured"),
                AMOUNT,
                result.get("json_total_time_ms").longValue());
        assertThat(result.has("fetch")).isFalse();
        assertThat(result.get("warmup").has("fetch")).isFalse();
        assertThat(result.get("guard_ns").longValue()).isPositive();
    }

    private static void partFits(JsonNode part, JsonNode encoded, int amount, long wallMs) {
        JsonNode parse = part.get("parse");
        Histogram histogram = decoded(encoded.stringValue());
        assertThat(histogram.getTotalCount()).isEqualTo(amount);
        assertThat(histogram.getValueAtPercentile(50))
                .isEqualTo(parse.get("p50_ns").longValue());
        assertThat(histogram.getMaxValue())
                .isGreaterThanOrEqualTo(parse.get("max_ns").longValue());

        JsonNode means = part.get("blocks").get("mean_ns");
        assertThat(part.get("blocks").get("objects").intValue()).isEqualTo(500);
        assertThat(means).hasSize(amount / 500);
        for (String figure : List.of("p50_ns", "scan_ns")) {
            assertThat(part.get("blocks").get(figure)).hasSize(means.size()).allMatch(ns -> ns.longValue() > 0);
        }
        long inBlocks = 0;
        for (JsonNode mean : means) {
            inBlocks += mean.longValue() * 500;
        }
        long total = parse.get("total_ns").longValue();
        assertThat(inBlocks).isLessThanOrEqualTo(total + 250L * means.size());
        assertThat(total - inBlocks)
                .as("the windows of the last block, which is not whole")
                .isLessThanOrEqualTo(amount % 500 * parse.get("max_ns").longValue() + 250L * means.size());
        assertThat(part.get("steadiness").get("segments"))
                .extracting(segment -> segment.get("blocks").intValue())
                .satisfies(blocks -> assertThat(
                                blocks.stream().mapToInt(Integer::intValue).sum())
                        .isEqualTo(means.size()));

        JsonNode reclaim = part.get("reclaim");
        assertThat(reclaim.propertyNames())
                .containsExactly("gc_count", "gc_pause_ms", "gc_pause_in_window_ns", "gc_pause_outside_ns");
        assertThat(reclaim.get("gc_pause_in_window_ns").longValue()
                        + reclaim.get("gc_pause_outside_ns").longValue())
                .isCloseTo(reclaim.get("gc_pause_ms").longValue() * 1_000_000, within(500_000L));
        assertThat(part.get("memory").get("peak_rss_bytes").longValue()).isGreaterThan(10_000_000);
        cpuFits(part.get("cpu"), wallMs);
        assertThat(part.get("jit").get("compilation_ms").longValue()).isNotNegative();
        assertThat(part.get("guard_ns").longValue()).isPositive();
        assertThat(part.get("noise").isArray()).isTrue();
    }

    private static void cpuFits(JsonNode cpu, long wallMs) {
        assertThat(cpu.get("run_ms").doubleValue()).isBetween(1.0, wallMs + 100.0);
        assertThat(cpu.get("user_ms").doubleValue() + cpu.get("system_ms").doubleValue())
                .isGreaterThan(0);
        assertThat(cpu.get("voluntary_switches").longValue()).isNotNegative();
        assertThat(cpu.get("involuntary_switches").longValue()).isNotNegative();
        assertThat(cpu.get("run_queue_wait_ms").doubleValue()).isNotNegative();
        assertThat(cpu.has("pressure_ms")).isEqualTo(Proc.text("/proc/pressure/cpu") != null);
        assertThat(cpu.get("canary_ns")).hasSize(2);
    }

    private static void fetchFits(JsonNode part, int amount) {
        JsonNode fetch = part.get("fetch");
        assertThat(fetch.get("mean_ns").doubleValue() * amount)
                .isCloseTo(fetch.get("total_ns").doubleValue(), within(1.0));
        assertThat(fetch.get("p50_ns").longValue())
                .isBetween(1L, fetch.get("p99_ns").longValue());
    }

    private static void environmentFits(JsonNode environment) {
        assertThat(environment.propertyNames())
                .containsExactly("runtime", "runtime_version", "server_version", "flags", "libraries", "machine");
        assertThat(environment.get("flags").propertyNames())
                .contains("gc", "heap_max_mib", "heap_initial_mib", "compressed_oops", "tiered", "vm_mode");
        assertThat(environment.get("libraries").get("jackson-databind").stringValue())
                .matches("\\d+\\.\\d+\\.\\d+");
        assertThat(environment.get("machine").get("cores").intValue()).isPositive();
    }

    @Test
    void blocks_combine_with_connections_checkpoints_and_a_last_one_that_is_smaller() throws Exception {
        JsonNode result = json(CONSUMER.run(run().put("block", 64)
                .put("concurrency", 4)
                .set("checkpoints", testbed.contract.Wire.MAPPER.valueToTree(new int[] {1, 100, AMOUNT}))));
        assertThat(result.get("verified").intValue()).isEqualTo(AMOUNT);
        assertThat(result.get("checkpoints")).hasSize(3);
        assertThat(result.get("blocks").get("scan_ns"))
                .as("of each 500 windows, whatever the size of a block of bodies")
                .hasSize(AMOUNT / 500);
        assertThat(result.get("lead_ns").longValue()).isPositive();
        assertThat(result.get("warmup").get("lead_ns").longValue()).isPositive();
        assertThat(decoded(result.get("histograms").get("measured").stringValue())
                        .getTotalCount())
                .isEqualTo(AMOUNT);
        JsonNode larger = json(
                CONSUMER.run(runOf(PROVIDER.url(), "XML", "NumericObject", 3).put("block", 10_000)));
        assertThat(larger.get("verified").intValue()).isEqualTo(3);
        assertThat(larger.get("blocks")).hasToString("{\"objects\":500,\"mean_ns\":[],\"p50_ns\":[],\"scan_ns\":[]}");
        isProblem(CONSUMER.run(run().put("block", 2).put("source", "replay")), 400, "invalid_request");
    }

    private static Histogram decoded(String text) {
        try {
            return Histogram.decodeFromCompressedByteBuffer(
                    ByteBuffer.wrap(Base64.getDecoder().decode(text)), 1);
        } catch (java.util.zip.DataFormatException e) {
            throw new AssertionError(e);
        }
    }
}
