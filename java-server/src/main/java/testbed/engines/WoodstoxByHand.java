package testbed.engines;

import com.ctc.wstx.stax.WstxInputFactory;
import java.util.List;
import java.util.Map;
import javax.xml.stream.XMLStreamException;
import org.codehaus.stax2.XMLStreamReader2;
import testbed.contract.Checks;
import testbed.engines.woodstoxbyhand.DummyObjectReader;
import testbed.engines.woodstoxbyhand.ElementReader;
import testbed.engines.woodstoxbyhand.NumericObjectReader;
import testbed.environment.Libraries;
import testbed.measure.Decoder;
import testbed.objects.types.DummyObject;
import testbed.objects.types.NumericObject;

/**
 * XML by hand, over the pulling reader of Woodstox: what Jackson costs above it. It reads two object
 * types, whose readers are made from their schemas, as a person would write them, and lie in the folder
 * that bears the engine's name. They look for what equal checks look for. The library checks that a
 * document is well-formed, to its end, as it does for Jackson. It takes 1 for {@code true} and white
 * space around numbers. Doubles are read exactly, by Jackson's parser, as the default engine's are. The
 * library's own way to them is that of the JDK, which takes longer.
 */
final class WoodstoxByHand extends ByHand<ElementReader<?>> {
    private static final WstxInputFactory INPUT = Woodstox.withoutAttributes();

    WoodstoxByHand(Engine usual) {
        super(
                "woodstox-by-hand",
                "woodstox-core",
                List.of(Checks.USUAL, Checks.EQUAL),
                List.of(
                        "a reader by hand for each object type: each field is known, there, and there once",
                        "neither DTD nor external entities, and no attributes",
                        "doubles by jackson-core's parser, which is the default engine's"),
                usual,
                Map.of(NumericObject.class, NumericObjectReader::read, DummyObject.class, DummyObjectReader::read));
    }

    @Override
    public String version() {
        return Libraries.version(WstxInputFactory.class);
    }

    @Override
    public Decoder decoder(Class<?> type) {
        ElementReader<?> object = reader(type);
        String root = type.getSimpleName();
        return body -> {
            try {
                return document(body, root, object);
            } catch (XMLStreamException e) {
                throw new IllegalArgumentException(e);
            }
        };
    }

    private static Object document(byte[] body, String root, ElementReader<?> object) throws XMLStreamException {
        XMLStreamReader2 reader = Woodstox.open(INPUT, body);
        try {
            reader.nextTag();
            if (!reader.getLocalName().equals(root)) {
                throw new XMLStreamException("the root is not " + root, reader.getLocation());
            }
            Object read = object.read(reader);
            while (reader.hasNext()) { // the library refuses what may not follow the root
                reader.next();
            }
            return read;
        } finally {
            reader.close();
        }
    }
}
