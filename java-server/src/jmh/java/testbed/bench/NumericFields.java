package testbed.bench;

import java.util.List;

/** {@link testbed.objects.types.NumericObject} as a class with public fields. A list of no elements is absent in XML. */
public final class NumericFields {
    public String id;
    public int index;
    public int numbr;
    public List<Coordinate> coordinates = List.of();

    /** A point of the track. */
    public static final class Coordinate {
        public long timestamp;
        public double latitude;
        public double longitude;
    }
}
