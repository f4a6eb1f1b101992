package testbed.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ScanTest {
    @Test
    void every_server_walks_over_the_same_text_in_the_same_way() {
        assertThat(new String(Scan.text(), StandardCharsets.US_ASCII))
                .hasSize(1_024)
                .startsWith(",02,900}a]309\"]3,11]a 01,91{ e\"2");
        assertThat(Long.toUnsignedString(Scan.walk(Scan.text()))).isEqualTo("15097507555440314544");
    }

    /** Four bytes a nanosecond are more than any CPU branches on; one in 12 ns is what an interpreter does. */
    @Test
    void every_byte_is_looked_at_and_the_walk_compiled() {
        Scan.warmUp();
        assertThat(Scan.ns()).isBetween(16 * 1_024 / 4L, 16 * 1_024 * 12L);
    }
}
