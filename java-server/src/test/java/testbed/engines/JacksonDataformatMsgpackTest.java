package testbed.engines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.msgpack.jackson.dataformat.MessagePackFactory;
import testbed.measure.Decoder;
import testbed.objects.ObjectType;
import testbed.objects.ObjectTypes;

class JacksonDataformatMsgpackTest {
    private static final ObjectMapper TREES = new ObjectMapper(new MessagePackFactory());
    private static final ObjectType ORDER = new ObjectTypes().named("Order").orElseThrow();

    private final Decoder decoder = new JacksonDataformatMsgpack().decoder(ORDER.type());

    /** An order in which these fields are others. */
    private static byte[] with(String fields) throws IOException {
        ObjectNode order = (ObjectNode) TREES.readTree(ORDER.golden("messagepack"));
        order.setAll((ObjectNode) new ObjectMapper().readTree(fields));
        return TREES.writeValueAsBytes(order);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"number\": 1.5}",
                "{\"number\": 1.0}",
                "{\"number\": \"1\"}",
                "{\"number\": true}",
                "{\"number\": null}",
                "{\"number\": 18446744073709551615}",
                "{\"customer\": {\"id\": 2147483648, \"name\": \"\", \"email\": \"\", \"isCompany\": true}}",
                "{\"customer\": {\"id\": 1, \"name\": \"\", \"email\": \"\", \"isCompany\": 1}}",
                "{\"customer\": {\"id\": 1, \"name\": \"\", \"email\": \"\", \"isCompany\": \"true\"}}",
                "{\"total\": \"1.5\"}",
                "{\"id\": 1}",
                "{\"id\": 1.5}",
                "{\"id\": true}",
                "{\"status\": 0}",
                "{\"status\": \"none\"}",
                "{\"unknown\": 1}"
            })
    void nothing_is_converted(String fields) throws Exception {
        byte[] body = with(fields);
        assertThatThrownBy(() -> decoder.decode(body)).hasCauseInstanceOf(JsonProcessingException.class);
    }

    @Test
    void bytes_are_no_text() throws Exception {
        ObjectNode order = (ObjectNode) TREES.readTree(ORDER.golden("messagepack"));
        byte[] body = TREES.writeValueAsBytes(order.put("id", new byte[] {97}));
        assertThatThrownBy(() -> decoder.decode(body)).hasCauseInstanceOf(JsonProcessingException.class);
        assertThat(decoder.decode(with("{\"id\": \"a\"}"))).isInstanceOf(ORDER.type());
    }
}
