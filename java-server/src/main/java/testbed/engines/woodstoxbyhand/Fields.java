package testbed.engines.woodstoxbyhand;

import java.util.ArrayList;
import java.util.List;
import javax.xml.stream.XMLStreamException;
import org.codehaus.stax2.XMLStreamReader2;
import tools.jackson.core.io.NumberInput;

/** The fields of a record that came so far, a bit each, and what stands in one. Lists have the last places, since one without elements is absent. */
final class Fields {
    private final XMLStreamReader2 reader;
    private final int required;
    private int seen;
    /** Whether the reader stands at the next tag already, as it does behind a list. */
    private boolean isAhead;

    /** Of the record at whose start the reader stands, with so many fields beside its lists, 31 at most with them. */
    Fields(XMLStreamReader2 reader, int required) {
        this.reader = reader;
        this.required = (1 << required) - 1;
    }

    /** Goes to the next field; false where the record ends. The library refuses text between them. */
    boolean next() throws XMLStreamException {
        if (isAhead) {
            isAhead = false;
        } else {
            reader.nextTag();
        }
        return reader.isStartElement();
    }

    /** Says that a field came, by its place. */
    void comes(int place) throws XMLStreamException {
        int bit = 1 << place;
        if ((seen & bit) != 0) {
            throw refusal("element " + reader.getLocalName() + " comes twice");
        }
        seen |= bit;
    }

    /** Refuses a field that the schema has not. */
    XMLStreamException unknown() {
        return refusal("element " + reader.getLocalName() + " is unknown");
    }

    /** Says that the record ends. */
    void end() throws XMLStreamException {
        if ((seen & required) != required) {
            throw refusal("elements are missing: bits " + Integer.toBinaryString(required & ~seen));
        }
    }

    /** A double, by the parser that Jackson has. */
    double real() throws XMLStreamException {
        return NumberInput.parseDouble(reader.getElementText(), true);
    }

    /** A list of items that are read so: the elements of one name that follow one another. */
    <T> List<T> list(ElementReader<T> item) throws XMLStreamException {
        List<T> items = new ArrayList<>();
        String name = reader.getLocalName();
        do {
            items.add(item.read(reader));
            reader.nextTag();
        } while (reader.isStartElement() && reader.getLocalName().equals(name));
        isAhead = true;
        return items;
    }

    private XMLStreamException refusal(String why) {
        return new XMLStreamException(why, reader.getLocation());
    }
}
