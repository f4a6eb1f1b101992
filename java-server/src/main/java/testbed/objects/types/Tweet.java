package testbed.objects.types;

import testbed.objects.Scales;

/**
 * A post of at most 140 characters, of the study of Cassandra and Couchbase.
 *
 * <p>Made by {@code make objects} from {@code providers/objects/Tweet.schema.json}.
 */
@Scales(
        field = "body",
        lengths = {916, 15355, 61558, 246370})
public record Tweet(long id, String author, String body) {}
