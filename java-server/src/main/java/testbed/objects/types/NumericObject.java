package testbed.objects.types;

import java.util.List;
import testbed.objects.Parts;

/**
 * A track of coordinates, mostly numbers.
 *
 * <p>Made by {@code make objects} from {@code providers/objects/NumericObject.schema.json}.
 */
public record NumericObject(String id, int index, int numbr, List<Coordinate> coordinates) {
    /** One like another, of these parts. */
    public static NumericObject build(Parts parts, NumericObject like) {
        return new NumericObject(
                parts.text(like.id), like.index, like.numbr, parts.list(like.coordinates, Coordinate::build));
    }

    /** A point of the track. */
    public record Coordinate(long timestamp, double latitude, double longitude) {
        /** One like another, of these parts. */
        static Coordinate build(Parts parts, Coordinate like) {
            return new Coordinate(like.timestamp, like.latitude, like.longitude);
        }
    }
}
