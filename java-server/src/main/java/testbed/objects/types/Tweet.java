package testbed.objects.types;

import testbed.objects.Parts;
import testbed.objects.Scales;

/**
 * A post of at most 140 characters, of the study of Cassandra and Couchbase.
 *
 * <p>Made by {@code make objects} from {@code providers/objects/Tweet.schema.json}.
 */
@Scales(
        field = "body",
        lengths = {916, 15355, 61558, 246370})
public record Tweet(long id, String author, String body) {
    /** One like another, of these parts. */
    public static Tweet build(Parts parts, Tweet like) {
        return new Tweet(like.id, parts.text(like.author), parts.text(like.body));
    }
}
