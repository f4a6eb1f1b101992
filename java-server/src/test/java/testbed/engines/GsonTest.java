package testbed.engines;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import testbed.objects.types.LogLine.Level;

/** The adapter of Gson's enumerations. */
class GsonTest {
    public record Levels(Level first, List<Level> others) {}

    @Test
    void an_enumeration_is_read_by_its_texts_and_may_be_null() {
        byte[] body = "{\"first\":null,\"others\":[\"warn\",\"fatal\"]}".getBytes(StandardCharsets.UTF_8);
        Engine gson = new Gson(new JacksonDatabind(Form.PLAIN));
        assertThat(gson.decoder(Levels.class).decode(body))
                .isEqualTo(new Levels(null, List.of(Level.WARN, Level.FATAL)));
    }
}
