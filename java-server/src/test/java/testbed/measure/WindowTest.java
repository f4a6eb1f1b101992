package testbed.measure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WindowTest {
    @Test
    void times_the_decode_and_nothing_else() {
        long busyNs = 20_000_000;
        Window window = new Window();
        long before = System.nanoTime();
        window.parse(
                body -> {
                    long end = System.nanoTime() + busyNs;
                    while (System.nanoTime() < end) {
                        Thread.onSpinWait();
                    }
                    return body;
                },
                new byte[] {1});
        long around = System.nanoTime() - before;
        assertThat(window.ns()).isBetween(busyNs, around);
        assertThat(window.object()).isEqualTo(new byte[] {1});
    }

    @Test
    void an_empty_window_costs_less_than_a_microsecond() {
        assertThat(Window.overheadNs()).isBetween(0L, 1_000L);
    }
}
