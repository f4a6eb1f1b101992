package testbed.bodies;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import testbed.config.Config;
import testbed.contract.Format;
import testbed.contract.Origin;

class ManyConnectionsTest {
    @Test
    @Timeout(60)
    void a_thread_that_breaks_does_not_leave_the_run_waiting() throws Exception {
        try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var address = (InetSocketAddress) listener.getLocalSocketAddress();
            // It has no path to request, which its thread does not expect.
            Target target = new Target(
                    new Origin("127.0.0.1", address.getPort()),
                    Format.JSON,
                    Optional.empty(),
                    List.of(address),
                    List.of(),
                    1);
            try (Bodies bodies = new ManyConnections(List.of(new Connection(target, Config.from(Map.of()))), 1)) {
                bodies.begin();
                bodies.ask(1);
                assertThatThrownBy(bodies::next).isInstanceOf(IndexOutOfBoundsException.class);
            }
        }
    }
}
