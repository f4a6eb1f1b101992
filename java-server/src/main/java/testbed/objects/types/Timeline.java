package testbed.objects.types;

import java.util.List;
import testbed.objects.Parts;
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
    /** One like another, of these parts. */
    public static Timeline build(Parts parts, Timeline like) {
        return new Timeline(parts.text(like.owner), parts.list(like.entries, Entry::build));
    }

    /** A post as a timeline has it. */
    public record Entry(long id, String author, String body) {
        /** One like another, of these parts. */
        static Entry build(Parts parts, Entry like) {
            return new Entry(like.id, parts.text(like.author), parts.text(like.body));
        }
    }
}
