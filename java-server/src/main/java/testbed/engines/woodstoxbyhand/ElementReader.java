package testbed.engines.woodstoxbyhand;

import javax.xml.stream.XMLStreamException;
import org.codehaus.stax2.XMLStreamReader2;

/** Reads what an element holds. */
@FunctionalInterface
public interface ElementReader<T> {
    /** From the element's start, where the reader stands, to its end, where it stands then. */
    T read(XMLStreamReader2 reader) throws XMLStreamException;
}
