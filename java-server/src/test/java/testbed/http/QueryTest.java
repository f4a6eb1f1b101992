package testbed.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import testbed.contract.Problem;
import testbed.contract.ProblemException;

class QueryTest {
    @ParameterizedTest
    @CsvSource({
        "index=7, 7",
        "x=1&index=7&x=2, 7",
        "&&index=7&, 7",
        "%69nde%78=%37, 7",
        "index=a=b, a=b",
        "index=, ''",
        "index, ''",
        "index=1+2%2B, '1 2+'",
        "index=%zz%7, %zz%7",
        "index=%ff, \uFFFD",
        "index=%C3%A4, ä"
    })
    void reads_names_and_values_as_a_form_has_them(String query, String value) {
        assertThat(Query.value(query, "index")).isEqualTo(value);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x=index", "Index=7", "index%20=7", "=index"})
    void what_is_not_there_has_no_value(String query) {
        assertThat(Query.value(query, "index")).isNull();
        assertThat(Query.value(null, "index")).isNull();
    }

    @Test
    void twice_is_refused() {
        for (String query : new String[] {"index=1&index=1", "index&index", "index=1&x=1&%69ndex=2"}) {
            Problem problem = catchThrowableOfType(ProblemException.class, () -> Query.value(query, "index"))
                    .problem();
            assertThat(problem.field()).isEqualTo("index");
            assertThat(problem.detail()).isEqualTo("index is repeated; allowed is once");
        }
    }
}
