//! What each engine refuses in fields that it skips: what it says of them is true. Each body is the golden with one fault.

use super::*;
use testbed_contract::Format;
use testbed_objects::{DummyExcerpt, DummyObject, Excerpt, Object};

/// What stands in the golden instead of a part of it.
type Fault = (&'static str, &'static [u8], &'static [u8]);

const JSON: &[Fault] = &[
    ("not UTF-8", b"\"gender\":\"", b"\"gender\":\"\xff"),
    ("an escape that is none", b"\"gender\":\"", b"\"gender\":\"\\x"),
    ("a leading zero", b"\"index\":0", b"\"index\":00"),
    ("a literal that is none", b"\"isActive\":false", b"\"isActive\":falsy"),
    ("brackets that do not fit", b"\"tags\":[", b"\"tags\":[}"),
    ("behind the last", b"\"apple\"}", b"\"apple\",\"z\"}"),
    ("too wide", b"\"index\":0", b"\"index\":1e999"),
];

const BSON: &[Fault] = &[
    ("not UTF-8", b"gender\0\x07\0\0\0f", b"gender\0\x07\0\0\0\xff"),
    ("a text without end", b"female\0", b"female!"),
    ("a type that is none", b"\x02gender\0", b"\x55gender\0"),
    ("one inside", b"\x02name\0\x0b\0\0\0Kitty", b"\x55name\0\x0b\0\0\0Kitty"),
    ("a length that does not fit", b"friends\0\x7c", b"friends\0\x7d"),
    ("behind the last", b"apple\0\0", b"apple\0\x55"),
];

const XML: &[Fault] = &[
    ("not UTF-8", b"<gender>", b"<gender>\xff"),
    ("a tag that ends another", b"</gender>", b"</gendre>"),
    ("one inside", b"KittyBrock</name>", b"KittyBrock</nom>"),
    ("a reference to nothing", b"<gender>", b"<gender>&nothing;"),
    ("behind the last", b"</DummyObject>", b"</DummyObject><z></z>"),
    ("another kind", b"<index>", b"<index>x"),
];

const FAULTS: [(Format, &[Fault]); 3] = [(Format::Json, JSON), (Format::Bson, BSON), (Format::Xml, XML)];

fn all_of(faults: &[Fault]) -> String {
    faults.iter().map(|(name, ..)| *name).collect::<Vec<_>>().join(", ")
}

/// The golden with a fault.
fn with(format: Format, (_, part, by): &Fault) -> Vec<u8> {
    let golden = DummyObject::golden(format);
    let at: Vec<_> = (0..golden.len()).filter(|at| golden[*at..].starts_with(part)).collect();
    let &[at] = &at[..] else { panic!("{} stands in the golden once, not at {at:?}", String::from_utf8_lossy(part)) };
    [&golden[..at], by, &golden[at + part.len()..]].concat()
}

/// The names of the faults that each engine refuses.
struct Refused(Vec<(&'static str, String)>);

impl Visitor for Refused {
    fn visit<E: PartialEngine>(&mut self) {
        let faults = FAULTS.iter().find(|(format, _)| *format == E::FORMAT);
        let (_, faults) = faults.expect("FAULTS has those of each format that has an engine of operation partial");
        let refuses = |fault: &&Fault| match <E as Reads<DummyExcerpt>>::read(&with(E::FORMAT, fault)) {
            Ok(excerpt) => {
                assert_eq!(excerpt, DummyExcerpt::of(&DummyObject::canonical()), "{} {}", E::NAME, fault.0);
                false
            }
            Err(_) => true,
        };
        let names: Vec<_> = faults.iter().filter(refuses).map(|(name, ..)| *name).collect();
        self.0.push((E::NAME, names.join(", ")));
    }
}

#[test]
fn each_engine_checks_of_what_it_skips_what_it_says() {
    let mut refused = Refused(Vec::new());
    registry(&mut refused);
    let syntax =
        "an escape that is none, a leading zero, a literal that is none, brackets that do not fit, behind the last";
    let (json, bson, xml) = (all_of(JSON), all_of(BSON), "not UTF-8, a tag that ends another, one inside");
    let expected = [
        ("serde_json-partial", syntax),
        ("simd-json-partial", &json),
        ("jiter", syntax),
        ("simd-json-tape", &json),
        ("serde_json-value", &json),
        ("bson-partial", &bson),
        (
            "bson-raw-pull",
            "not UTF-8, a text without end, a type that is none, a length that does not fit, behind the last",
        ),
        ("bson-raw-get", "a text without end, a type that is none, a length that does not fit, behind the last"),
        ("bson-document", &bson),
        // Behind the root looks the reader of the build with equal checks.
        (
            "quick-xml-partial",
            &if cfg!(feature = "equal") { format!("{xml}, behind the last") } else { xml.to_owned() },
        ),
        ("quick-xml-reader", xml),
        ("roxmltree", &format!("{xml}, a reference to nothing, behind the last")),
    ];
    assert_eq!(refused.0.iter().map(|(name, refused)| (*name, refused.as_str())).collect::<Vec<_>>(), expected);
}
