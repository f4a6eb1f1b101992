package testbed;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Map;
import org.junit.jupiter.api.Test;
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
                        "none"))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("HOST is no-such-host.invalid");
    }
}
