package testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import testbed.run.Origin;

class ConfigTest {
    @Test
    void defaults_are_those_of_the_documentation() throws Exception {
        Config config = Config.from(Map.of());
        assertThat(config.host()).isEqualTo("127.0.0.1");
        assertThat(config.port()).isEqualTo(8080);
        assertThat(config.providerAllowlist()).isEmpty();
        assertThat(Files.readAllLines(Path.of("../docs/configuration.md")))
                .contains(row("MAX_AMOUNT", config.maxAmount(), "largest `amount`, and largest `warmup`"))
                .contains(row("MAX_CONCURRENCY", config.maxConcurrency(), "largest `concurrency`"))
                .contains(row("MAX_CHECKPOINTS", config.maxCheckpoints(), "most `checkpoints`"))
                .contains(row("MAX_REQUEST_BYTES", config.maxRequestBytes(), "largest body of `POST /triggerReqs`"))
                .contains(row("CONNECT_TIMEOUT_MS", config.connectTimeoutMs(), "to open a connection to the provider"))
                .contains(row(
                        "READ_TIMEOUT_MS",
                        config.readTimeoutMs(),
                        "from sending a request until the whole body is there"))
                .anyMatch(line -> line.startsWith("| `MAX_OBJECT_BYTES` | " + config.maxObjectBytes() + " |"))
                .anyMatch(line ->
                        line.contains("| " + config.runTimeoutBaseMs() + ", " + config.runTimeoutPerObjectMs() + " |"));
    }

    @Test
    void the_run_timeout_grows_with_the_objects() {
        Config config = Config.from(Map.of("RUN_TIMEOUT_BASE_MS", "100", "RUN_TIMEOUT_PER_OBJECT_MS", "2"));
        assertThat(config.runTimeoutNs(10)).isEqualTo(120_000_000);
    }

    @Test
    void the_allow_list_is_origins_separated_by_commas() {
        Config config = Config.from(Map.of("PROVIDER_ALLOWLIST", " http://127.0.0.1:8082/, http://HOST ,"));
        assertThat(config.providerAllowlist())
                .containsExactlyInAnyOrder(new Origin("127.0.0.1", 8082), new Origin("host", 80));
    }

    @ParameterizedTest
    @CsvSource({
        "PORT, 65536",
        "PORT, -1",
        "PORT, http",
        "MAX_AMOUNT, 0",
        "MAX_AMOUNT, 1e6",
        "MAX_OBJECT_BYTES, 64k",
        "READ_TIMEOUT_MS, 0",
        "CONNECT_TIMEOUT_MS, 99999999999999999999",
        "PROVIDER_ALLOWLIST, 127.0.0.1:8082",
        "PROVIDER_ALLOWLIST, http://a/b"
    })
    void a_value_that_cannot_be_used_is_named(String name, String value) {
        assertThatThrownBy(() -> Config.from(Map.of(name, value)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(name)
                .hasMessageContaining(value)
                .hasMessageContaining("allowed");
    }

    private static String row(String name, int value, String meaning) {
        return "| `" + name + "` | " + value + " | " + meaning + " |";
    }
}
