package testbed.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShareTest {
    @Test
    void shares_are_equal_but_for_one_object_and_begin_apart() {
        assertThat(Share.of(10, 4, 8))
                .containsExactly(new Share(3, 0), new Share(3, 2), new Share(2, 4), new Share(2, 6));
        assertThat(Share.of(10, 1, 8)).containsExactly(new Share(10, 0));
        assertThat(Share.of(1, 3, 1))
                .as("more threads than objects or variants")
                .containsExactly(new Share(1, 0), new Share(0, 0), new Share(0, 0));
    }

    @ParameterizedTest
    @CsvSource({"1000000, 64, 1024", "7, 3, 1023", "64, 64, 5", "1000000000, 64, 1024"})
    void together_they_are_all_objects(int amount, int threads, int variants) {
        List<Share> shares = Share.of(amount, threads, variants);
        assertThat(shares.stream().mapToInt(Share::amount).sum()).isEqualTo(amount);
        assertThat(shares).allSatisfy(share -> assertThat(share.first()).isBetween(0, variants - 1));
    }

    @Test
    void the_variants_of_a_share_go_on_past_the_last() {
        assertThat(used(new Share(3, 4))).containsExactly(0, 1, 4);
        assertThat(used(new Share(5, 2))).containsExactly(0, 1, 2, 3, 4);
        assertThat(used(new Share(99, 2))).containsExactly(0, 1, 2, 3, 4);
        assertThat(used(new Share(0, 2))).isEmpty();
    }

    /** Which of five variants a share uses. */
    private static List<Integer> used(Share share) {
        return IntStream.range(0, 5)
                .filter(variant -> share.uses(variant, 5))
                .boxed()
                .toList();
    }
}
