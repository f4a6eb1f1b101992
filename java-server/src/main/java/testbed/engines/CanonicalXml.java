package testbed.engines;

import javax.xml.stream.XMLStreamWriter;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.io.IOContext;
import tools.jackson.dataformat.xml.XmlNameProcessor;
import tools.jackson.dataformat.xml.ser.ToXmlGenerator;

/** Writes a double that is whole without a fraction, as an integer, where the library would write {@code 1.0}. */
final class CanonicalXml extends ToXmlGenerator {
    /** Doubles from here on have no canonical form. */
    private static final int LARGE = 10_000_000;

    CanonicalXml(
            ObjectWriteContext writeContext,
            IOContext context,
            int features,
            int xmlFeatures,
            XMLStreamWriter writer,
            XmlNameProcessor nameProcessor,
            String textName) {
        super(writeContext, context, features, xmlFeatures, writer, null, nameProcessor, textName);
    }

    @Override
    public JsonGenerator writeNumber(double value) {
        long whole = (long) value;
        // Not by ==, to which minus zero is zero.
        return Math.abs(value) < LARGE && Double.compare(value, whole) == 0
                ? writeNumber(whole)
                : super.writeNumber(value);
    }
}
