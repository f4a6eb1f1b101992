package testbed.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import testbed.Providers;
import testbed.config.Hosts.Verdict;
import tools.jackson.databind.JsonNode;

/** Every host of {@code providers/vectors/hosts.json}, to which every server is held; its origins are in {@code MisdirectedTest}. */
class HostsTest {
    private static final JsonNode VECTORS = Providers.hosts();
    private static final int PORT = VECTORS.get("port").intValue();

    static List<Arguments> hosts() {
        return VECTORS.get("hosts")
                .valueStream()
                .map(one -> Arguments.of(
                        one.get("host").stringValue(), one.get("status").intValue()))
                .toList();
    }

    static List<String> unusable() {
        return VECTORS.get("unusable")
                .valueStream()
                .map(one -> one.get("allowed_hosts").stringValue())
                .toList();
    }

    @ParameterizedTest(name = "\"{0}\" is {1}")
    @MethodSource("hosts")
    void every_host_has_the_verdict_that_is_written_down(String host, int status) {
        Verdict verdict = hosts("127.0.0.1").judge(host, PORT);
        assertThat(Map.of(Verdict.OWN, 200, Verdict.ANOTHERS, 421, Verdict.NONE, 400))
                .containsEntry(verdict, status);
    }

    @Test
    void an_address_that_others_reach_has_no_names_but_those_listed() {
        Hosts hosts = hosts("0.0.0.0");
        assertThat(List.of("rust-server", "rust-server:8081")).allMatch(host -> hosts.judge(host, PORT) == Verdict.OWN);
        assertThat(List.of("localhost", "127.0.0.1", "[::1]", "localhost:8081"))
                .allMatch(host -> hosts.judge(host, PORT) == Verdict.ANOTHERS);
    }

    @ParameterizedTest
    @MethodSource("unusable")
    void an_entry_that_is_no_host_is_named_with_what_is_allowed(String list) {
        assertThatThrownBy(() -> Config.from(Map.of("ALLOWED_HOSTS", list)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(
                        "ALLOWED_HOSTS is \"" + list
                                + "\"; allowed is a list of hosts such as rust-server or rust-server:8081, separated by commas");
    }

    private static Hosts hosts(String host) {
        return Hosts.of(Config.from(Map.of(
                "HOST",
                host,
                "ALLOWED_HOSTS",
                VECTORS.get("allowed_hosts").stringValue(),
                "ALLOW_PUBLIC_ADDRESS",
                "true",
                "PROVIDER_ALLOWLIST",
                "none",
                "AUTH_TOKEN",
                "none")));
    }
}
