package testbed.engines;

import java.util.List;
import testbed.contract.Format;
import tools.jackson.dataformat.cbor.CBORMapper;
import tools.jackson.dataformat.cbor.PackageVersion;

/** CBOR by jackson-dataformat-cbor. It writes doubles in 64 bits and heads as short as they can be; but maps, and long texts, without their length. */
final class JacksonDataformatCbor extends JacksonEngine {
    private static final List<String> CANONICAL =
            List.of("a generator that writes the length of each map and text before it");

    JacksonDataformatCbor() {
        super(
                "jackson-dataformat-cbor",
                Form.PLAIN,
                CANONICAL,
                () -> mapper(CBORMapper.builder(new DefiniteCborFactory()), Form.PLAIN));
    }

    @Override
    List<String> written() {
        return CANONICAL;
    }

    @Override
    public String version() {
        return PackageVersion.VERSION.toString();
    }

    @Override
    public Format format() {
        return Format.CBOR;
    }
}
