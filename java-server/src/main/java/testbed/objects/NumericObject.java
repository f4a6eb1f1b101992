package testbed.objects;

import java.util.List;

/** Object type 1: a track of coordinates, mostly numbers. */
public record NumericObject(String id, int index, int numbr, List<Coordinate> coordinates) {
    /** A point of the track. */
    public record Coordinate(long timestamp, double latitude, double longitude) {}
}
