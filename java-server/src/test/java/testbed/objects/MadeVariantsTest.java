package testbed.objects;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MadeVariantsTest {
    private record Made(int index) {}

    private final List<String> calls = new ArrayList<>();

    private MadeVariants variants(String name, boolean isOfSize) {
        return new MadeVariants(isOfSize, 4, () -> {
            calls.add(name);
            return index -> {
                calls.add(name + index);
                return new Made(index);
            };
        });
    }

    @Test
    void only_what_is_asked_for_is_made_and_once() {
        Variants variants = variants("a", true);
        assertThat(variants.isLoaded()).isFalse();
        assertThat(variants.get(2)).isEqualTo(new Made(2)).isSameAs(variants.get(2));
        assertThat(variants.isLoaded()).isTrue();
        assertThat(calls).containsExactly("a", "a2");
        assertThat(variants.all()).hasSize(4);
        assertThat(calls).containsExactly("a", "a2", "a0", "a1", "a3");
    }

    @Test
    void of_too_many_sizes_the_one_asked_for_longest_ago_goes() {
        List<MadeVariants> sizes = IntStream.rangeClosed(0, MadeVariants.KEPT)
                .mapToObj(number -> variants("size" + number + "-", true))
                .toList();
        sizes.subList(0, MadeVariants.KEPT).forEach(size -> size.get(1));
        sizes.get(0).get(1);
        sizes.get(MadeVariants.KEPT).get(1);
        assertThat(sizes.get(0).isLoaded()).as("asked for again").isTrue();
        assertThat(sizes.get(1).isLoaded()).isFalse();
        assertThat(sizes.subList(2, MadeVariants.KEPT + 1)).allMatch(Variants::isLoaded);
        calls.clear();
        assertThat(sizes.get(1).get(1)).isEqualTo(new Made(1));
        assertThat(calls).containsExactly("size1-", "size1-1");
    }

    @Test
    void what_has_no_size_is_kept() {
        MadeVariants own = variants("own", false);
        own.get(3);
        IntStream.rangeClosed(0, MadeVariants.KEPT)
                .forEach(number -> variants("s", true).get(0));
        assertThat(own.isLoaded()).isTrue();
    }
}
