//! Each rule of the guard for JSON, kept and broken.

use crate::tests::{field, nested, object, one, verdict, wide};
use crate::{Guard, rule};
use testbed_contract::Format;
use testbed_objects::{Field, Kind, LogLine, Object, ObjectType, Presence};

const PASSES: Result<(), &str> = Ok(());

fn says(object_type: ObjectType, json: &str) -> Result<(), &'static str> {
    verdict(Format::Json, object_type, json)
}

/// What is said of a value of this kind.
fn value(kind: Kind, json: &str) -> Result<(), &'static str> {
    says(one(kind), &format!("{{\"v\":{json}}}"))
}

/// What is said of a body of three fields, `a` a text, `b` an optional text, `c` a nullable text.
fn fields(json: &str) -> Result<(), &'static str> {
    let text = |name, presence| Field { name, kind: Kind::Text, presence };
    let fields = [("a", Presence::Required), ("b", Presence::Optional), ("c", Presence::Nullable)];
    says(object(fields.map(|(name, presence)| text(name, presence)).to_vec()), json)
}

#[test]
fn a_record_has_its_fields_in_any_order() {
    for json in [
        r#"{"a":"","b":"","c":""}"#,
        r#"{"c":"","b":"","a":""}"#,
        r#"{"a":"","c":null}"#,
        r#"{"c":null,"a":""}"#,
        " \t\r\n{ \"a\" : \"\" ,\n\"c\"\t:\rnull } \n",
        r#"{"\u0061":"","\u0063":null}"#,
    ] {
        assert_eq!(fields(json), PASSES, "{json}");
    }
    for (json, rule) in [
        (r#"{"a":""}"#, rule::MISSING),
        (r#"{"c":null}"#, rule::MISSING),
        ("{}", rule::MISSING),
        (r#"{"a":"","c":"","a":""}"#, rule::TWICE),
        (r#"{"a":"","\u0061":"","c":""}"#, rule::TWICE),
        (r#"{"a":"","c":null,"c":null}"#, rule::TWICE),
        (r#"{"a":"","c":"","d":""}"#, rule::UNKNOWN),
        (r#"{"a":"","c":"","A":""}"#, rule::UNKNOWN),
        (r#"{"a":"","c":"","":""}"#, rule::UNKNOWN),
        (r#"{"a":"","c":"","a\u0000":""}"#, rule::UNKNOWN),
        (r#"{"a":null,"c":""}"#, rule::NULL),
        (r#"{"a":"","b":null,"c":""}"#, rule::NULL),
    ] {
        assert_eq!(fields(json), Err(rule), "{json}");
    }
}

#[test]
fn an_absent_list_is_missing() {
    assert_eq!(says(one(Kind::List(&Kind::Text)), "{\"v\":[]}"), PASSES);
    assert_eq!(says(one(Kind::List(&Kind::Text)), "{}"), Err(rule::MISSING));
}

#[test]
fn more_fields_than_a_word_has_bits_are_told_apart() {
    let all = |numbers: &[usize]| {
        let fields: Vec<_> = numbers.iter().map(|at| format!("\"f{at}\":{at}")).collect();
        says(wide(Presence::Required), &format!("{{{}}}", fields.join(",")))
    };
    let numbers: Vec<_> = (0..89).collect();
    assert_eq!(all(&numbers), PASSES);
    assert_eq!(all(&numbers.iter().rev().copied().collect::<Vec<_>>()), PASSES);
    for at in 0..89 {
        let others: Vec<_> = numbers.iter().copied().filter(|&other| other != at).collect();
        assert_eq!(all(&others), Err(rule::MISSING), "{at}");
        assert_eq!(all(&[others, vec![at, at]].concat()), Err(rule::TWICE), "{at}");
    }
}

#[test]
fn each_kind_is_just_that() {
    let kinds = [Kind::Text, Kind::Int32, Kind::Int64, Kind::Double, Kind::Boolean, Kind::Choice(&["x", "é\""])];
    let containers = [Kind::List(&Kind::Int32), Kind::Map(&Kind::Int32), nested("v", 2)];
    let takes = |kind: Kind, json: &str| match (kind, json) {
        (Kind::Text, json) => json.starts_with('"'),
        (Kind::Choice(_), json) => json == "\"x\"" || json == r#""\u00e9\"""# || json == r#""é\u0022""#,
        (Kind::Int32 | Kind::Int64, json) => json == "1",
        (Kind::Double, json) => json == "1" || json == "1.5e0",
        (Kind::Boolean, json) => json == "true" || json == "false",
        (Kind::List(_), json) => json == "[]" || json == "[1]",
        (Kind::Map(_), json) => json == "{}" || json == "{\"v\":1}",
        (Kind::Record(_), json) => json == "{\"v\":\"x\"}",
    };
    for kind in [kinds.as_slice(), &containers].concat() {
        for json in [
            "\"x\"",
            "\"\"",
            "\"y\"",
            r#""\u00e9\"""#,
            r#""é\u0022""#,
            "\"1\"",
            "1",
            "1.5e0",
            "true",
            "false",
            "null",
            "[]",
            "[1]",
            "[1.5]",
            "{}",
            "{\"v\":1}",
            "{\"v\":\"x\"}",
            "NaN",
            "tru",
            "True",
            "+1",
            ".5",
            "'x'",
            "x",
            "",
        ] {
            let said = value(kind, json);
            assert_eq!(said.is_ok(), takes(kind, json), "{kind:?} {json}: {said:?}");
            assert_eq!(said == Err(rule::NULL), json == "null", "{kind:?} {json}: {said:?}");
        }
    }
}

#[test]
fn integers_keep_their_width() {
    for (kind, json, says) in [
        (Kind::Int32, "2147483647", PASSES),
        (Kind::Int32, "-2147483648", PASSES),
        (Kind::Int32, "2147483648", Err(rule::RANGE)),
        (Kind::Int32, "-2147483649", Err(rule::RANGE)),
        (Kind::Int64, "9223372036854775807", PASSES),
        (Kind::Int64, "-9223372036854775808", PASSES),
        (Kind::Int64, "9223372036854775808", Err(rule::RANGE)),
        (Kind::Int64, "-9223372036854775809", Err(rule::RANGE)),
        (Kind::Int32, "29.0", Err(rule::FRACTION)),
        (Kind::Int32, "-0", Err("a number is -0")),
        (Kind::Double, "-0", Err("a number is -0")),
        (Kind::Double, "-0.0", PASSES),
        (Kind::Double, "1e400", Err("a number is too large for a double")),
    ] {
        assert_eq!(value(kind, json), says, "{json}");
    }
}

#[test]
fn lists_and_maps_hold_their_kind_at_every_level() {
    let lists = |json| value(Kind::List(&Kind::List(&Kind::Double)), json);
    for json in ["[]", "[[]]", "[ [ ] , [ 1 ] ]", "[[1.5,-2],[],[3]]"] {
        assert_eq!(lists(json), PASSES, "{json}");
    }
    for json in
        ["[1]", "[[null]]", "[[[1]]]", "[[],]", "[,[]]", "[[1 2]]", "[[1,]]", "[[1]", "[[1}]", "[[1]]]", "[[1],2]"]
    {
        assert!(lists(json).is_err(), "{json}");
    }
    let records = Kind::List(&Kind::Record(&[Field { name: "v", kind: Kind::Int32, presence: Presence::Optional }]));
    for json in ["[{},{\"v\":1},{}]", "[]"] {
        assert_eq!(value(records, json), PASSES, "{json}");
    }
    assert_eq!(value(records, "[{\"v\":1},{\"v\":1,\"v\":1}]"), Err(rule::TWICE), "each record has its own");
}

#[test]
fn only_white_space_stands_between_tokens_and_behind_the_object() {
    let object_type = one(Kind::List(&Kind::Int32));
    for json in ["{\"v\":[1]}x", "{\"v\":[1]}{}", "{\"v\":[1]},", "{\"v\":[1]}\0", "{\"v\":[1]}}"] {
        assert_eq!(says(object_type, json), Err("something follows the object"), "{json}");
    }
    for json in [
        "{\"v\":[1]",
        "{\"v\":[1",
        "{\"v\":",
        "{\"v\"",
        "{\"v",
        "{",
        "{\"v\":[1],}",
        "{,\"v\":[1]}",
        "{\"v\":[1]\0}",
        "{v:[1]}",
        "{'v':[1]}",
        "{\"v\"=[1]}",
        "{\"v\" [1]}",
        "{\"v\":[1]]",
        "{\"v\":[1]/**/}",
        "\u{a0}{\"v\":[1]}",
        "[",
        "{\"v\":\u{b}[1]}",
        "null",
        "1",
        "\"v\"",
        "]",
        "x",
    ] {
        assert!(says(object_type, json).is_err(), "{json}");
    }
    assert_eq!(says(object_type, "{\"v\":[1]}  \n"), PASSES);
}

#[test]
fn control_characters_and_wrong_escapes_stand_in_no_string() {
    let text = |json: &str| value(Kind::Text, &format!("\"{json}\""));
    for byte in (0..b' ').map(char::from) {
        assert!(text(&byte.to_string()).is_err() && text(&format!("\\{byte}")).is_err(), "{byte:?}");
        assert!(text(&format!("longer than eight {byte}")).is_err(), "{byte:?}");
    }
    for json in [
        r#"\"\\\/\b\f\n\r\t"#,
        r"\u0041",
        r"\uabCD",
        r"\u0000",
        r"\ud83d\ude00",
        r"\uD83D\uDE00x",
        r"\udbff\udfff",
        r"\ud7ff\ue000",
        r"\\ud83d",
        "\u{7f}\u{80}\u{2028}\u{feff}",
    ] {
        assert_eq!(text(json), PASSES, "{json}");
    }
    for json in [
        r"\q",
        r"\é",
        r"\U0041",
        r"\'",
        r"\0",
        r"\u",
        r"\u004",
        r"\u00g0",
        r"\u+041",
        r"\ud83d",
        r"\ud83dx",
        r"\ud83d\n",
        r"\ud83d\u0041",
        r"\ud83d\ud83d",
        r"\ude00",
        r"\ude00\ud83d",
        r"\ud83d\\ude00",
        r"\ud83d\ude0",
    ] {
        assert!(text(json).is_err(), "{json}");
        let name = format!("{{\"v\":\"\",\"{json}\":1}}");
        assert_ne!(says(one(Kind::Text), &name), Err(rule::UNKNOWN), "in a name too: {json}");
    }
}

#[test]
fn refuses_what_is_not_utf_8_anywhere_and_a_byte_order_mark() {
    let check = |body: &[u8]| verdict(Format::Json, one(Kind::Text), body);
    assert_eq!(check(b"{\"v\":\"\xff\"}"), Err("the body is not UTF-8"));
    assert_eq!(check(b"\xef\xbb\xbf{\"v\":\"\"}"), Err("the body begins with a byte order mark"));
    assert!(check(b"{\0\"\0v\0\"\0}\0").is_err(), "UTF-16 without a mark is full of NUL");
}

#[test]
fn names_that_need_escapes_are_fields_however_they_are_written() {
    let object_type = object(vec![field("a\"b", Kind::Int32), field("\\", Kind::Int32), field("é😀", Kind::Int32)]);
    for json in [
        r#"{"a\"b":1,"\\":1,"é😀":1}"#,
        r#"{"a\u0022b":1,"\u005c":1,"\u00e9\ud83d\ude00":1}"#,
        r#"{"\u0061\"\u0062":1,"\\":1,"é\uD83D\uDE00":1}"#,
    ] {
        assert_eq!(says(object_type, json), PASSES, "{json}");
    }
    assert!(says(object_type, r#"{"a"b":1,"\\":1,"é😀":1}"#).is_err(), "a quote ends a name");
    assert!(says(object_type, r#"{"a\"b":1,"\":1,"é😀":1}"#).is_err(), "a backslash escapes what ends a name");
    let long = object(vec![field("longer than its text", Kind::Choice(&["x"]))]);
    assert_eq!(says(long, r#"{"\u006conger than its text":"x"}"#), PASSES);
    assert_eq!(says(long, r#"{"\u006conger than its texts":"x"}"#), Err(rule::UNKNOWN));
}

#[test]
fn attacks_are_refused_at_once_and_pass_where_they_keep_to_the_table() {
    let (name, deep) = ("x".repeat(65_536), (nested("v", 64), nested("v", 65)));
    assert_eq!(value(Kind::Text, &format!("\"\",\"{name}\":1")), Err(rule::UNKNOWN));
    assert_eq!(value(Kind::Map(&Kind::Text), &format!("{{\"{name}\":\"{name}\"}}")), PASSES);
    let levels = |levels: usize| format!("{}\"\"{}", "{\"v\":".repeat(levels), "}".repeat(levels));
    let Kind::Record(fields) = deep.0 else { unreachable!("it is a record") };
    let type_of_levels = object(fields.to_vec());
    assert_eq!(says(type_of_levels, &levels(63)), PASSES);
    assert_eq!(says(type_of_levels, &levels(62)), Err(rule::RECORD));
    assert_eq!(says(type_of_levels, &levels(100_000)), Err(rule::TEXT));
    assert_eq!(says(type_of_levels, &"{\"v\":".repeat(100_000)), Err(rule::TEXT));
    assert_eq!(says(type_of_levels, &"[".repeat(100_000)), Err(rule::RECORD));
    let escaped: Vec<_> = (0..89).map(|at| format!("\"\\u0066{at}\":1")).collect();
    assert_eq!(says(wide(Presence::Required), &format!("{{{}}}", escaped.join(","))), PASSES);
}

#[test]
fn checking_keys_and_escapes_allocates_nothing() {
    let mut guard = Guard::new(Format::Json, LogLine::TYPE);
    let golden = String::from_utf8(LogLine::golden(Format::Json).to_vec()).unwrap();
    let keys: Vec<_> = (0..65_536).map(|key| format!("\"\\u0061{key}\":\"\",")).collect();
    for body in [
        golden.replacen("\"labels\":{", &format!("\"labels\":{{{}", keys.concat()), 1),
        golden.replacen("\"message\"", "\"\\u006dessage\"", 1),
        golden.replacen("\"message\"", &format!("\"{}\"", "\\u006d".repeat(10_000)), 1),
        golden.replacen("\"message\":\"", &format!("\"message\":\"{}", "\\n".repeat(10_000)), 1),
    ] {
        assert_eq!(allocation_counter::measure(|| drop(guard.check(body.as_bytes()))).count_total, 0);
    }
}
