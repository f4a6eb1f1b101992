package testbed.engines;

import testbed.contract.Format;
import tools.jackson.dataformat.xml.PackageVersion;
import tools.jackson.dataformat.xml.XmlMapper;
import tools.jackson.dataformat.xml.XmlReadFeature;

/** XML by jackson-dataformat-xml over Woodstox. Lists are repeated elements without a wrapper; the root's name is checked. */
final class JacksonDataformatXml extends JacksonEngine {
    JacksonDataformatXml() {
        super(strictButForLists(XmlMapper.builder(new StrictXmlFactory())
                .deserializationContexts(new StrictXmlContexts())
                .defaultUseWrapper(false)
                .enable(XmlReadFeature.ENFORCE_ROOT_ELEMENT_NAME)
                .disable(XmlReadFeature.PROCESS_XSI_NIL, XmlReadFeature.AUTO_DETECT_XSI_TYPE)));
    }

    @Override
    public String name() {
        return "jackson-dataformat-xml";
    }

    @Override
    public String library() {
        return "jackson-dataformat-xml";
    }

    @Override
    public String version() {
        return PackageVersion.VERSION.toString();
    }

    @Override
    public Format format() {
        return Format.XML;
    }
}
