package testbed.environment;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class HeapTest {
    @Test
    void a_heap_that_is_too_small_for_a_run_is_refused_and_the_least_is_not() {
        Heap.check(128L << 20);
        Heap.check();
        assertThatThrownBy(() -> Heap.check((128L << 20) - 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the heap of 127 MiB is below the 128 MiB that a run needs")
                .hasMessageContaining("start java with -Xmx128m or more");
    }
}
