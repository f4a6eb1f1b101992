package testbed.engines;

import com.ctc.wstx.stax.WstxInputFactory;
import com.ctc.wstx.stax.WstxOutputFactory;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Writer;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;
import org.codehaus.stax2.XMLOutputFactory2;
import org.codehaus.stax2.io.EscapingWriterFactory;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.io.IOContext;
import tools.jackson.dataformat.xml.XmlFactory;
import tools.jackson.dataformat.xml.XmlNameProcessor;
import tools.jackson.dataformat.xml.deser.FromXmlParser;
import tools.jackson.dataformat.xml.ser.ToXmlGenerator;

/**
 * Woodstox as the contract wants it. Reading: no DTD, no entities but the five, no attributes, and a field that comes twice is refused.
 * Writing: text escapes {@code &lt; &gt; &amp; &#13;} and nothing else, where the library would write {@code &#xd;} and leave {@code >};
 * and never {@code <a/>}.
 */
final class StrictXmlFactory extends XmlFactory {
    StrictXmlFactory() {
        super(input(), output());
    }

    private static XMLInputFactory input() {
        WstxInputFactory factory = new WstxInputFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.getConfig().setMaxAttributesPerElement(0);
        return factory;
    }

    private static WstxOutputFactory output() {
        WstxOutputFactory factory = new WstxOutputFactory();
        factory.setProperty(XMLOutputFactory2.P_TEXT_ESCAPER, new CanonicalText());
        factory.setProperty(XMLOutputFactory2.P_AUTOMATIC_EMPTY_ELEMENTS, false);
        return factory;
    }

    @Override
    protected FromXmlParser _fromXmlParser(ObjectReadContext readContext, IOContext context, XMLStreamReader reader) {
        return new StrictParser(
                readContext,
                context,
                readContext.getStreamReadFeatures(_streamReadFeatures),
                readContext.getFormatReadFeatures(_formatReadFeatures),
                reader,
                _nameProcessor,
                _cfgNameForTextElement);
    }

    @Override
    protected ToXmlGenerator _toXmlGenerator(
            ObjectWriteContext writeContext, IOContext context, XMLStreamWriter writer) {
        return new CanonicalXml(
                writeContext,
                context,
                writeContext.getStreamWriteFeatures(_streamWriteFeatures),
                writeContext.getFormatWriteFeatures(_formatWriteFeatures),
                writer,
                _nameProcessor,
                _cfgNameForTextElement);
    }

    private static final class StrictParser extends FromXmlParser {
        private final OpenNames names = new OpenNames();

        StrictParser(
                ObjectReadContext readContext,
                IOContext context,
                int features,
                int xmlFeatures,
                XMLStreamReader reader,
                XmlNameProcessor nameProcessor,
                String textName) {
            super(readContext, context, features, xmlFeatures, reader, nameProcessor, textName);
        }

        @Override
        public JsonToken nextToken() {
            return names.follow(this, super.nextToken(), "element");
        }

        /** An element with nothing in it is a text, but where a record is expected one that lacks every field. */
        @Override
        public boolean isExpectedStartObjectToken() {
            if (_currToken == JsonToken.VALUE_STRING && _currText.trim().isEmpty()) {
                _streamReadContext = _streamReadContext.createChildObjectContext(-1, -1);
                names.follow(this, _updateToken(JsonToken.START_OBJECT), "element");
                _nextToken = JsonToken.END_OBJECT;
            }
            return _currToken == JsonToken.START_OBJECT;
        }

        /** The library's own shortcut keeps tokens to itself, and so would hide names that come twice behind a list of texts. */
        @Override
        public String nextStringValue() {
            return nextToken() == JsonToken.VALUE_STRING ? getString() : null;
        }
    }

    private static final class CanonicalText implements EscapingWriterFactory {
        @Override
        public Writer createEscapingWriterFor(Writer writer, String encoding) {
            return new EscapingWriter(writer);
        }

        @Override
        public Writer createEscapingWriterFor(OutputStream out, String encoding) {
            throw new UnsupportedOperationException("the XML writer asks for escaping over a Writer only");
        }
    }

    private static final class EscapingWriter extends Writer {
        private final Writer writer;

        EscapingWriter(Writer writer) {
            this.writer = writer;
        }

        @Override
        public void write(char[] text, int offset, int length) throws IOException {
            int from = offset;
            int end = offset + length;
            for (int i = offset; i < end; i++) {
                String escape = escape(text[i]);
                if (escape != null) {
                    writer.write(text, from, i - from);
                    writer.write(escape);
                    from = i + 1;
                }
            }
            writer.write(text, from, end - from);
        }

        private static String escape(char c) {
            return switch (c) {
                case '<' -> "&lt;";
                case '>' -> "&gt;";
                case '&' -> "&amp;";
                case '\r' -> "&#13;";
                default -> null;
            };
        }

        @Override
        public void flush() throws IOException {
            writer.flush();
        }

        @Override
        public void close() throws IOException {
            writer.close();
        }
    }
}
