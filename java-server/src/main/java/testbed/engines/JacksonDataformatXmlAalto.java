package testbed.engines;

import com.fasterxml.aalto.stax.InputFactoryImpl;
import java.util.List;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamReader;
import org.codehaus.stax2.XMLStreamReader2;
import org.codehaus.stax2.util.StreamReader2Delegate;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.core.io.IOContext;
import tools.jackson.dataformat.xml.deser.FromXmlParser;

/** XML by jackson-dataformat-xml over Aalto in place of Woodstox. It writes by Woodstox, as the other does. */
final class JacksonDataformatXmlAalto extends JacksonDataformatXml {
    JacksonDataformatXmlAalto(Form form) {
        super(
                "-aalto",
                form,
                List.of("aalto-xml: parses in place of Woodstox, with neither DTD nor external entities"),
                () -> form.isEqual() ? new StrictFactory() : new CanonicalXmlFactory(aalto()));
    }

    private static XMLInputFactory aalto() {
        XMLInputFactory factory = new InputFactoryImpl();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        return factory;
    }

    private static final class StrictFactory extends StrictXmlFactory {
        StrictFactory() {
            super(aalto());
        }

        @Override
        protected FromXmlParser _fromXmlParser(
                ObjectReadContext readContext, IOContext context, XMLStreamReader reader) {
            return super._fromXmlParser(readContext, context, new WithoutAttributes((XMLStreamReader2) reader));
        }
    }

    /** Aalto bounds attributes by no setting. */
    private static final class WithoutAttributes extends StreamReader2Delegate {
        WithoutAttributes(XMLStreamReader2 reader) {
            super(reader);
        }

        @Override
        public int getAttributeCount() {
            if (super.getAttributeCount() > 0) {
                throw new StreamReadException(null, "an element has attributes");
            }
            return 0;
        }
    }
}
