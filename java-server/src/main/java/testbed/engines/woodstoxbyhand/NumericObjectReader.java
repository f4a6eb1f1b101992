package testbed.engines.woodstoxbyhand;

import java.util.List;
import javax.xml.stream.XMLStreamException;
import org.codehaus.stax2.XMLStreamReader2;
import testbed.objects.types.NumericObject;
import testbed.objects.types.NumericObject.Coordinate;

/** Reads a NumericObject. */
public final class NumericObjectReader {
    private NumericObjectReader() {}

    /** What the element holds at whose start the reader stands. */
    public static NumericObject read(XMLStreamReader2 reader) throws XMLStreamException {
        String id = null;
        int index = 0;
        int numbr = 0;
        List<Coordinate> coordinates = List.of();
        Fields fields = new Fields(reader, 3);
        while (fields.next()) {
            switch (reader.getLocalName()) {
                case "id" -> {
                    fields.comes(0);
                    id = reader.getElementText();
                }
                case "index" -> {
                    fields.comes(1);
                    index = reader.getElementAsInt();
                }
                case "numbr" -> {
                    fields.comes(2);
                    numbr = reader.getElementAsInt();
                }
                case "coordinates" -> {
                    fields.comes(3);
                    coordinates = fields.list(NumericObjectReader::coordinate);
                }
                default -> throw fields.unknown();
            }
        }
        fields.end();
        return new NumericObject(id, index, numbr, coordinates);
    }

    private static Coordinate coordinate(XMLStreamReader2 reader) throws XMLStreamException {
        long timestamp = 0;
        double latitude = 0;
        double longitude = 0;
        Fields fields = new Fields(reader, 3);
        while (fields.next()) {
            switch (reader.getLocalName()) {
                case "timestamp" -> {
                    fields.comes(0);
                    timestamp = reader.getElementAsLong();
                }
                case "latitude" -> {
                    fields.comes(1);
                    latitude = fields.real();
                }
                case "longitude" -> {
                    fields.comes(2);
                    longitude = fields.real();
                }
                default -> throw fields.unknown();
            }
        }
        fields.end();
        return new Coordinate(timestamp, latitude, longitude);
    }
}
