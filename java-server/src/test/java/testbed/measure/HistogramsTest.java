package testbed.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Base64;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import testbed.Providers;
import testbed.contract.Wire;
import tools.jackson.databind.JsonNode;

/** A histogram that one runtime wrote is read by the other: {@code providers/vectors/histograms.json} has one from each. */
class HistogramsTest {
    @ParameterizedTest
    @ValueSource(strings = {"rust", "java"})
    void every_runtimes_encoding_is_read_here(String runtime) throws Exception {
        JsonNode vectors = Wire.MAPPER.readTree(Providers.vectors("histograms.json"));
        Histogram histogram = decode(vectors.get(runtime).stringValue());
        assertThat(histogram.getTotalCount()).isEqualTo(vectors.get("count").longValue());
        assertThat(histogram.getValueAtPercentile(50))
                .isEqualTo(vectors.get("p50").longValue());
        assertThat(histogram.getValueAtPercentile(99))
                .isEqualTo(vectors.get("p99").longValue());
        assertThat(histogram.getMaxValue()).isEqualTo(vectors.get("max").longValue());
        assertThat(histogram.getNumberOfSignificantValueDigits()).isEqualTo(3);
    }

    @Test
    void this_runtime_still_writes_what_stands_there() throws Exception {
        Times times = new Times();
        for (int i = 1; i <= 100_000; i++) {
            times.record(i * 10L);
        }
        String written = times.histogram();
        assertThat(written).startsWith("HISTFAAA");
        JsonNode vectors = Wire.MAPPER.readTree(Providers.vectors("histograms.json"));
        assertThat(decode(written)).isEqualTo(decode(vectors.get("java").stringValue()));
    }

    private static Histogram decode(String encoded) throws Exception {
        return Histogram.decodeFromCompressedByteBuffer(
                ByteBuffer.wrap(Base64.getDecoder().decode(encoded)), 1);
    }
}
