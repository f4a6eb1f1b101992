package testbed.engines;

import java.util.List;
import testbed.contract.Format;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.cfg.PackageVersion;
import tools.jackson.databind.json.JsonMapper;

/** JSON by jackson-databind. Its float parse is exact; numbers are written in the shortest form that reads back equal. */
class JacksonDatabind extends JacksonEngine {
    JacksonDatabind(Form form) {
        super(
                "jackson-databind",
                form,
                form.isEqual() ? List.of("STRICT_DUPLICATE_DETECTION: refuses a name that comes twice") : List.of(),
                () -> mapper(
                        JsonMapper.builder().configure(StreamReadFeature.STRICT_DUPLICATE_DETECTION, form.isEqual()),
                        form));
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
