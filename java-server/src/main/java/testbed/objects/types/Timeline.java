package testbed.objects.types;

import java.util.List;
import testbed.objects.Scales;

/**
 * The newest 50 posts of those whom a user follows, of the study of Cassandra and Couchbase.
 *
 * <p>Made by {@code make objects} from {@code providers/objects/Timeline.schema.json}.
 */
@Scales(
        field = "entries",
        lengths = {8, 120, 480, 1921})
public record Timeline(String owner, List<Entry> entries) {
    /** A post as a timeline has it. */
    public record Entry(long id, String author, String body) {}
}
