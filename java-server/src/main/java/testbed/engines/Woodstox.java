package testbed.engines;

import com.ctc.wstx.stax.WstxInputFactory;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import org.codehaus.stax2.XMLStreamReader2;
import org.codehaus.stax2.io.Stax2ByteArraySource;

/** Woodstox as all engines over it have it: neither DTD nor external entities, and read from the bytes themselves. */
public final class Woodstox {
    private Woodstox() {}

    /** By its name, since the libraries take what the class path has first; with what Jackson sets up. */
    public static WstxInputFactory factory() {
        WstxInputFactory factory = new WstxInputFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        return factory;
    }

    /** The same, which refuses attributes. */
    static WstxInputFactory withoutAttributes() {
        WstxInputFactory factory = factory();
        factory.getConfig().setMaxAttributesPerElement(0);
        return factory;
    }

    /** A reader of a body, to be closed by who asked for it. */
    public static XMLStreamReader2 open(WstxInputFactory factory, byte[] body) throws XMLStreamException {
        return (XMLStreamReader2) factory.createXMLStreamReader(new Stax2ByteArraySource(body, 0, body.length));
    }
}
