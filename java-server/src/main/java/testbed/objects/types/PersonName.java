package testbed.objects.types;

/**
 * The smallest record that a service sends: a name, as the study of JSON and XML in transfer shows it.
 *
 * <p>Made by {@code make objects} from {@code providers/objects/PersonName.schema.json}.
 */
public record PersonName(String firstname, String lastname) {}
