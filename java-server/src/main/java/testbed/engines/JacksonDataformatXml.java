package testbed.engines;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import testbed.contract.Format;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.dataformat.xml.PackageVersion;
import tools.jackson.dataformat.xml.XmlFactory;
import tools.jackson.dataformat.xml.XmlMapper;
import tools.jackson.dataformat.xml.XmlReadFeature;

/** XML by jackson-dataformat-xml over Woodstox, which reads no DTD as the library sets it up. Lists are repeated elements without a wrapper. */
class JacksonDataformatXml extends JacksonEngine {
    private static final List<String> CANONICAL = List.of(
            "defaultUseWrapper off: a list is its elements, one after the other",
            "Nulls.AS_EMPTY for lists: one without elements is empty",
            "a deserializer for records that may have no element: their lists are empty",
            "a writer of its own: escapes as the canonical form does, and writes neither <a/> nor 1.0 for a whole double");
    private static final List<String> EQUAL = List.of(
            "a parser that refuses an element that comes twice, attributes, and elements inside a text",
            "ENFORCE_ROOT_ELEMENT_NAME on, PROCESS_XSI_NIL and AUTO_DETECT_XSI_TYPE off");

    JacksonDataformatXml(Form form) {
        this("", form, List.of(), () -> form.isEqual() ? new StrictXmlFactory() : new CanonicalXmlFactory());
    }

    /** The same with another parser, which its name says behind the library's. */
    JacksonDataformatXml(String with, Form form, List<String> settings, Supplier<XmlFactory> factory) {
        super(
                "jackson-dataformat-xml",
                with,
                form,
                Stream.of(settings, CANONICAL, form.isEqual() ? EQUAL : List.<String>of())
                        .flatMap(List::stream)
                        .toList(),
                () -> mapperButForLists(form.isEqual() ? strict(factory.get()) : usual(factory.get()), form));
    }

    private static XmlMapper.Builder usual(XmlFactory factory) {
        return XmlMapper.builder(factory)
                .defaultUseWrapper(false)
                .addModule(new SimpleModule("records").setDeserializerModifier(new EmptyRecords()))
                .withConfigOverride(
                        List.class, lists -> lists.setNullHandling(JsonSetter.Value.forValueNulls(Nulls.AS_EMPTY)));
    }

    private static XmlMapper.Builder strict(XmlFactory factory) {
        return XmlMapper.builder(factory)
                .deserializationContexts(new StrictXmlContexts())
                .defaultUseWrapper(false)
                .enable(XmlReadFeature.ENFORCE_ROOT_ELEMENT_NAME)
                .disable(XmlReadFeature.PROCESS_XSI_NIL, XmlReadFeature.AUTO_DETECT_XSI_TYPE);
    }

    @Override
    final List<String> written() {
        return CANONICAL;
    }

    @Override
    public final String version() {
        return PackageVersion.VERSION.toString();
    }

    @Override
    public final Format format() {
        return Format.XML;
    }
}
