package testbed.objects.types;

import testbed.objects.Parts;

/**
 * A flat record of 6 short texts, the smaller one of the study of two MongoDB drivers.
 *
 * <p>Made by {@code make objects} from {@code providers/objects/Row6.schema.json}.
 */
public record Row6(String a01, String a02, String a03, String a04, String a05, String a06) {
    /** One like another, of these parts. */
    public static Row6 build(Parts parts, Row6 like) {
        return new Row6(
                parts.text(like.a01),
                parts.text(like.a02),
                parts.text(like.a03),
                parts.text(like.a04),
                parts.text(like.a05),
                parts.text(like.a06));
    }
}
