package testbed.objects.types;

import java.util.List;
import testbed.objects.Parts;
import testbed.objects.Scales;

/**
 * A list of names: at 64KiB the large object of the transfer study.
 *
 * <p>Made by {@code make objects} from {@code providers/objects/NameList.schema.json}.
 */
@Scales(
        field = "names",
        lengths = {24, 387, 1547, 6188})
public record NameList(List<Name> names) {
    /** One like another, of these parts. */
    public static NameList build(Parts parts, NameList like) {
        return new NameList(parts.list(like.names, Name::build));
    }

    /** A person's name. */
    public record Name(String firstname, String lastname) {
        /** One like another, of these parts. */
        static Name build(Parts parts, Name like) {
            return new Name(parts.text(like.firstname), parts.text(like.lastname));
        }
    }
}
