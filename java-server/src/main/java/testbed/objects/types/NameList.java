package testbed.objects.types;

import java.util.List;
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
    /** A person's name. */
    public record Name(String firstname, String lastname) {}
}
