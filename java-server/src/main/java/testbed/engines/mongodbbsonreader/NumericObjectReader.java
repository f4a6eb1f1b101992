package testbed.engines.mongodbbsonreader;

import java.util.List;
import org.bson.BsonReader;
import org.bson.BsonType;
import testbed.objects.types.NumericObject;
import testbed.objects.types.NumericObject.Coordinate;

/** Reads a NumericObject. */
public final class NumericObjectReader {
    private NumericObjectReader() {}

    /** The next document. */
    public static NumericObject read(BsonReader reader) {
        String id = null;
        int index = 0;
        int numbr = 0;
        List<Coordinate> coordinates = null;
        Fields fields = new Fields(reader, 4);
        reader.readStartDocument();
        while (reader.readBsonType() != BsonType.END_OF_DOCUMENT) {
            switch (reader.readName()) {
                case "id" -> {
                    fields.comes(0);
                    id = reader.readString();
                }
                case "index" -> {
                    fields.comes(1);
                    index = fields.int32();
                }
                case "numbr" -> {
                    fields.comes(2);
                    numbr = fields.int32();
                }
                case "coordinates" -> {
                    fields.comes(3);
                    coordinates = fields.list(NumericObjectReader::coordinate);
                }
                default -> throw fields.unknown();
            }
        }
        reader.readEndDocument();
        fields.end();
        return new NumericObject(id, index, numbr, coordinates);
    }

    private static Coordinate coordinate(BsonReader reader) {
        long timestamp = 0;
        double latitude = 0;
        double longitude = 0;
        Fields fields = new Fields(reader, 3);
        reader.readStartDocument();
        while (reader.readBsonType() != BsonType.END_OF_DOCUMENT) {
            switch (reader.readName()) {
                case "timestamp" -> {
                    fields.comes(0);
                    timestamp = fields.int64();
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
        reader.readEndDocument();
        fields.end();
        return new Coordinate(timestamp, latitude, longitude);
    }
}
