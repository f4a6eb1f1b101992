package testbed.guard;

import java.util.Set;

/** The rules that a body can break in every format, in words. */
final class Rule {
    /** A name that the record does not have. */
    static final String UNKNOWN = "a field is not known";
    /** A field that was found before. */
    static final String TWICE = "a field comes twice";
    /** A record without a field that must be there. */
    static final String MISSING = "a field is missing";
    /** A list of XML in two parts. */
    static final String APART = "a list goes on behind another field";
    /** A key that its map has already. */
    static final String KEY_TWICE = "a key comes twice";
    /** What is due where something else stands. */
    static final String TEXT = "a text was due";
    /** As {@link #TEXT}. */
    static final String INTEGER = "an integer was due";
    /** As {@link #TEXT}. */
    static final String NUMBER = "a number was due";
    /** As {@link #TEXT}. */
    static final String BOOLEAN = "a boolean was due";
    /** As {@link #TEXT}. */
    static final String LIST = "a list was due";
    /** As {@link #TEXT}. */
    static final String MAP = "a map was due";
    /** As {@link #TEXT}. */
    static final String RECORD = "a record was due";
    /** Null in place of a value. */
    static final String NULL = "null may not stand here";
    /** An integer of more bits than its field has. */
    static final String RANGE = "an integer is out of its range";
    /** {@code 29.0} or {@code 29e0} for an integer. */
    static final String FRACTION = "an integer has a fraction or an exponent";
    /** A text that the enumeration does not list. */
    static final String CHOICE = "the enumeration has no such text";

    /** Those that the field table gives, so that an engine that reads just its objects refuses the body, too. */
    static final Set<String> OF_THE_TABLE = Set.of(
            UNKNOWN, TWICE, MISSING, APART, KEY_TWICE, TEXT, INTEGER, NUMBER, BOOLEAN, LIST, MAP, RECORD, NULL, RANGE,
            FRACTION, CHOICE);

    private Rule() {}
}
