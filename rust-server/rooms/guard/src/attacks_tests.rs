//! Bodies of 64 KiB made to cost the guard itself much: each gets its verdict, allocates nothing, and takes no more than so many
//! times a sound body's time a byte. The file is long because the bodies are many.

use std::time::Instant;

use crate::samples_tests::{Scalar, document, samples};
use crate::tests::{field, nested, one, verdict, walked};
use crate::{Guard, rule};
use testbed_contract::{Format, Rules};
use testbed_objects::{Field, Kind, ObjectType, Presence};

/// As many bytes as a server takes by default.
const ROOM: usize = 64 << 10;
/// A hostile body may take so many times as long a byte as a sound one.
const MOST: usize = 20;

type Says = Result<(), &'static str>;

const PASSES: Says = Ok(());
const MANY: Says = Err("the maps that are open have more than 4096 keys");

/// A body of an object type, and what must be said of it.
struct Attack {
    name: &'static str,
    format: Format,
    object_type: ObjectType,
    body: Vec<u8>,
    says: Says,
}

/// A type's field `v` of a kind, with a value as the format writes it.
fn attack(name: &'static str, format: Format, kind: Kind, value: &[u8], says: Says) -> Attack {
    Attack { name, format, object_type: one(kind), body: (samples(format).around)(value), says }
}

/// A list of so many of one value, as many as there is room for.
fn list(format: Format, value: &[u8]) -> Vec<u8> {
    let item = (samples(format).item)(value);
    (samples(format).list)(&item.repeat(ROOM / item.len() - 2))
}

fn list_of_one(format: Format, value: &[u8]) -> Vec<u8> {
    (samples(format).list)(&(samples(format).item)(value))
}

/// A text of as many units as there is room for.
fn text(format: Format, unit: &str) -> Vec<u8> {
    (samples(format).text)(&unit.repeat((ROOM - 64) / unit.len()))
}

/// A record of `names`, each with an integer 1, in this order; or a map of these keys.
fn record<N: AsRef<str>>(format: Format, names: impl Iterator<Item = N>) -> Vec<u8> {
    let names: Vec<_> = names.collect();
    let fields: Vec<_> = names.iter().map(|name| (name.as_ref(), Scalar::Int(1))).collect();
    (samples(format).record)(&fields)
}

fn list_of(item: Kind) -> Kind {
    Kind::List(Box::leak(Box::new(item)))
}

/// Of fields, or texts of an enumeration: many, as long as each other, and alike in their first byte.
fn names() -> impl Iterator<Item = &'static str> {
    (100..500).map(|at| -> &'static str { format!("f{at}").leak() })
}

/// What all others are compared with: a list of records of a text and a number each.
fn sound(format: Format) -> Attack {
    let item = (samples(format).record)(&[("id", Scalar::Int(7)), ("name", Scalar::Text("Lucas Kidd"))]);
    let fields = vec![field("id", Kind::Int32), field("name", Kind::Text)];
    attack("a sound body", format, list_of(Kind::Record(fields.leak())), &list(format, &item), PASSES)
}

/// In every format.
fn everywhere(format: Format) -> Vec<Attack> {
    let fields: Vec<_> = names().map(|name| Field { name, kind: Kind::Int32, presence: Presence::Optional }).collect();
    let fields: &[Field] = fields.leak();
    let (records, fewer) = (list_of(Kind::Record(fields)), list_of(Kind::Record(&fields[..89])));
    let choices = list_of(Kind::Choice(names().collect::<Vec<_>>().leak()));
    let (empty, [no_text, last]) = (record(format, [""; 0].iter()), ["", "f499"].map(samples(format).text));
    let backwards = record(format, names().collect::<Vec<_>>().into_iter().rev());
    let again = record(format, (0..ROOM / 20).map(|_| "f107"));
    let unknown = format!("f{}", "8".repeat(ROOM - 100));
    let mut all = vec![
        attack("empty records of 89 fields", format, fewer, &list(format, &empty), PASSES),
        attack("empty texts", format, list_of(Kind::Text), &list(format, &no_text), PASSES),
        attack("400 fields backwards", format, records, &list(format, &backwards), PASSES),
        attack("the last of 400 texts", format, choices, &list(format, &last), PASSES),
        attack("one field again and again", format, records, &list_of_one(format, &again), Err(rule::TWICE)),
        attack(
            "a long name",
            format,
            records,
            &list_of_one(format, &record(format, [&*unknown].into_iter())),
            Err(rule::UNKNOWN),
        ),
    ];
    for unit in ["a", "é", "\u{ff5e}", "😀", "aé", "]", ">", "\t"] {
        all.push(attack("a text", format, Kind::Text, &text(format, unit), PASSES));
    }
    all
}

