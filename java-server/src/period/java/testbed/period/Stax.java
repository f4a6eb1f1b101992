package testbed.period;

import java.io.ByteArrayInputStream;
import java.util.List;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamReader;
import testbed.engines.Engine;
import testbed.period.Grown.Growing;

/** XML by the StAX of the JDK, with a reader for each body by a factory that is kept. It fills a tree of maps. */
final class Stax extends TreeEngine {
    Stax(Engine usual) {
        super("jdk-stax", List.of("a reader for each body, by a factory that is kept", "a tree of maps"), usual);
    }

    @Override
    Parser parser(String root) {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        return body -> {
            XMLStreamReader reader = factory.createXMLStreamReader(new ByteArrayInputStream(body));
            Growing tree = new Growing();
            while (reader.hasNext()) {
                switch (reader.next()) {
                    case XMLStreamConstants.START_ELEMENT -> tree.starts(reader.getLocalName());
                    case XMLStreamConstants.CHARACTERS ->
                        tree.holds(reader.getTextCharacters(), reader.getTextStart(), reader.getTextLength());
                    case XMLStreamConstants.END_ELEMENT -> tree.ends();
                    default -> {
                        // nothing else that the guard lets pass holds anything
                    }
                }
            }
            return tree.root();
        };
    }
}
