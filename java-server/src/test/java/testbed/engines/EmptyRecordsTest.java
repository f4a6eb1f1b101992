package testbed.engines;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import testbed.objects.MayBeAbsent;

/** Records of XML that may have no element. */
class EmptyRecordsTest {
    public record Tags(List<String> names, @MayBeAbsent String note) {}

    public record Post(Tags tags, List<Tags> more) {}

    private static final Tags NONE = new Tags(List.of(), null);

    @Test
    void an_element_without_content_is_a_record_without_items() {
        for (Engine engine : List.of(
                new JacksonDataformatXml(Form.PLAIN),
                new JacksonDataformatXml(Form.BLACKBIRD),
                new JacksonDataformatXml(Form.EQUAL),
                new JacksonDataformatXmlAalto(Form.PLAIN))) {
            assertThat(read(engine, "<tags></tags>")).isEqualTo(new Post(NONE, List.of()));
            assertThat(read(engine, "<tags><note>a</note></tags><more></more><more><names>b</names></more>"))
                    .isEqualTo(new Post(new Tags(List.of(), "a"), List.of(NONE, new Tags(List.of("b"), null))));
        }
    }

    private static Object read(Engine engine, String fields) {
        return engine.decoder(Post.class).decode(("<Post>" + fields + "</Post>").getBytes(StandardCharsets.UTF_8));
    }
}
