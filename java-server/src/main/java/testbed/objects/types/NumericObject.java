package testbed.objects.types;

import java.util.List;

/**
 * A track of coordinates, mostly numbers.
 *
 * <p>Made by {@code make objects} from {@code providers/objects/NumericObject.schema.json}.
 */
public record NumericObject(String id, int index, int numbr, List<Coordinate> coordinates) {
    /** A point of the track. */
    public record Coordinate(long timestamp, double latitude, double longitude) {}
}
