//! The rules that a body can break in every format, in words.

/// A name that the record does not have.
pub const UNKNOWN: &str = "a field is not known";
/// A field that was found before.
pub const TWICE: &str = "a field comes twice";
/// A record without a field that must be there.
pub const MISSING: &str = "a field is missing";
/// A list of XML in two parts.
pub const APART: &str = "a list goes on behind another field";
/// A key that its map has already.
pub const KEY_TWICE: &str = "a key comes twice";
/// What is due where something else stands.
pub const TEXT: &str = "a text was due";
/// As `TEXT`.
pub const INTEGER: &str = "an integer was due";
/// As `TEXT`.
pub const NUMBER: &str = "a number was due";
/// As `TEXT`.
pub const BOOLEAN: &str = "a boolean was due";
/// As `TEXT`.
pub const LIST: &str = "a list was due";
/// As `TEXT`.
pub const MAP: &str = "a map was due";
/// As `TEXT`.
pub const RECORD: &str = "a record was due";
/// Null in place of a value.
pub const NULL: &str = "null may not stand here";
/// An integer of more bits than its field has.
pub const RANGE: &str = "an integer is out of its range";
/// `29.0` or `29e0` for an integer.
pub const FRACTION: &str = "an integer has a fraction or an exponent";
/// A text that the enumeration does not list.
pub const CHOICE: &str = "the enumeration has no such text";

/// Those that the field table gives, so that an engine that reads just its objects refuses the body, too.
pub const OF_THE_TABLE: [&str; 16] = [
    UNKNOWN, TWICE, MISSING, APART, KEY_TWICE, TEXT, INTEGER, NUMBER, BOOLEAN, LIST, MAP, RECORD, NULL, RANGE,
    FRACTION, CHOICE,
];
