package testbed.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import testbed.contract.Origin;

class ConfigTest {
    @Test
    void defaults_are_those_of_the_documentation() throws Exception {
        Config config = Config.from(Map.of());
        assertThat(config.host()).isEqualTo("127.0.0.1");
        assertThat(config.port()).isEqualTo(8080);
        assertThat(config.providerAllowlist()).isEmpty();
        assertThat(Files.readAllLines(Path.of("../docs/configuration.md")))
                .anyMatch(row("MAX_AMOUNT", config.maxAmount()))
                .anyMatch(row("MAX_CONCURRENCY", config.maxConcurrency()))
                .anyMatch(row("MAX_BLOCK", config.maxBlock()))
                .anyMatch(row("MAX_BLOCK_BYTES", config.maxBlockBytes()))
                .anyMatch(row("MAX_CHECKPOINTS", config.maxCheckpoints()))
                .anyMatch(row("MAX_REQUEST_BYTES", config.maxRequestBytes()))
                .anyMatch(row("MAX_OBJECT_BYTES", config.maxObjectBytes()))
                .anyMatch(row("MAX_CONNECTIONS", config.maxConnections()))
                .anyMatch(row("CLIENT_TIMEOUT_MS", config.clientTimeoutMs()))
                .anyMatch(row("KEEP_ALIVE_TIMEOUT_MS", config.keepAliveTimeoutMs()))
                .anyMatch(row("CONNECT_TIMEOUT_MS", config.connectTimeoutMs()))
                .anyMatch(row("READ_TIMEOUT_MS", config.readTimeoutMs()))
                .anyMatch(line ->
                        line.contains("| " + config.runTimeoutBaseMs() + ", " + config.runTimeoutPerObjectMs() + " |"));
    }

    @Test
    void the_run_timeout_grows_with_the_objects() {
        Config config = Config.from(Map.of("RUN_TIMEOUT_BASE_MS", "100", "RUN_TIMEOUT_PER_OBJECT_MS", "2"));
        assertThat(config.runTimeoutNs(10)).isEqualTo(120_000_000);
    }

    @Test
    void the_run_timeout_is_endless_where_a_long_holds_no_more() {
        Config config = Config.from(Map.of("RUN_TIMEOUT_BASE_MS", "86400000", "RUN_TIMEOUT_PER_OBJECT_MS", "86400000"));
        assertThat(config.runTimeoutNs(2_000_000_000L)).isEqualTo(Long.MAX_VALUE);
        assertThat(config.runTimeoutNs(100)).isEqualTo(101 * 86_400_000_000_000L);
    }

