package testbed.engines;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import java.util.List;
import java.util.stream.Stream;
import testbed.contract.Format;
import tools.jackson.dataformat.xml.PackageVersion;
import tools.jackson.dataformat.xml.XmlMapper;
import tools.jackson.dataformat.xml.XmlReadFeature;

/** XML by jackson-dataformat-xml over Woodstox, which reads no DTD as the library sets it up. Lists are repeated elements without a wrapper. */
final class JacksonDataformatXml extends JacksonEngine {
    private static final List<String> CANONICAL = List.of(
            "defaultUseWrapper off: a list is its elements, one after the other",
            "Nulls.AS_EMPTY for lists: one without elements is empty",
            "a writer of its own: escapes as the canonical form does, and writes neither <a/> nor 1.0 for a whole double");
    private static final List<String> EQUAL = List.of(
            "a parser that refuses an element that comes twice, attributes, and elements inside a text",
            "ENFORCE_ROOT_ELEMENT_NAME on, PROCESS_XSI_NIL and AUTO_DETECT_XSI_TYPE off");

    JacksonDataformatXml(Form form) {
        super(
                "jackson-dataformat-xml",
                form,
                form.isEqual()
                        ? Stream.concat(CANONICAL.stream(), EQUAL.stream()).toList()
                        : CANONICAL,
                () -> mapperButForLists(form.isEqual() ? strict() : usual(), form));
    }

    private static XmlMapper.Builder usual() {
        return XmlMapper.builder(new CanonicalXmlFactory())
                .defaultUseWrapper(false)
                .withConfigOverride(
                        List.class, lists -> lists.setNullHandling(JsonSetter.Value.forValueNulls(Nulls.AS_EMPTY)));
    }

    private static XmlMapper.Builder strict() {
        return XmlMapper.builder(new StrictXmlFactory())
                .deserializationContexts(new StrictXmlContexts())
                .defaultUseWrapper(false)
                .enable(XmlReadFeature.ENFORCE_ROOT_ELEMENT_NAME)
                .disable(XmlReadFeature.PROCESS_XSI_NIL, XmlReadFeature.AUTO_DETECT_XSI_TYPE);
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
