//! Variants of an object type that has no lines of its own: objects like the canonical one, made from it and a seed.
//!
//! Every server makes the same, so that nothing but the canonical object is stored: the rules are those of `providers/alike.py`, each draw in their order.

use serde_json::{Map, Value};

use super::{Field, Kind, ObjectType, Presence, Scale, Size};

/// Doubles from here on have no canonical form.
const LARGE: f64 = 10_000_000.0;
/// What a double is multiplied by, so that its decimals are whole: it keeps six at most.
const SCALES: [f64; 7] = [1.0, 10.0, 100.0, 1_000.0, 10_000.0, 100_000.0, 1_000_000.0];
/// One of so many optional fields is left out, and one of so many nullable ones is null.
const SPARSE: usize = 8;
/// A list of at most so many items keeps its length: a pair of coordinates stays one, and a box of four.
const SHORT: usize = 4;

const TYPED: &str = "the canonical object is one of its type, as every start of a server proves";

/// A variant of a type, or of a size of it; index 0 is the canonical object itself.
///
/// # Panics
/// The type has no sizes.
pub fn variant_alike(object_type: &ObjectType, size: Option<Size>, index: usize, canonical: Value) -> Value {
    let record = object_type.fields;
    let (canonical, named, grown) = match size {
        None => (canonical, object_type.name.to_owned(), None),
        Some(size) => {
            let scale = object_type.sized().expect("a request for a size is refused elsewhere");
            (scaled(canonical, scale, size), format!("{}/{}", object_type.name, size.name()), Some(scale.field))
        }
    };
    if index == 0 {
        return canonical;
    }
    let mut draw = Draw { state: seed(&format!("{named}/{index}")) };
    fields(&mut draw, &canonical, record, grown)
}

/// The canonical object of a size: the items of its list, or the characters of its text, over and over.
fn scaled(mut canonical: Value, scale: Scale, size: Size) -> Value {
    let (held, length) = (&mut canonical[scale.field], scale.lengths[size as usize]);
    *held = match &*held {
        Value::Array(items) => items.iter().cycle().take(length).cloned().collect(),
        text => text.as_str().expect(TYPED).chars().cycle().take(length).collect::<String>().into(),
    };
    canonical
}