    @Test
    void the_allow_list_is_origins_separated_by_commas_or_none() {
        assertThat(Config.from(Map.of("PROVIDER_ALLOWLIST", " http://127.0.0.1:8082/, http://HOST "))
                        .providerAllowlist())
                .containsExactlyInAnyOrder(new Origin("127.0.0.1", 8082), new Origin("host", 80));
        assertThat(Config.from(Map.of("PROVIDER_ALLOWLIST", " none ")).providerAllowlist())
                .isEmpty();
        assertThat(Config.from(Map.of("PROVIDER_ALLOWLIST", "")).providerAllowlist())
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "PORT, 65535",
        "PORT, 0",
        "MAX_AMOUNT, 1",
        "MAX_AMOUNT, 1000000000",
        "MAX_OBJECT_BYTES, 16777216",
        "MAX_CONNECTIONS, 2",
        "CLIENT_TIMEOUT_MS, 1",
        "KEEP_ALIVE_TIMEOUT_MS, 86400000",
        "RUN_TIMEOUT_PER_OBJECT_MS, 0"
    })
    void values_at_the_edges_are_taken(String name, String value) {
        assertThatCode(() -> Config.from(Map.of(name, value))).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource({
        "PORT, 65536",
        "PORT, -1",
        "PORT, http",
        "PORT, ''",
        "HOST, ''",
        "HOST, 'a b'",
        "MAX_AMOUNT, 0",
        "MAX_AMOUNT, 1e6",
        "MAX_AMOUNT, 1000000001",
        "MAX_CONCURRENCY, ' 4'",
        "MAX_OBJECT_BYTES, 64k",
        "MAX_OBJECT_BYTES, 16777217",
        "MAX_CONNECTIONS, 1",
        "READ_TIMEOUT_MS, 0",
        "READ_TIMEOUT_MS, +5",
        "CLIENT_TIMEOUT_MS, 0",
        "KEEP_ALIVE_TIMEOUT_MS, 86400001",
        "CONNECT_TIMEOUT_MS, 99999999999999999999",
        "ALLOW_PUBLIC_ADDRESS, 1",
        "ALLOW_PUBLIC_ADDRESS, True",
        "ALLOW_PUBLIC_ADDRESS, ''",
        "PROVIDER_ALLOWLIST, 127.0.0.1:8082",
        "PROVIDER_ALLOWLIST, http://a/b",
        "PROVIDER_ALLOWLIST, 'http://a,'",
        "PROVIDER_ALLOWLIST, None",
        "PROVIDER_ALLOWLIST, 'none,http://a'",
        "RECEIVER_ALLOWLIST, a:80",
        "SENDER_ALLOWLIST, a:80",
        "SENDER_ALLOWLIST, ::1",
        "SENDER_ALLOWLIST, 'a,'",
        "SENDER_ALLOWLIST, http://a"
    })
    void a_value_that_cannot_be_used_is_named(String name, String value) {
        assertThatThrownBy(() -> Config.from(Map.of(name, value)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(name + " is \"" + value + "\"; allowed is ");
    }

    @ParameterizedTest
    @CsvSource({
        "PROVIDER_ALLOWLIST, http://a:1, http://rust_provider:8083",
        "RECEIVER_ALLOWLIST, http://a:*, http://rust_server:*",
        "SENDER_ALLOWLIST, a, b:1",
        "ALLOWED_HOSTS, a, *"
    })
    void an_entry_that_cannot_be_used_is_named_in_its_list(String name, String good, String bad) {
        assertThatThrownBy(() -> Config.from(Map.of(name, good + ", " + bad + " ," + good)))
                .hasMessageContaining(
                        ", and \"" + bad + "\" is no such entry (a host has letters, digits, - and . alone). See ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "127.255.255.254", "::1", "0:0:0:0:0:0:0:1", "localhost", "LocalHost"})
    void an_address_of_this_machine_needs_no_leave(String host) {
        assertThat(Config.from(Map.of("HOST", host)).host()).isEqualTo(host);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0.0.0.0",
                "::",
                "192.168.1.7",
                "128.0.0.1",
                "127.1",
                "127.0.0.256",
                "::ffff:127.0.0.1",
                "[::1]",
                "localhost.example",
                "127.example"
            })
    void an_address_that_others_reach_must_be_meant_and_say_its_providers_its_names_and_its_token(String host) {
        assertThatThrownBy(() -> from(host, null, null, "a", "none")).hasMessageContaining("ALLOW_PUBLIC_ADDRESS=true");
        assertThatThrownBy(() -> from(host, null, "http://a", "a", "none"))
                .hasMessageContaining("ALLOW_PUBLIC_ADDRESS=true");
        assertThatThrownBy(() -> from(host, "false", "http://a", "a", "none"))
                .hasMessageContaining("ALLOW_PUBLIC_ADDRESS=true");
        assertThatThrownBy(() -> from(host, "true", null, "a", "none"))
                .hasMessageStartingWith("HOST is \"" + host + "\", which is no loopback address")
                .hasMessageContaining("PROVIDER_ALLOWLIST=none");
        assertThatThrownBy(() -> from(host, "true", " ", "a", "none")).hasMessageContaining("PROVIDER_ALLOWLIST=none");
        assertThatThrownBy(() -> from(host, "true", "http://a", null, "none"))
                .hasMessageStartingWith("HOST is \"" + host + "\", which is no loopback address")
                .hasMessageContaining("ALLOWED_HOSTS=none");
        assertThatThrownBy(() -> from(host, "true", "http://a", " ", "none"))
                .hasMessageContaining("ALLOWED_HOSTS=none");
        assertThatThrownBy(() -> from(host, "true", "http://a", "a", null))
                .hasMessageStartingWith("HOST is \"" + host + "\", which is no loopback address")
                .hasMessageContaining("AUTH_TOKEN=none");
        assertThat(from(host, "true", "http://a", "a", "0123456789abcdef").authToken())
                .isPresent();
        assertThat(from(host, "true", "http://a", "a", "none").providerAllowlist())
                .hasSize(1);
        assertThat(from(host, "true", "none", "none", "none").providerAllowlist())
                .isEmpty();
    }

    @Test
    void a_host_leads_to_its_first_address_of_ipv4_or_else_its_first() throws Exception {
        InetAddress six = InetAddress.getByName("::1");
        InetAddress four = InetAddress.getByName("127.0.0.2");
        Config config = Config.from(Map.of("HOST", "localhost"));
        assertThat(config.choose(List.of(six, four))).isEqualTo(four);
        assertThat(config.choose(List.of(six))).isEqualTo(six);
    }

    @ParameterizedTest
    @ValueSource(strings = {"192.0.2.2", "0.0.0.0", "2001:db8::1"})
    void a_name_of_this_machine_leads_nowhere_else(String elsewhere) throws Exception {
        InetAddress reachable = InetAddress.getByName(elsewhere);
        List<InetAddress> addresses = List.of(InetAddress.getByName("127.0.0.1"), reachable);
        assertThatThrownBy(() -> Config.from(Map.of("HOST", "LocalHost")).choose(addresses))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("HOST is \"LocalHost\"")
                .hasMessageContaining(reachable.getHostAddress());
        assertThat(from("a.example", "true", "none", "none", "none").choose(addresses))
                .isEqualTo(addresses.get(0));
    }

    @Test
    void senders_are_hosts_without_ports_and_nobody_unless_they_are_named() {
        assertThat(Config.from(Map.of()).senderAllowlist()).isEmpty();
        assertThat(Config.from(Map.of("SENDER_ALLOWLIST", "none")).senderAllowlist())
                .isEmpty();
        assertThat(Config.from(Map.of("SENDER_ALLOWLIST", "127.0.0.1, [::1],Rust-Server"))
                        .senderAllowlist())
                .containsExactlyInAnyOrder("127.0.0.1", "[::1]", "rust-server");
        assertThat(Config.from(Map.of()).receiverAllowlist()).isEmpty();
        assertThat(Config.from(Map.of("RECEIVER_ALLOWLIST", "http://a:1")).receiverAllowlist())
                .containsExactly(new AllowedReceiver(new Origin("a", 1), false));
    }

    @Test
    void the_word_none_allows_no_host() {
        assertThat(Config.from(Map.of("ALLOWED_HOSTS", " none ")).allowedHosts())
                .isEmpty();
        assertThat(Config.from(Map.of("ALLOWED_HOSTS", "")).allowedHosts()).isEmpty();
        assertThat(Config.from(Map.of("ALLOWED_HOSTS", "a, B:80")).allowedHosts())
                .hasSize(2);
    }

    private static Config from(String host, String allowed, String allowlist, String hosts, String token) {
        Map<String, String> environment = new HashMap<>(Map.of("HOST", host));
        if (allowed != null) {
            environment.put("ALLOW_PUBLIC_ADDRESS", allowed);
        }
        if (allowlist != null) {
            environment.put("PROVIDER_ALLOWLIST", allowlist);
        }
        if (hosts != null) {
            environment.put("ALLOWED_HOSTS", hosts);
        }
        if (token != null) {
            environment.put("AUTH_TOKEN", token);
        }
        return Config.from(environment);
    }

    private static java.util.function.Predicate<String> row(String name, int value) {
        return line -> line.startsWith("| `" + name + "` | " + value + " |");
    }
}
