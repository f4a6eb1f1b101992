package testbed.objects.types;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import testbed.contract.Format;
import testbed.objects.NotIn;

/**
 * A polygon with a hole, as GeoJSON writes one: lists of lists of pairs of doubles.
 *
 * <p>Made by {@code make objects} from {@code providers/objects/Polygon.schema.json}.
 */
@NotIn(format = Format.XML, reason = "nothing tells where an inner list of Polygon.coordinates ends")
public record Polygon(Geometry type, List<Double> bbox, List<List<List<Double>>> coordinates) {
    /** What a geometry is. */
    public enum Geometry {
        @JsonProperty("Polygon")
        POLYGON
    }
}
