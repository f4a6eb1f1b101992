package testbed.engines.partial;

import com.ctc.wstx.stax.WstxInputFactory;
import java.util.List;
import java.util.Map;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import org.codehaus.stax2.XMLStreamReader2;
import testbed.contract.Kind;
import testbed.engines.Engine;
import testbed.engines.Woodstox;
import testbed.engines.woodstoxbyhand.ElementReader;
import testbed.environment.Libraries;
import testbed.measure.Decoder;
import testbed.objects.excerpts.DummyExcerpt;
import testbed.objects.excerpts.NumericExcerpt;
import testbed.objects.types.DummyObject;
import testbed.objects.types.NumericObject;
import tools.jackson.core.io.NumberInput;

/**
 * XML by hand, over the pulling reader of Woodstox: one pass over the elements. It has no way past an element but to read it event by event. It
 * does not ask for the root's name, and takes the last of a repeated element. It makes numbers as {@code woodstox-by-hand} does.
 */
final class WoodstoxPull extends PartialEngine<ElementReader<? extends Record>> {
    private static final WstxInputFactory INPUT = Woodstox.factory();

    WoodstoxPull(Engine usual) {
        super(
                "woodstox-pull",
                "woodstox-core",
                Kind.PULL,
                List.of(
                        "neither DTD nor external entities",
                        "doubles by jackson-core's parser, which is the default engine's"),
                "that the body is UTF-8 and well-formed; what a text stands for is never looked at",
                usual,
                Map.of(NumericObject.class, WoodstoxPull::numeric, DummyObject.class, WoodstoxPull::dummy));
    }

    @Override
    public String version() {
        return Libraries.version(WstxInputFactory.class);
    }

    @Override
    public Decoder decoder(Class<?> type) {
        ElementReader<? extends Record> object = reader(type);
        return body -> {
            try {
                return document(body, object);
            } catch (XMLStreamException e) {
                throw new IllegalArgumentException(e);
            }
        };
    }

    private static Record document(byte[] body, ElementReader<? extends Record> object) throws XMLStreamException {
        XMLStreamReader2 reader = Woodstox.open(INPUT, body);
        try {
            reader.nextTag();
            Record excerpt = object.read(reader);
            while (reader.hasNext()) { // the library refuses what may not follow the root
                reader.next();
            }
            return excerpt;
        } finally {
            reader.close();
        }
    }

    private static NumericExcerpt numeric(XMLStreamReader2 reader) throws XMLStreamException {
        String id = null;
        Integer numbr = null;
        Double latitude = null;
        int points = 0;
        while (reader.nextTag() == XMLStreamConstants.START_ELEMENT) {
            switch (reader.getLocalName()) {
                case "id" -> id = reader.getElementText();
                case "numbr" -> numbr = reader.getElementAsInt();
                case "coordinates" -> {
                    if (++points == 5) {
                        latitude = latitude(reader);
                    } else {
                        reader.skipElement();
                    }
                }
                default -> reader.skipElement();
            }
        }
        return new NumericExcerpt(there(id, "id"), there(numbr, "numbr"), latitude);
    }

    private static DummyExcerpt dummy(XMLStreamReader2 reader) throws XMLStreamException {
        String id = null;
        Integer age = null;
        String favoriteFruit = null;
        while (reader.nextTag() == XMLStreamConstants.START_ELEMENT) {
            switch (reader.getLocalName()) {
                case "_id" -> id = reader.getElementText();
                case "age" -> age = reader.getElementAsInt();
                case "favoriteFruit" -> favoriteFruit = reader.getElementText();
                default -> reader.skipElement();
            }
        }
        return new DummyExcerpt(there(id, "_id"), there(age, "age"), there(favoriteFruit, "favoriteFruit"));
    }

    private static Double latitude(XMLStreamReader2 reader) throws XMLStreamException {
        Double latitude = null;
        while (reader.nextTag() == XMLStreamConstants.START_ELEMENT) {
            if (reader.getLocalName().equals("latitude")) {
                latitude = NumberInput.parseDouble(reader.getElementText(), true);
            } else {
                reader.skipElement();
            }
        }
        return there(latitude, "latitude");
    }
}
