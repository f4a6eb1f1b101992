package testbed.period;

import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBException;
import java.io.ByteArrayInputStream;
import java.util.List;
import java.util.Map;
import org.glassfish.jaxb.runtime.v2.runtime.JAXBContextImpl;
import testbed.contract.Checks;
import testbed.engines.ByHand;
import testbed.engines.Engine;
import testbed.engines.jaxb.DummyObjectMirror;
import testbed.engines.jaxb.Mirror;
import testbed.environment.Libraries;
import testbed.measure.Decoder;
import testbed.objects.types.DummyObject;
import testbed.objects.types.PersonName;

/** XML by JAXB over the parser that it chooses itself, the JDK's SAX, with an unmarshaller for each body. What its names differ in is the context. */
final class JaxbContexts extends ByHand<Class<? extends Mirror>> {
    private final Reuse reuse;

    /** What is kept from body to body. */
    enum Reuse {
        /** The context. */
        CONTEXT("kept", "the context is kept"),
        /** Nothing: each body binds the class anew. */
        NOTHING("context-each", "a context for each body");

        private final String name;
        private final String setting;

        Reuse(String name, String setting) {
            this.name = name;
            this.setting = setting;
        }
    }

    JaxbContexts(Reuse reuse, Engine usual) {
        super(
                "jaxb-" + reuse.name,
                "jaxb-runtime",
                List.of(Checks.USUAL),
                List.of(reuse.setting, "a class with fields that change for each object type, copied into its record"),
                usual,
                Map.of(PersonName.class, PersonNameMirror.class, DummyObject.class, DummyObjectMirror.class));
        this.reuse = reuse;
    }

    @Override
    public String version() {
        return Libraries.version(JAXBContextImpl.class);
    }

    @Override
    public Decoder decoder(Class<?> type) {
        Class<? extends Mirror> mirror = reader(type);
        JAXBContext kept = reuse == Reuse.CONTEXT ? context(mirror) : null;
        return body -> read(kept == null ? context(mirror) : kept, mirror, body);
    }

    private static Record read(JAXBContext context, Class<? extends Mirror> mirror, byte[] body) {
        try {
            return mirror.cast(context.createUnmarshaller().unmarshal(new ByteArrayInputStream(body)))
                    .copy();
        } catch (JAXBException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private static JAXBContext context(Class<? extends Mirror> mirror) {
        try {
            return JAXBContext.newInstance(mirror);
        } catch (JAXBException e) {
            throw new IllegalStateException(e);
        }
    }
}