fn of_maps(format: Format) -> Vec<Attack> {
    let integers = Kind::Map(&Kind::Int32);
    let alike = "k".repeat(500);
    vec![
        attack("4,096 keys", format, integers, &record(format, (0..4096).map(|key| format!("{key:x}"))), PASSES),
        attack("4,097 keys", format, integers, &record(format, (0..4097).map(|key| format!("{key:x}"))), MANY),
        attack(
            "keys alike but at their ends",
            format,
            integers,
            &record(format, (0..120).map(|key| format!("{alike}{key}"))),
            PASSES,
        ),
        attack(
            "keys alike but at their beginnings",
            format,
            integers,
            &record(format, (0..120).map(|key| format!("{key}{alike}"))),
            PASSES,
        ),
        attack("one key", format, integers, &record(format, [alike.repeat(130)].into_iter()), PASSES),
        attack(
            "one key twice",
            format,
            integers,
            &record(format, [alike.repeat(65), alike.repeat(65)].into_iter()),
            Err(rule::KEY_TWICE),
        ),
    ]
}

fn of_json() -> Vec<Attack> {
    let json = |name, kind, value: &[u8], says| attack(name, Format::Json, kind, value, says);
    let escaped = |text: &str| text.bytes().map(|byte| format!("\\u{byte:04x}")).collect::<Vec<_>>().concat();
    let spaces = " \n".repeat(ROOM / 2);
    let name = escaped(&"v".repeat(10_900));
    vec![
        json(
            "keys of escapes",
            Kind::Map(&Kind::Int32),
            &record(Format::Json, (0..3500).map(|key| escaped(&format!("{key:02x}")))),
            PASSES,
        ),
        json("one key of escapes", Kind::Map(&Kind::Int32), &record(Format::Json, [name.clone()].into_iter()), PASSES),
        Attack {
            body: format!("{{\"{name}\":1}}").into(),
            ..json("a name of escapes", Kind::Int32, b"", Err(rule::UNKNOWN))
        },
        Attack {
            body: format!("{{\"{name}").into(),
            ..json("a name without an end", Kind::Int32, b"", Err("a string does not end"))
        },
        json("escapes", Kind::Text, &text(Format::Json, "\\u0061"), PASSES),
        json("surrogates", Kind::Text, &text(Format::Json, "\\ud83d\\ude00"), PASSES),
        json(
            "the last surrogate alone",
            Kind::Text,
            format!("\"{}\\ud83d\"", "\\ud83d\\ude00".repeat(5000)).as_bytes(),
            Err("a high surrogate stands without a low one"),
        ),
        json("a choice of escapes", Kind::Choice(&["aaaa", "aaab"]), &text(Format::Json, "\\u0061"), Err(rule::CHOICE)),
        json("digits", Kind::Int32, &vec![b'1'; ROOM], Err("a number is longer than 64 bytes")),
        json(
            "digits of a fraction",
            Kind::Double,
            &[b"1.", vec![b'0'; ROOM].as_slice()].concat(),
            Err("a number is longer than 64 bytes"),
        ),
        json(
            "digits of an integer's exponent",
            Kind::Int64,
            &[b"1e", vec![b'0'; ROOM].as_slice()].concat(),
            Err("a number is longer than 64 bytes"),
        ),
        json("white space", Kind::Int32, format!("{spaces}1").as_bytes(), PASSES),
        json("brackets", nested("v", 64), &vec![b'['; ROOM], Err(rule::RECORD)),
    ]
}

fn of_xml() -> Vec<Attack> {
    let xml = |name, kind, value: &[u8], says| attack(name, Format::Xml, kind, value, says);
    let spaces = " \n".repeat(ROOM / 2);
    let name = "v".repeat(ROOM);
    vec![
        xml("references", Kind::Text, &text(Format::Xml, "&#97;"), PASSES),
        xml("the longest references", Kind::Text, &text(Format::Xml, "&#x0001F600;"), PASSES),
        xml("names of characters", Kind::Text, &text(Format::Xml, "&amp;"), PASSES),
        xml("a choice of references", Kind::Choice(&["aaaa", "aaab"]), &text(Format::Xml, "&#97;"), Err(rule::CHOICE)),
        xml(
            "digits",
            Kind::Double,
            format!("<v>{}</v>", "1".repeat(ROOM)).as_bytes(),
            Err("a number is longer than 64 bytes"),
        ),
        xml("white space", Kind::Int32, format!("{spaces}<v>1</v>{spaces}").as_bytes(), PASSES),
        Attack {
            body: format!("<Test><{name}").into(),
            ..xml("a tag without an end", Kind::Text, b"", Err("a tag does not end"))
        },
        Attack {
            body: format!("<Test><v></{name}").into(),
            ..xml("an end tag without an end", Kind::Text, b"", Err("a tag does not end"))
        },
    ]
}

