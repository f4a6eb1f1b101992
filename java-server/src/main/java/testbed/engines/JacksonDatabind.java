package testbed.engines;

import java.util.List;
import testbed.contract.Format;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.cfg.PackageVersion;
import tools.jackson.databind.json.JsonMapper;

/** JSON by jackson-databind. Its float parse is exact; numbers are written in the shortest form that reads back equal. */
class JacksonDatabind extends JacksonEngine {
    static final String LONG_KEYS = "maxNameLength without limit: reads a map's key as long as a body";

    JacksonDatabind(Form form) {
        super(
                "jackson-databind",
                form,
                form.isEqual()
                        ? List.of(LONG_KEYS, "STRICT_DUPLICATE_DETECTION: refuses a name that comes twice")
                        : List.of(LONG_KEYS),
                () -> mapper(
                        JsonMapper.builder(factory())
                                .configure(StreamReadFeature.STRICT_DUPLICATE_DETECTION, form.isEqual()),
                        form));
    }

    private static JsonFactory factory() {
        StreamReadConstraints constraints =
                StreamReadConstraints.builder().maxNameLength(Integer.MAX_VALUE).build();
        return JsonFactory.builder().streamReadConstraints(constraints).build();
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
