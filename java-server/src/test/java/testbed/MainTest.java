package testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.ConfigurableApplicationContext;
import testbed.config.Config;

class MainTest {
    @Test
    void a_port_that_is_taken_ends_the_start_with_a_word() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String port = Integer.toString(taken.getLocalPort());
            assertThatThrownBy(() -> Main.start(Config.from(Map.of("PORT", port))))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("PORT is " + port)
                    .hasMessageContaining("choose another");
        }
    }

    @Test
    void a_host_that_is_none_ends_the_start_with_a_word() {
        assertThatThrownBy(() -> Main.start(Config.from(Map.of(
                        "HOST",
                        "no-such-host.invalid",
                        "ALLOW_PUBLIC_ADDRESS",
                        "true",
                        "PROVIDER_ALLOWLIST",
                        "none",
                        "ALLOWED_HOSTS",
                        "none",
                        "AUTH_TOKEN",
                        "none"))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("HOST is no-such-host.invalid");
    }

    @Test
    void an_address_that_is_not_the_one_configured_is_refused() throws Exception {
        Config config = Config.from(Map.of("PORT", "18080"));
        InetAddress meant = InetAddress.getByName("127.0.0.1");
        Main.checkBound(config, meant, new InetSocketAddress("127.0.0.1", 18080));
        for (InetSocketAddress other : new InetSocketAddress[] {
            new InetSocketAddress("0.0.0.0", 18080), new InetSocketAddress("127.0.0.1", 18081)
        }) {
            assertThatThrownBy(() -> Main.checkBound(config, meant, other)).hasMessageContaining("was bound to");
        }
        Main.checkBound(Config.from(Map.of("PORT", "0")), meant, new InetSocketAddress("127.0.0.1", 18081));
    }

    @Test
    void system_properties_set_nothing() {
        System.setProperty("server.address", "0.0.0.0");
        System.setProperty("server.servlet.context-path", "/elsewhere");
        try (ConfigurableApplicationContext server = Main.start(Config.from(Map.of("PORT", "0")))) {
            assertThat(server.getEnvironment().getProperty("server.address")).isEqualTo("127.0.0.1");
            assertThat(server.getEnvironment().getProperty("server.servlet.context-path"))
                    .isNull();
        } finally {
            System.clearProperty("server.address");
            System.clearProperty("server.servlet.context-path");
        }
    }

    @Test
    void a_name_is_told_as_the_address_that_it_leads_to() {
        try (ConfigurableApplicationContext server =
                Main.start(Config.from(Map.of("HOST", "LocalHost", "PORT", "0")))) {
            assertThat(Main.url(server)).startsWith("http://127.0.0.1:");
        }
    }

    @Test
    void no_system_property_makes_a_logger_open_a_file(@TempDir Path folder) throws Exception {
        Path settings = folder.resolve("logging.properties");
        Files.writeString(
                settings,
                "handlers=java.util.logging.FileHandler\njava.util.logging.FileHandler.pattern=" + folder + "/jul\n");
        Path logback = folder.resolve("logback.xml");
        Files.writeString(
                logback,
                "<configuration><appender name='f' class='ch.qos.logback.core.FileAppender'><file>" + folder
                        + "/logback</file><encoder><pattern>%m</pattern></encoder></appender>"
                        + "<root><appender-ref ref='f'/></root></configuration>");
        ProcessBuilder command = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+ExitOnOutOfMemoryError",
                "-Xmx512m",
                "-Dorg.apache.commons.logging.diagnostics.dest=" + folder.resolve("commons"),
                "-Djava.util.logging.config.file=" + settings,
                "-Dlogback.configurationFile=" + logback,
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName());
        command.environment().clear();
        command.environment().put("PORT", "0");
        Process server = command.redirectErrorStream(true).start();
        try (BufferedReader lines = server.inputReader()) {
            assertThat(lines.readLine()).contains("\"listening\"");
            try (Stream<Path> files = Files.list(folder)) {
                assertThat(files).containsExactlyInAnyOrder(settings, logback);
            }
        } finally {
            server.destroyForcibly().waitFor();
        }
    }
}
