package testbed.objects.types;

/**
 * A post of at most 140 characters, of the study of Cassandra and Couchbase.
 *
 * <p>Made by {@code make objects} from {@code providers/objects/Tweet.schema.json}.
 */
public record Tweet(long id, String author, String body) {}
