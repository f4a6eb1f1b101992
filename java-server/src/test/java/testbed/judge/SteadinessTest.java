package testbed.judge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import testbed.Providers;
import testbed.contract.Wire;
import tools.jackson.databind.JsonNode;

class SteadinessTest {
    static List<Arguments> vectors() throws Exception {
        JsonNode vectors = Wire.MAPPER.readTree(Providers.vectors("steadiness.json"));
        return StreamSupport.stream(vectors.spliterator(), false)
                .map(vector -> Arguments.of(vector.get("name").stringValue(), vector))
                .toList();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("vectors")
    void finds_what_another_program_found(String name, JsonNode vector) {
        long[] means = Wire.MAPPER.treeToValue(vector.get("mean_ns"), long[].class);
        Steadiness found = Steadiness.of(means);
        assertThat(found.kind()).isEqualTo(vector.get("class").stringValue());
        JsonNode segments = vector.get("segments");
        assertThat(found.segments()).hasSize(segments.size());
        assertThat(IntStream.range(0, segments.size())).allSatisfy(i -> {
            assertThat(found.segments().get(i).blocks())
                    .isEqualTo(segments.get(i).get("blocks").intValue());
            assertThat((double) found.segments().get(i).medianNs())
                    .isCloseTo(
                            segments.get(i).get("median_ns").doubleValue(), org.assertj.core.data.Offset.offset(1.0));
        });
    }

    @Test
    void nine_blocks_are_too_few() {
        assertThat(Steadiness.of(new long[9])).isNull();
    }
}
