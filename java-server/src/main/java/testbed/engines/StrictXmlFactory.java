package testbed.engines;

import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamReader;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.io.IOContext;
import tools.jackson.dataformat.xml.XmlNameProcessor;
import tools.jackson.dataformat.xml.deser.FromXmlParser;

/** Woodstox, reading as equal checks want it: no DTD, no entities but the five, no attributes, and a field that comes twice is refused. */
class StrictXmlFactory extends CanonicalXmlFactory {
    StrictXmlFactory() {
        super(Woodstox.withoutAttributes());
    }

    /** The same, reading by this, which refuses attributes by itself or leaves them to {@link #_fromXmlParser}. */
    StrictXmlFactory(XMLInputFactory input) {
        super(input);
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
}
