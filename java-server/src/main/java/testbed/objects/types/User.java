package testbed.objects.types;

import java.util.List;
import testbed.objects.Parts;

/**
 * A user of a microblog with the names of 25 followers, of the study of Cassandra and Couchbase.
 *
 * <p>Made by {@code make objects} from {@code providers/objects/User.schema.json}.
 */
public record User(String username, List<String> followers) {
    /** One like another, of these parts. */
    public static User build(Parts parts, User like) {
        return new User(parts.text(like.username), parts.list(like.followers, Parts::text));
    }
}
