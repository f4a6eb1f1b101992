package testbed.engines;

import com.ctc.wstx.stax.WstxOutputFactory;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Writer;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamWriter;
import org.codehaus.stax2.XMLOutputFactory2;
import org.codehaus.stax2.io.EscapingWriterFactory;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.io.IOContext;
import tools.jackson.dataformat.xml.XmlFactory;
import tools.jackson.dataformat.xml.ser.ToXmlGenerator;

/**
 * Woodstox, writing as the contract wants it: text escapes {@code &lt; &gt; &amp; &#13;} and nothing else, where the library would write
 * {@code &#xd;} and leave {@code >}; and never {@code <a/>}. It reads as the library sets it up: no DTD, no entities but the five.
 */
class CanonicalXmlFactory extends XmlFactory {
    CanonicalXmlFactory() {
        this(Woodstox.factory());
    }

    /** The same, reading by this. */
    CanonicalXmlFactory(XMLInputFactory input) {
        super(input, output());
    }

    private static WstxOutputFactory output() {
        WstxOutputFactory factory = new WstxOutputFactory();
        factory.setProperty(XMLOutputFactory2.P_TEXT_ESCAPER, new CanonicalText());
        factory.setProperty(XMLOutputFactory2.P_AUTOMATIC_EMPTY_ELEMENTS, false);
        return factory;
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
