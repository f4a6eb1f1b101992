package testbed.answer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import testbed.contract.Format;
import testbed.contract.Kind;
import testbed.contract.Operation;
import testbed.environment.Build;
import testbed.environment.Environment;
import testbed.judge.Noise;
import testbed.measure.Cores;
import testbed.measure.Times;
import testbed.request.RunRequest;
import testbed.request.Sample;

class TableTest {
    private static final Times.Parse PARSE =
            new Times.Parse(113_047_000, 113_047, 40_000, 45_312, 201_727, 655_871, 9_000_000, 22);

    @Test
    void shows_the_whole_of_a_run() {
        Table table = new Table(
                request(Map.of("amount", 1000, "warmup", 20_000, "block", 2)),
                PARSE,
                null,
                null,
                113_047,
                1024,
                List.of(new Noise.Rule("jit", 0.6428, 0.01), new Noise.Rule("run_queue_wait", 0.0312, 0.02)),
                List.of("The JVM was still compiling.", "Do something about it."),
                new RunEngine("bson4jackson", "bson4jackson", "3.1.0", Format.BSON, Operation.DECODE, null),
                environment(
                        "Temurin 25.0.3+9-LTS",
                        new TreeMap<>(Map.of("tomcat-embed-core", "11.0.27", "bson4jackson", "3.1.0"))));
        assertThat(table.text()).isEqualTo("""
                        1000 DummyObject as BSON from the rust provider http://127.0.0.1:8083, parsed by java

                        objects        1000, each as expected
                        us an object   p50 45.312, p90 201.727, p99 655.871
                        sum            113047 us
                        whole run      1024 ms
                        warm-up        20000 objects before these, not counted
                        condition      http, concurrency 4, variants 3, block 2
                        disturbed by   jit 64.3 % (limit 1.0 %)
                                       run_queue_wait 3.1 % (limit 2.0 %)
                        advice         The JVM was still compiling.
                                       Do something about it.
                        engine         bson4jackson 3.1.0
                        runtime        Temurin 25.0.3+9-LTS
                        libraries      bson4jackson 3.1.0, tomcat-embed-core 11.0.27
                        """);
    }

    @Test
    void says_of_what_there_is_none() {
        Table table = new Table(
                request(Map.of("amount", 1, "server_type", "java", "source", "replay")),
                new Times.Parse(7, 7, 7, 7, 1_000, 1_000_050, 1_000_050, 22),
                null,
                null,
                0,
                0,
                List.of(),
                List.of(),
                new RunEngine("myname", "mylib", "1.0", Format.BSON, Operation.DECODE, null),
                environment("OpenJDK 17", Map.of("mylib", "1.0")));
        assertThat(table.text()).isEqualTo("""
                        1 DummyObject as BSON from the java provider http://127.0.0.1:8083, parsed by java

                        objects        1, each as expected
                        us an object   p50 0.007, p90 1.000, p99 1000.050
                        sum            0 us
                        whole run      0 ms
                        warm-up        none
                        condition      replay, concurrency 4, variants 3, block 1
                        disturbed by   nothing
                        advice         none
                        engine         myname 1.0 (mylib)
                        runtime        OpenJDK 17
                        libraries      mylib 1.0
                        """);
    }

    @Test
    void a_size_stands_beside_its_type() {
        Table table = new Table(
                request(Map.of("object_type", "Timeline", "size", "16KiB")),
                PARSE,
                null,
                null,
                0,
                0,
                List.of(),
                List.of(),
                new RunEngine("bson4jackson", "bson4jackson", "3.1.0", Format.BSON, Operation.DECODE, null),
                environment("OpenJDK 17", Map.of()));
        assertThat(table.text()).startsWith("10 Timeline 16KiB as BSON from the rust provider ");
    }

    @Test
    void an_operation_that_is_not_decode_stands_under_the_conditions() {
        Table table = new Table(
                request(Map.of("operation", "partial")),
                PARSE,
                null,
                null,
                0,
                0,
                List.of(),
                List.of(),
                new RunEngine("mylib-partial", "mylib", "1.0", Format.BSON, Operation.PARTIAL, Kind.PARTIAL_TYPED),
                environment("OpenJDK 17", Map.of()));
        assertThat(table.text())
                .contains(
                        "\ncondition      http, concurrency 4, variants 3, block 1, operation partial, kind partial-typed\n");
    }

    @Test
    void a_coding_stands_under_the_conditions_and_its_windows_beside_those_of_the_engine() {
        Table table = new Table(
                request(Map.of("coding", "zstd")),
                new Times.Parse(7, 7, 7, 7, 7, 7, 7, 22),
                PARSE,
                null,
                0,
                0,
                List.of(),
                List.of(),
                new RunEngine("bson4jackson", "bson4jackson", "3.1.0", Format.BSON, Operation.DECODE, null),
                environment("OpenJDK 17", Map.of()));
        assertThat(table.text())
                .contains("\nus of decoding p50 45.312, p90 201.727, p99 655.871\n")
                .contains("\ncondition      http, concurrency 4, variants 3, block 1, zstd\n");
    }

    @Test
    void what_several_threads_gave_together_has_a_line_of_its_own() {
        assertThat(together(2, 743_209.5))
                .contains("\ncores          2 threads: 743,210 objects a second\n")
                .contains("\ncondition      replay, concurrency 1, variants 3, block 1, threads 1\n");
        assertThat(together(1, 999.4)).contains("\ncores          1 thread: 999 objects a second\n");
        assertThat(together(64, 12_000_000)).contains(": 12,000,000 objects");
    }

    private static String together(int threads, double objectsPerS) {
        Table table = new Table(
                request(Map.of("source", "replay", "concurrency", 1, "threads", 1)),
                PARSE,
                null,
                new Cores(threads, objectsPerS),
                0,
                0,
                List.of(),
                List.of(),
                new RunEngine("bson4jackson", "bson4jackson", "3.1.0", Format.BSON, Operation.DECODE, null),
                environment("OpenJDK 17", Map.of()));
        return table.text();
    }

    private static Environment environment(String runtimeVersion, Map<String, String> libraries) {
        return Environment.now(new Build("java", runtimeVersion, "0.1.0", Map.of()), libraries);
    }

    private static RunRequest request(Map<String, ?> changes) {
        Map<String, Object> all = new HashMap<>(Map.of("object_format", "BSON", "concurrency", 4, "variants", 3));
        all.putAll(changes);
        return Sample.with(all);
    }
}