fn of_bson() -> Vec<Attack> {
    let long = vec![b'v'; ROOM];
    let endless = document(&[b"\x10", &*long].concat());
    vec![
        Attack {
            body: endless,
            ..attack("a name without an end", Format::Bson, Kind::Int32, b"\x10", Err("an element's name does not end"))
        },
        attack(
            "an item's name",
            Format::Bson,
            list_of(Kind::Int32),
            &[vec![0x04], document(&[b"\x10", &*long, b"\0\x01\0\0\0"].concat())].concat(),
            PASSES,
        ),
        attack(
            "a text of 2 GiB by its length",
            Format::Bson,
            Kind::Text,
            &[b"\x02\xff\xff\xff\x7f", &*long].concat(),
            Err("a string's declared length does not fit"),
        ),
    ]
}

fn of(format: Format) -> Vec<Attack> {
    let own = match format.rules() {
        Rules::Json => of_json(),
        Rules::Bson => of_bson(),
        Rules::Xml => of_xml(),
        Rules::Known => unreachable!("no body is walked"),
    };
    let maps = if samples(format).has_maps { of_maps(format) } else { Vec::new() };
    [everywhere(format), maps, own].into_iter().flatten().collect()
}

#[test]
fn hostile_bodies_get_their_verdict_and_allocate_nothing() {
    for Attack { name, format, object_type, body, says } in walked().flat_map(of) {
        let mut guard = Guard::new(format, object_type);
        assert_eq!(guard.check(&body).map_err(|broken| broken.rule), says, "{name} of {format:?}");
        let counted = allocation_counter::measure(|| drop(guard.check(&body)));
        assert_eq!(counted.count_total, 0, "{name} of {format:?}");
    }
}

#[test]
fn hostile_bodies_take_no_more_than_so_many_times_a_sound_one() {
    for format in walked() {
        let sound = sound(format);
        assert_eq!(verdict(format, sound.object_type, &sound.body), sound.says);
        for attack in of(format) {
            // A machine with much else to do may take one of the two aside for long.
            let fast = (0..3).map(|_| times(&attack, &sound)).any(|[once, often]| once < often);
            assert!(fast, "{} of {format:?}: over {MOST} times a sound body, three times", attack.name);
        }
    }
}

/// The picoseconds a byte that one body takes once, and another `MOST` times: medians of some turns. What takes about as long, a busy machine interrupts as often.
fn times(one: &Attack, other: &Attack) -> [u128; 2] {
    let guard = |attack: &Attack| Guard::new(attack.format, attack.object_type);
    let mut both = [(one, 1, guard(one), Vec::new()), (other, MOST, guard(other), Vec::new())];
    for _ in 0..3 {
        for (attack, often, guard, times) in &mut both {
            let began = Instant::now();
            for _ in 0..*often {
                let _verdict = guard.check(&attack.body);
            }
            times.push(began.elapsed().as_nanos());
        }
    }
    both.map(|(attack, _, _, mut times)| {
        times.sort_unstable();
        times[1] * 1000 / attack.body.len() as u128
    })
}

#[test]
fn a_type_may_open_64_levels_of_lists_maps_or_records_and_a_body_no_more() {
    let kind =
        |within: fn(&'static Kind) -> Kind| (0..63).fold(Kind::Int32, |inner, _| within(Box::leak(Box::new(inner))));
    let record = |inner: &'static Kind| Kind::Record(vec![field("v", *inner)].leak());
    for (kind, open, close, due) in [
        (kind(Kind::List), "[", "]", rule::LIST),
        (kind(Kind::Map), "{\"k\":", "}", rule::MAP),
        (kind(record), "{\"v\":", "}", rule::RECORD),
    ] {
        let body = |levels: usize| format!("{{\"v\":{}1{}}}", open.repeat(levels), close.repeat(levels));
        let says = |levels| verdict(Format::Json, one(kind), body(levels));
        let deeper = Err(rule::INTEGER);
        assert_eq!([62, 63, 64, 10_000].map(says), [Err(due), PASSES, deeper, deeper], "{open}");
    }
}
