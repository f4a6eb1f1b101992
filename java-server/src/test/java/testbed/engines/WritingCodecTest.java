package testbed.engines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import testbed.WrappedEngine;
import testbed.contract.RefusedBy;
import testbed.measure.Encoder;
import testbed.objects.ObjectType;
import testbed.objects.ObjectTypes;

class WritingCodecTest {
    private static final ObjectType TYPE =
            new ObjectTypes().named("DummyObject").orElseThrow();

    private final AtomicInteger written = new AtomicInteger();

    private WritingCodec codec(UnaryOperator<Encoder> encoders, int variants) {
        Engine engine = new WrappedEngine(new JacksonDatabind(Form.PLAIN), decoder -> decoder, encoders);
        return new WritingCodec(engine, TYPE, Optional.empty(), variants);
    }

    private WritingCodec counting(int variants) {
        return codec(
                encoder -> object -> {
                    written.incrementAndGet();
                    return encoder.encode(object);
                },
                variants);
    }

    @Test
    void each_variant_is_written_once_before_and_compared_with_that() {
        WritingCodec codec = counting(3);
        assertThat(written).hasValue(3);
        assertThat(codec.expected(0)).isEqualTo(TYPE.golden("json"));
        assertThat((byte[]) codec.write(2).object())
                .isEqualTo(codec.expected(2))
                .isNotEqualTo(codec.expected(0))
                .as("the very bytes of the window, which are sent")
                .isSameAs(codec.written())
                .isNotSameAs(codec.expected(2));
    }

    @Test
    void what_one_write_allocates_is_looked_at_in_64_variants_at_most() {
        WritingCodec codec = counting(200);
        assertThat(codec.allocatedBytes()).isPositive();
        assertThat(written).hasValue(200 + 64);
    }

    @Test
    void other_bytes_than_before_are_refused_by_the_comparison_and_a_failure_by_the_engine() {
        WritingCodec codec = codec(
                encoder -> object -> switch (written.incrementAndGet()) {
                    case 1, 2 -> encoder.encode(object);
                    case 3 -> new byte[] {1};
                    default -> throw new IllegalStateException("it quotes the object");
                },
                1);
        codec.write(0);
        assertThatThrownBy(() -> codec.write(0))
                .hasMessage("the engine wrote other bytes of variant 0")
                .isInstanceOfSatisfying(RefusedException.class, refused -> assertThat(refused.by())
                        .isEqualTo(RefusedBy.COMPARISON));
        assertThatThrownBy(() -> codec.write(0))
                .hasMessage("the engine cannot write variant 0: IllegalStateException")
                .isInstanceOfSatisfying(RefusedException.class, refused -> assertThat(refused.by())
                        .isEqualTo(RefusedBy.ENGINE));
    }
}
