package testbed.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class CoresTest {
    @Test
    void the_rates_of_the_threads_are_added_up() {
        List<Tally> tallies = List.of(tally(10, 900), tally(20, 1_500), tally(0, 0));
        assertThat(Cores.of(tallies, List.of(pauses(5L, 1_000L), pauses(0L, 10_000L), pauses(0L, 0L))))
                .isEqualTo(new Cores(3, 1_000_000.0 + 500_000.0));
    }

    @Test
    void pauses_that_the_jvm_does_not_tell_count_for_nothing() {
        assertThat(Cores.of(List.of(tally(10, 1_000)), List.of(pauses(null, null))))
                .isEqualTo(new Cores(1, 1_000_000));
    }

    @Test
    void what_threads_gathered_is_merged_with_the_blocks_of_one_after_those_of_another() {
        Tally merged = Tally.ofThreads(1_800);
        merged.add(tally(1_100, 900));
        merged.add(tally(700, 1_500));
        Times.Parse parse = merged.windows().parse(0);
        assertThat(merged.verified()).isEqualTo(1_800);
        assertThat(parse.totalNs()).isEqualTo(1_100 * 900 + 700 * 1_500);
        assertThat(List.of(parse.minNs(), parse.p50Ns(), parse.maxNs())).containsExactly(900L, 900L, 1_500L);
        assertThat(merged.blocks().meanNs()).containsExactly(900, 900, 1_500);
        assertThat(merged.blocks().p50Ns()).containsExactly(900, 900, 1_500);
        assertThat(merged.blocks().scanNs()).isNull();
        Payload payload = merged.payload("");
        assertThat(List.of(payload.bytes(), (long) payload.minBytes(), (long) payload.maxBytes()))
                .containsExactly(1_100 * 900L + 700 * 1_500, 900L, 1_500L);
    }

    @Test
    void each_thread_meets_every_pause() {
        Reclaim all = new Reclaim(2, 7, 0L, 7_000_000L);
        assertThat(all.over(List.of(pauses(6L, 1L), pauses(2L, 5L)))).isEqualTo(new Reclaim(2, 7, 8L, 6L));
        Reclaim untold = pauses(null, null);
        assertThat(untold.over(List.of(untold, untold))).isEqualTo(untold);
    }

    private static Reclaim pauses(Long inWindowNs, Long outsideNs) {
        return new Reclaim(2, 7, inWindowNs, outsideNs);
    }

    /** So many objects, each of a window of so many ns and a body of as many bytes. */
    private static Tally tally(int objects, int ns) {
        Tally tally = Tally.ofThreads(objects);
        for (int i = 0; i < objects; i++) {
            tally.book(ns, ns);
        }
        return tally;
    }
}
