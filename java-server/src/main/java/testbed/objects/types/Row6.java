package testbed.objects.types;

/**
 * A flat record of 6 short texts, the smaller one of the study of two MongoDB drivers.
 *
 * <p>Made by {@code make objects} from {@code providers/objects/Row6.schema.json}.
 */
public record Row6(String a01, String a02, String a03, String a04, String a05, String a06) {}
