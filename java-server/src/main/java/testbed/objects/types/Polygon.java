package testbed.objects.types;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import testbed.contract.Format;
import testbed.objects.NotIn;
import testbed.objects.Parts;

/**
 * A polygon with a hole, as GeoJSON writes one: lists of lists of pairs of doubles.
 *
 * <p>Made by {@code make objects} from {@code providers/objects/Polygon.schema.json}.
 */
@NotIn(format = Format.XML, reason = "nothing tells where an inner list of Polygon.coordinates ends")
public record Polygon(Geometry type, List<Double> bbox, List<List<List<Double>>> coordinates) {
    /** One like another, of these parts. */
    public static Polygon build(Parts parts, Polygon like) {
        return new Polygon(
                like.type, parts.list(like.bbox, Parts::number), parts.list(like.coordinates, Polygon::build1));
    }

    private static List<List<Double>> build1(Parts parts, List<List<Double>> like) {
        return parts.list(like, Polygon::build2);
    }

    private static List<Double> build2(Parts parts, List<Double> like) {
        return parts.list(like, Parts::number);
    }

    /** What a geometry is. */
    public enum Geometry {
        @JsonProperty("Polygon")
        POLYGON
    }
}
