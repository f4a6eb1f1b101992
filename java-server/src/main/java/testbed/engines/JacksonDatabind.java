package testbed.engines;

import testbed.contract.Format;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.cfg.PackageVersion;
import tools.jackson.databind.json.JsonMapper;

/** JSON by jackson-databind. Its float parse is exact; numbers are written in the shortest form that reads back equal. */
class JacksonDatabind extends JacksonEngine {
    JacksonDatabind() {
        super(strict(JsonMapper.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)));
    }

    @Override
    public String name() {
        return "jackson-databind";
    }

    @Override
    public String library() {
        return "jackson-databind";
    }

    @Override
    public String version() {
        return PackageVersion.VERSION.toString();
    }

    @Override
    public Format format() {
        return Format.JSON;
    }
}
