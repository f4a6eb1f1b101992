package testbed.engines;

import com.ctc.wstx.stax.WstxInputFactory;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBException;
import java.util.List;
import java.util.Map;
import javax.xml.stream.XMLStreamException;
import org.codehaus.stax2.XMLStreamReader2;
import org.glassfish.jaxb.runtime.v2.runtime.JAXBContextImpl;
import testbed.contract.Checks;
import testbed.engines.jaxb.DummyObjectMirror;
import testbed.engines.jaxb.Mirror;
import testbed.engines.jaxb.NumericObjectMirror;
import testbed.environment.Libraries;
import testbed.measure.Decoder;
import testbed.objects.Once;
import testbed.objects.types.DummyObject;
import testbed.objects.types.NumericObject;

/**
 * XML by JAXB, GlassFish's runtime, over Woodstox. It fills no records, but classes with fields that
 * change. It has one for each of two object types, made from its schema, in the folder that bears the
 * engine's name; its contents are copied into the record inside the window. Each body gets an
 * unmarshaller of its own, since one serves one thread. It skips unknown elements, attributes and text
 * between elements, takes the last of a repeated element and what stands behind the last element inside
 * a text, and leaves null or 0 what is missing or cannot be read. An int32 too wide is cut to 32 bits.
 * It does not look behind the root. It reads doubles by the JDK's own parser. Binding both classes takes
 * half a second, when somebody first asks for it.
 */
final class Jaxb extends ByHand<Class<? extends Mirror>> {
    private static final WstxInputFactory INPUT = Woodstox.factory();
    private static final Once<JAXBContext> CONTEXT = new Once<>(Jaxb::context);

    Jaxb(Engine usual) {
        super(
                "jaxb",
                "jaxb-runtime",
                List.of(Checks.USUAL),
                List.of(
                        "a class with fields that change for each object type, copied into its record",
                        "over Woodstox, with neither DTD nor external entities"),
                usual,
                Map.of(NumericObject.class, NumericObjectMirror.class, DummyObject.class, DummyObjectMirror.class));
    }

    private static JAXBContext context() {
        try {
            return JAXBContext.newInstance(NumericObjectMirror.class, DummyObjectMirror.class);
        } catch (JAXBException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public String version() {
        return Libraries.version(JAXBContextImpl.class);
    }

    @Override
    public Decoder decoder(Class<?> type) {
        Class<? extends Mirror> mirror = reader(type);
        JAXBContext context = CONTEXT.get();
        return body -> {
            try {
                XMLStreamReader2 reader = Woodstox.open(INPUT, body);
                try {
                    return mirror.cast(context.createUnmarshaller().unmarshal(reader))
                            .copy();
                } finally {
                    reader.close();
                }
            } catch (JAXBException | XMLStreamException e) {
                throw new IllegalArgumentException(e);
            }
        };
    }
}
