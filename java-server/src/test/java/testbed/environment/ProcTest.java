package testbed.environment;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProcTest {
    @Test
    void a_value_is_found_by_its_whole_key() {
        String text =
                "VmHWMx:\t7 kB\nVmHWM:\t    1932 kB\nmodel name\t: A CPU @ 2.50GHz\nnr_throttled 3\nempty:\nword: x\n";
        assertThat(Proc.number(text, "VmHWM")).isEqualTo(1932);
        assertThat(Proc.value(text, "model name")).isEqualTo("A CPU @ 2.50GHz");
        assertThat(Proc.number(text, "nr_throttled")).isEqualTo(3);
        assertThat(Proc.value(text, "empty")).isEmpty();
        assertThat(Proc.number(text, "empty")).isNull();
        assertThat(Proc.number(text, "word")).isNull();
        assertThat(Proc.value(text, "nr_")).isNull();
        assertThat(Proc.value(null, "nr_")).isNull();
    }

    @Test
    void pairs_are_found_by_name() {
        String pairs = "avg10=0.25 avg60=0.16 total=26";
        assertThat(Proc.decimal(Proc.field(pairs, "avg10"))).isEqualTo(0.25);
        assertThat(Proc.field(pairs, "avg")).isNull();
        assertThat(Proc.field(null, "avg10")).isNull();
    }

    @Test
    void a_file_that_is_not_there_has_no_text() {
        assertThat(Proc.text("/proc/self/none-such")).isNull();
        assertThat(Proc.text("/proc/self/status")).startsWith("Name:");
    }
}
