package testbed.engines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.alibaba.fastjson2.reader.ObjectReaderProvider;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import testbed.measure.Decoder;
import testbed.objects.types.NumericObject;

/** The fence around fastjson2; {@link DoublesTest} has its doubles. */
class Fastjson2Test {
    public record Labels(Map<String, String> labels) {}

    public record Rings(List<List<Double>> rings) {}

    private static final Engine JSON = new JacksonDatabind(Form.PLAIN);
    private static final Engine FASTJSON2 = new Fastjson2(JSON);

    @Test
    void it_is_in_safe_mode() {
        FASTJSON2.decoder(NumericObject.class);
        assertThat(ObjectReaderProvider.SAFE_MODE).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"@type\":\"java.util.TreeMap\"}",
                "{\"a\":\"b\",\"@type\":\"java.net.URL\"}",
                "{\"@type\":\"com.sun.rowset.JdbcRowSetImpl\",\"dataSourceName\":\"ldap://127.0.0.1:1/x\"}",
                "{\"$ref\":\"$\"}",
                "{\"$ref\":\"..\"}",
                "{\"a\":\"b\",\"$ref\":\"$.labels\"}"
            })
    void a_key_that_the_library_would_act_on_is_one_like_any_other(String labels) {
        byte[] body = utf8("{\"labels\":" + labels + "}");
        assertThat(FASTJSON2.decoder(Labels.class).decode(body))
                .isEqualTo(JSON.decoder(Labels.class).decode(body));
    }

    @Test
    void no_part_of_a_body_stands_for_another() {
        Decoder decoder = FASTJSON2.decoder(Rings.class);
        byte[] body = utf8("{\"rings\":[[1.5,2.5],{\"$ref\":\"$.rings[0]\"}]}");
        assertThatThrownBy(() -> decoder.decode(body)).isInstanceOf(RuntimeException.class);
    }

    @Test
    void a_body_names_no_type() {
        String fields = "\"id\":\"a\",\"index\":1,\"numbr\":2,\"coordinates\":[]";
        for (String body : new String[] {
            "{\"@type\":\"java.net.URL\"," + fields + "}", "{" + fields + ",\"@type\":\"java.net.URL\"}"
        }) {
            assertThat(FASTJSON2.decoder(NumericObject.class).decode(utf8(body)))
                    .isInstanceOf(NumericObject.class);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", " null ", "", " ", "[]", "{'id':\"a\"}"})
    void it_reads_no_null_nothing_and_no_name_in_single_quotes(String body) {
        Decoder decoder = FASTJSON2.decoder(NumericObject.class);
        assertThatThrownBy(() -> decoder.decode(utf8(body))).isInstanceOf(RuntimeException.class);
    }

    @Test
    void a_list_of_one_text_is_not_that_text() {
        NumericObject read =
                (NumericObject) FASTJSON2.decoder(NumericObject.class).decode(utf8("{\"id\":[\"a\"]}"));
        assertThat(read.id()).isNotEqualTo("a");
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
