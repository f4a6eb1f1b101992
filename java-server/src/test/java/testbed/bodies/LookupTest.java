package testbed.bodies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import testbed.contract.Code;
import testbed.contract.Origin;
import testbed.contract.Problem;
import testbed.contract.ProblemException;

class LookupTest {
    private static final Origin ORIGIN = new Origin("a", 81);
    private static final int LONG_MS = 60_000;

    private final CountDownLatch never = new CountDownLatch(1);

    @AfterEach
    void release() {
        never.countDown();
    }

    @Test
    void every_address_is_given_in_order() throws Exception {
        InetAddress[] known = {InetAddress.getByName("127.0.0.1"), InetAddress.getByName("::1")};
        assertThat(new Lookup(ORIGIN, host -> known).addresses(LONG_MS, Remote.PROVIDER))
                .containsExactly(new InetSocketAddress(known[0], 81), new InetSocketAddress(known[1], 81));
    }

    @Test
    void a_host_without_an_address_is_unreachable() {
        Lookup lookup = new Lookup(ORIGIN, host -> {
            throw new UnknownHostException(host);
        });
        assertThat(problem(lookup, LONG_MS).code()).isEqualTo(Code.PROVIDER_UNREACHABLE);
    }

    @Test
    void a_name_service_that_does_not_answer_is_not_waited_for() {
        Problem problem = problem(new Lookup(ORIGIN, this::hang), 20);
        assertThat(problem.code()).isEqualTo(Code.PROVIDER_TIMEOUT);
        assertThat(problem.detail()).contains("20 ms").contains("CONNECT_TIMEOUT_MS");
    }

    @Test
    void a_wait_can_be_ended() {
        Lookup lookup = new Lookup(ORIGIN, this::hang);
        lookup.abort();
        assertThat(problem(lookup, LONG_MS).code()).isEqualTo(Code.PROVIDER_UNREACHABLE);
    }

    private InetAddress[] hang(String host) {
        try {
            never.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return new InetAddress[0];
    }

    private static Problem problem(Lookup lookup, int timeoutMs) {
        return catchThrowableOfType(ProblemException.class, () -> lookup.addresses(timeoutMs, Remote.PROVIDER))
                .problem();
    }
}