/// FNV-1a of 64 bits (draft-eastlake-fnv).
fn seed(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hashed, byte| (hashed ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

/// `SplitMix64` (Steele, Lea and Flood, 2014), which every language writes alike.
struct Draw {
    state: u64,
}

impl Draw {
    /// A number from 0 to count - 1.
    fn below(&mut self, count: u64) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.state ^ (self.state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % count
    }

    /// The same as an index.
    fn index(&mut self, count: usize) -> usize {
        usize::try_from(self.below(count as u64)).expect("it is less than count")
    }
}

/// Another value of this kind, like the one given.
fn alike(draw: &mut Draw, value: &Value, kind: Kind) -> Value {
    match kind {
        Kind::Record(record) => fields(draw, value, record, None),
        Kind::List(item) => items(draw, value.as_array().expect(TYPED), *item),
        Kind::Map(held) => entries(draw, value.as_object().expect(TYPED), *held),
        Kind::Choice(texts) => texts[draw.index(texts.len())].into(),
        Kind::Text => text(draw, value.as_str().expect(TYPED)).into(),
        Kind::Boolean => (draw.below(2) == 1).into(),
        Kind::Double => double(draw, value.as_f64().expect(TYPED)).into(),
        Kind::Int32 => integer(draw, value.as_i64().expect(TYPED), i32::MAX.into()).into(),
        Kind::Int64 => integer(draw, value.as_i64().expect(TYPED), i64::MAX).into(),
    }
}

/// The fields that the canonical record has, some of the optional ones left out, some of the nullable ones null. The one that grew has the same length in all.
fn fields(draw: &mut Draw, value: &Value, record: &[Field], grown: Option<&str>) -> Value {
    let mut made = Map::new();
    for field in record {
        if grown == Some(field.name) {
            made.insert(field.name.to_owned(), as_long(draw, &value[field.name], field.kind));
            continue;
        }
        let given = value.get(field.name).filter(|given| !given.is_null());
        match given.filter(|_| field.presence == Presence::Required || draw.index(SPARSE) > 0) {
            Some(given) => made.insert(field.name.to_owned(), alike(draw, given, field.kind)),
            None if field.presence == Presence::Nullable => made.insert(field.name.to_owned(), Value::Null),
            None => None,
        };
    }
    Value::Object(made)
}

/// A list of as many items, each made alike, or a text of as many characters.
fn as_long(draw: &mut Draw, value: &Value, kind: Kind) -> Value {
    match kind {
        Kind::List(item) => value.as_array().expect(TYPED).iter().map(|like| alike(draw, like, *item)).collect(),
        _ => value.as_str().expect(TYPED).chars().map(|like| character(draw, like)).collect::<String>().into(),
    }
}

fn items(draw: &mut Draw, value: &[Value], kind: Kind) -> Value {
    let wanted = length(draw, value.len());
    value.iter().cycle().take(wanted).map(|item| alike(draw, item, kind)).collect()
}

/// Entries like those of the canonical map, from its first key by UTF-8 bytes; of two with one key the first stays.
fn entries(draw: &mut Draw, value: &Map<String, Value>, kind: Kind) -> Value {
    let wanted = length(draw, value.len());
    let mut made = Map::new();
    // They come in the order of their keys.
    let known: Vec<_> = value.iter().collect();
    for &(key, held) in known.iter().cycle().take(wanted) {
        let (key, held) = (text(draw, key), alike(draw, held, kind));
        made.entry(key).or_insert(held);
    }
    Value::Object(made)
}

/// From half as many as the canonical list has to half as many again.
fn length(draw: &mut Draw, canonical: usize) -> usize {
    if canonical <= SHORT { canonical } else { canonical / 2 + draw.index(canonical + 1) }
}

/// Characters of the same classes. With a space in it, a text is prose, and as long as a list would be.
fn text(draw: &mut Draw, value: &str) -> String {
    let count = value.chars().count();
    let wanted = if value.contains(' ') { length(draw, count) } else { count };
    value.chars().cycle().take(wanted).map(|like| character(draw, like)).collect()
}

/// A digit from 1 to itself, a small letter from a to itself; any other as it is. A date stays a date, and a hexadecimal digit one.
fn character(draw: &mut Draw, like: char) -> char {
    let choice = match like {
        '2'..='9' => '1'..=like,
        'b'..='z' => 'a'..=like,
        _ => return like,
    };
    let count = choice.clone().count();
    choice.clone().nth(draw.index(count)).unwrap_or(like)
}

/// One of the same sign, at most about twice as large, with as many decimals; 0 stays 0.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss, reason = "below 2^53")]
#[allow(clippy::float_cmp, reason = "a double has these decimals or has not")]
fn double(draw: &mut Draw, value: f64) -> f64 {
    let size = value.abs();
    if size == 0.0 {
        return 0.0;
    }
    let whole = |scale: f64| (size * scale + 0.5).floor();
    let scale = SCALES.into_iter().find(|&scale| whole(scale) / scale == size).unwrap_or(SCALES[6]);
    let most = (2 * whole(scale) as u64 + 1).min((LARGE * scale) as u64 - 1);
    let made = draw.below(most + 1).max((scale / 1000.0) as u64).max(1);
    (made as f64 / scale).copysign(value)
}

/// One of the same sign, at most twice as large and one, and never larger than its width has room for.
fn integer(draw: &mut Draw, value: i64, widest: i64) -> i64 {
    let most = value.unsigned_abs().saturating_mul(2).saturating_add(1).min(widest.unsigned_abs());
    let size = i64::try_from(draw.below(most + 1)).expect("it is no more than the widest");
    if value < 0 { -size } else { size }
}

#[cfg(test)]
mod tests {
    //! Every number is what `providers/alike.py` gives.

    use serde_json::json;

    use super::*;
    use crate::fields;

    fn drawing(state: u64) -> Draw {
        Draw { state }
    }

    #[test]
    fn seeds_and_draws_are_those_that_every_language_has() {
        let seeds = ["", "a", "Order/1", "Größe/7"].map(seed);
        let known = [0xcbf2_9ce4_8422_2325, 0xaf63_dc4c_8601_ec8c, 0x0462_3f5b_07a7_3dbb, 6_975_659_271_899_877_512];
        assert_eq!(seeds, known);
        let mut draw = drawing(seed("Order/1"));
        assert_eq!([(); 8].map(|()| draw.below(100)), [23, 63, 54, 98, 6, 93, 16, 74]);
    }

    #[test]
    fn a_text_keeps_the_classes_of_its_characters_and_prose_not_its_length() {
        let mut draw = drawing(1);
        let texts = ["2026-08-17T09:27:58Z", "Königsallee 17, 😀zz", "az19AZ0"].map(|like| text(&mut draw, like));
        assert_eq!(texts, ["2021-04-16T06:24:17Z", "Köccgpaldbe 12, 😀oiKölfaga", "av13AZ0"]);
    }

    #[test]
    #[allow(clippy::float_cmp, reason = "the rules are exact")]
    fn a_number_keeps_its_sign_its_decimals_and_its_width() {
        let mut draw = drawing(2);
        let doubles =
            [0.0, -0.0, 2.5, -2968.47, 1.0, 0.001, 9_999_999.9, 0.123_456_7, 5.0].map(|like| double(&mut draw, like));
        assert_eq!(doubles, [0.0, 0.0, 3.4, -2097.3, 3.0, 0.001, 9_315_664.9, 0.101_091, 2.0]);
        let mut draw = drawing(3);
        let mut small = |like: i32| integer(&mut draw, like.into(), i32::MAX.into());
        assert_eq!([0, -5, i32::MAX, i32::MIN].map(&mut small), [1, -9, 1_347_476_737, -1_722_534_351]);
        let wide = [7, i64::MAX, i64::MIN].map(|like| integer(&mut draw, like, i64::MAX));
        assert_eq!(wide, [6, 2_512_858_195_355_979_527, -2_493_001_065_868_230_072]);
    }

    fn lively(fields: &'static [Field]) -> ObjectType {
        let scale = Some(Scale { field: "c", lengths: [7, 8, 9, 10] });
        ObjectType { name: "L", names: &["L"], fields, uncarried: &[], scale }
    }

    /// The first of them.
    fn some(object_type: &ObjectType, size: Option<Size>, canonical: &Value, amount: usize) -> Vec<Value> {
        (0..amount).map(|index| variant_alike(object_type, size, index, canonical.clone())).collect()
    }

    struct E;

    impl E {
        const TEXTS: &[&str] = &["x", "y", "z"];
    }

    #[test]
    fn lists_maps_and_what_need_not_be_there_vary() {
        let record = fields!(
            "a": Text or absent,
            "b": Boolean or null,
            "c": [Int32],
            "d": (map of Text),
            "e": (one of E),
            "f": Double or null,
            "g": [Boolean],
        );
        let canonical = json!({
            "a": "text", "b": true, "c": [1, 22, 333, 4444, 55555], "d": {"b": "2", "é": "3", "a": "1"}, "e": "z", "f": null,
        });
        let made = some(&lively(record), None, &canonical, 6);
        let expected = [
            canonical,
            json!({"a": "madt", "b": false, "c": [1, 29, 231, 7280, 70787], "d": {"a": "1", "b": "2", "é": "2"}, "e": "y", "f": null}),
            json!({"a": "salq", "b": true, "c": [0, 24, 655, 3123, 49425, 3, 4], "d": {"a": "1", "b": "1", "é": "2"}, "e": "z", "f": null}),
            json!({"a": "hbac", "b": false, "c": [2, 36, 252, 1216, 58928], "d": {"a": "1", "b": "2", "é": "1"}, "e": "x", "f": null}),
            json!({"a": "meti", "b": true, "c": [3, 42], "d": {"a": "1", "é": "3"}, "e": "x", "f": null}),
            json!({"b": false, "c": [2, 35, 161, 4945, 84210, 0, 36], "d": {"a": "1", "é": "3"}, "e": "z", "f": null}),
        ];
        assert_eq!(made, expected);
    }

    #[test]
    fn the_variants_of_a_size_keep_the_length_of_what_grows() {
        let record = fields!("a": Text, "c": [Text]);
        let canonical = json!({"a": "two words", "c": ["b", "22", "d e"]});
        let made = some(&lively(record), Some(Size::KiB64), &canonical, 3);
        let expected = [
            json!({"a": "two words", "c": ["b", "22", "d e", "b", "22", "d e", "b", "22", "d e"]}),
            json!({"a": "lng ", "c": ["a", "22", "d b", "b", "12", "b e", "a", "21", "d e"]}),
            json!({"a": "daj ", "c": ["b", "21", "b a", "a", "12", "c d", "a", "12", "b d"]}),
        ];
        assert_eq!(made, expected);
        let text = ObjectType { scale: Some(Scale { field: "a", lengths: [12; 4] }), ..lively(record) };
        let made = some(&text, Some(Size::KiB1), &json!({"a": "é 9", "c": []}), 3);
        let expected = ["é 9é 9é 9é 9", "é 2é 9é 8é 8", "é 4é 2é 8é 8"];
        assert_eq!(made, expected.map(|text| json!({"a": text, "c": []})));
    }
}
