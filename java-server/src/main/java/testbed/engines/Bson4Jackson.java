package testbed.engines;

import de.undercouch.bson4jackson.BsonFactory;
import testbed.contract.Format;
import testbed.environment.Libraries;
import tools.jackson.databind.json.JsonMapper;

/**
 * BSON by bson4jackson. It keeps thread-local buffers, so a run parses on platform threads alone; the streaming writer is off, since it
 * writes documents of length 0. It ignores declared lengths: the guard looks at them before.
 */
final class Bson4Jackson extends JacksonEngine {
    Bson4Jackson() {
        super(strict(JsonMapper.builder(new StrictBsonFactory())));
    }

    @Override
    public String name() {
        return "bson4jackson";
    }

    @Override
    public String library() {
        return "bson4jackson";
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
