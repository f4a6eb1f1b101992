package testbed.engines;

import de.undercouch.bson4jackson.BsonFactory;
import java.util.List;
import testbed.contract.Format;
import testbed.environment.Libraries;
import tools.jackson.databind.json.JsonMapper;

/**
 * BSON by bson4jackson. It keeps thread-local buffers, so a run parses on platform threads alone; the streaming writer is off, since it
 * writes documents of length 0. It ignores declared lengths: the guard looks at them before.
 */
final class Bson4Jackson extends JacksonEngine {
    Bson4Jackson(Form form) {
        super(
                "bson4jackson",
                form,
                form.isEqual()
                        ? List.of(
                                "a parser that refuses a name that comes twice, an int64 that an int32 cannot hold, and a"
                                        + " document in place of a list")
                        : List.of(),
                () -> mapper(JsonMapper.builder(form.isEqual() ? new StrictBsonFactory() : new BsonFactory()), form));
    }

    /** The jar carries its version in its manifest alone. */
    @Override
    public String version() {
        return Libraries.version(BsonFactory.class);
    }

    @Override
    public Format format() {
        return Format.BSON;
    }
}
