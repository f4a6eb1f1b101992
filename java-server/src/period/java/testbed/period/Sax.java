package testbed.period;

import java.io.ByteArrayInputStream;
import java.util.List;
import javax.xml.parsers.SAXParserFactory;
import org.xml.sax.Attributes;
import org.xml.sax.helpers.DefaultHandler;
import testbed.engines.Engine;
import testbed.period.Grown.Growing;

/** XML by the SAX of the JDK, with a parser for each body: as tutorials show it, but that its factory is kept. It fills a tree of maps. */
final class Sax extends TreeEngine {
    Sax(Engine usual) {
        super("jdk-sax", List.of("a parser for each body, by a factory that is kept", "a tree of maps"), usual);
    }

    @Override
    Parser parser(String root) {
        SAXParserFactory factory = SAXParserFactory.newDefaultInstance();
        return body -> {
            Handler handler = new Handler();
            factory.newSAXParser().parse(new ByteArrayInputStream(body), handler);
            return handler.tree.root();
        };
    }

    private static final class Handler extends DefaultHandler {
        private final Growing tree = new Growing();

        @Override
        public void startElement(String uri, String localName, String name, Attributes attributes) {
            tree.starts(name);
        }

        @Override
        public void characters(char[] buffer, int start, int length) {
            tree.holds(buffer, start, length);
        }

        @Override
        public void endElement(String uri, String localName, String name) {
            tree.ends();
        }
    }
}
