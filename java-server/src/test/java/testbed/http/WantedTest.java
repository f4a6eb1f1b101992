package testbed.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WantedTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "application/json, text/plain, */* | JSON",
                "application/x-ndjson | STREAM",
                "text/plain | TABLE",
                "Text/Plain;charset=utf-8;q=0.1,application/x-ndjson;q=1 | TABLE",
                "text/html , application/X-NDJSON ; q=0, text/plain | STREAM",
                "application/x-ndjson2, text/plain2, xtext/plain | JSON",
                "*/* | JSON",
                "text/* | JSON",
                "'' | JSON",
                ",;, | JSON"
            })
    void the_first_that_is_named_decides(String accept, Wanted wanted) {
        assertThat(Wanted.of(List.of(accept))).isEqualTo(wanted);
    }

    @Test
    void headers_count_in_their_order() {
        assertThat(Wanted.of(List.of())).isEqualTo(Wanted.JSON);
        assertThat(Wanted.of(List.of("text/html", "text/plain", "application/x-ndjson")))
                .isEqualTo(Wanted.TABLE);
    }
}
