package testbed.measure;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import testbed.contract.Wire;

class SeriesTest {
    private static final long HOUR_NS = 3_600_000_000_000L;

    @Test
    void a_block_is_500_windows_with_their_mean_rounded_half_up_and_their_median_and_a_part_is_left_out() {
        Series series = new Series(1_499);
        for (int i = 0; i < 1_499; i++) {
            series.record(i < 500 ? 10 : i < 750 ? 21 : 20);
        }
        assertThat(series.blocks().objects()).isEqualTo(500);
        assertThat(series.blocks().meanNs()).containsExactly(10, 21);
        assertThat(Wire.MAPPER.writeValueAsString(series.blocks()))
                .isEqualTo("{\"objects\":500,\"mean_ns\":[10,21],\"p50_ns\":[10,20]}");
    }

    @Test
    void what_a_failed_run_did_not_reach_is_not_there() {
        Series series = Series.looking(5_000);
        assertThat(Wire.MAPPER.writeValueAsString(series.blocks()))
                .isEqualTo("{\"objects\":500,\"mean_ns\":[],\"p50_ns\":[],\"scan_ns\":[]}");
    }

    @Test
    void a_block_has_the_mean_of_the_scans_around_it_rounded_half_up() {
        Series series = Series.looking(1_500);
        series.scanned(10);
        add(500, series);
        // The scan between two blocks is of both, unless there is another before the second.
        series.scanned(13);
        add(500, series);
        series.scanned(20);
        series.scanned(40);
        add(500, series);
        series.scanned(41);
        assertThat(series.blocks().scanNs()).containsExactly(12, 17, 41);
    }

    @Test
    void one_looks_between_blocks_alone_and_takes_no_memory() {
        Series series = Series.looking(1_700);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        series.look();
        threads.getCurrentThreadAllocatedBytes();
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int window = 0; window < 1_700; window++) {
            if (window % 500 == 0) {
                // Longer than any scan: one inside a block would take its place.
                series.scanned(2 * HOUR_NS);
            }
            series.record(1);
            series.look();
        }
        long after = threads.getCurrentThreadAllocatedBytes();
        assertThat(after - before).isZero();
        assertThat(series.blocks().scanNs()).hasSize(3);
        assertThat(LongStream.of(series.blocks().scanNs()).min().orElseThrow()).isGreaterThan(HOUR_NS);
    }

    private static void add(int windows, Series series) {
        for (int i = 0; i < windows; i++) {
            series.record(1);
        }
    }
}
