package testbed.objects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class OnceTest {
    private final AtomicInteger calls = new AtomicInteger();

    @Test
    void is_made_when_asked_for_and_kept() {
        Once<String> once = new Once<>(() -> "made " + calls.incrementAndGet());
        assertThat(once.isMade()).isFalse();
        assertThat(once.get()).isEqualTo("made 1");
        assertThat(once.get()).isSameAs(once.get());
        assertThat(once.isMade()).isTrue();
    }

    @Test
    void what_could_not_be_made_is_tried_again() {
        Once<String> once = new Once<>(() -> {
            if (calls.incrementAndGet() == 1) {
                throw new IllegalStateException("not yet");
            }
            return "made";
        });
        assertThatThrownBy(once::get).hasMessage("not yet");
        assertThat(once.get()).isEqualTo("made");
    }
}
