package testbed.objects.types;

import java.util.List;

/**
 * A user of a microblog with the names of 25 followers, of the study of Cassandra and Couchbase.
 *
 * <p>Made by {@code make objects} from {@code providers/objects/User.schema.json}.
 */
public record User(String username, List<String> followers) {}
