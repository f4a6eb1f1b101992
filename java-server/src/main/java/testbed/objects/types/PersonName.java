package testbed.objects.types;

import testbed.objects.Parts;

/**
 * The smallest record that a service sends: a name, as the study of JSON and XML in transfer shows it.
 *
 * <p>Made by {@code make objects} from {@code providers/objects/PersonName.schema.json}.
 */
public record PersonName(String firstname, String lastname) {
    /** One like another, of these parts. */
    public static PersonName build(Parts parts, PersonName like) {
        return new PersonName(parts.text(like.firstname), parts.text(like.lastname));
    }
}
