//! What must hold of any bytes whatever, for every object type that their format carries, and every engine that reads it or its excerpt.

use std::marker::PhantomData;

use serde_json::Value;
use testbed_contract::{Format, Rules};
use testbed_engines::partial::{PartialEngine, Reads as ReadsOf};
use testbed_engines::{Engine, SerdeJson, SerdeXmlRs, decode_by_default};
use testbed_guard::Guard;
use testbed_objects::{DummyExcerpt, Excerpt, NumericExcerpt, Object};

/// Gives a body to the guard and, where that passes it, to each engine of the format, as the server does. Where it is the field table that refuses it, each
/// engine must do so, too. An engine of operation partial must read the excerpt of the object that the others read. Of a format whose guard walks no bodies
/// each engine gets them all.
///
/// # Panics
/// Guard and engine disagree; or what was read cannot be written, or does not read back as the same object, in the format or as canonical JSON; or an excerpt
/// is not the object's.
pub fn check(format: Format, body: &[u8]) {
    testbed_objects::registry(&mut Body(format, body));
    testbed_engines::partial::registry(&mut Partial {
        format,
        body,
        numeric: excerpt::<NumericExcerpt>(format, body),
        dummy: excerpt::<DummyExcerpt>(format, body),
    });
}

/// The excerpt of a body that the guard passes, as the format's default engine decodes it.
fn excerpt<X: Excerpt>(format: Format, body: &[u8]) -> Option<X> {
    Guard::new(format, X::Whole::TYPE).check(body).ok()?;
    let object: X::Whole = decode_by_default(format, body).expect("the default engine reads what the guard passes");
    Some(X::of(&object))
}

/// The excerpts of a body, where it is an object of that type. What the guard refuses no engine of operation partial sees.
struct Partial<'a> {
    format: Format,
    body: &'a [u8],
    numeric: Option<NumericExcerpt>,
    dummy: Option<DummyExcerpt>,
}

impl testbed_engines::partial::Visitor for Partial<'_> {
    fn visit<E: PartialEngine>(&mut self) {
        if E::FORMAT == self.format {
            agrees::<E, _>(self.body, self.numeric.as_ref());
            agrees::<E, _>(self.body, self.dummy.as_ref());
        }
    }
}

/// An engine reads this excerpt of the body; as JSON, which tells -0.0 from 0.0, where excerpts do not.
fn agrees<E: PartialEngine + ReadsOf<X>, X: Excerpt>(body: &[u8], due: Option<&X>) {
    let Some(due) = due else { return };
    let read: X = E::read(body).unwrap_or_else(|why| panic!("{} refuses what the guard passes: {why}", E::NAME));
    let written = [&read, due].map(|excerpt| serde_json::to_string(excerpt).expect("an excerpt can be written"));
    assert_eq!(written[0], written[1], "{} reads another excerpt", E::NAME);
}

struct Body<'a>(Format, &'a [u8]);

impl testbed_objects::Visitor for Body<'_> {
    fn visit<T: Object>(&mut self) {
        let &mut Self(format, body) = self;
        if T::TYPE.carried(format).is_err() {
            return;
        }
        if format.rules() == Rules::Known {
            testbed_engines::registry(&mut Survives::<T> { format, body, object: PhantomData });
            return;
        }
        match Guard::new(format, T::TYPE).check(body) {
            Ok(()) => testbed_engines::registry(&mut Reads::<T> { format, body, object: PhantomData, first: None }),
            Err(why) if why.is_of_the_table() => {
                let why = &why.to_string();
                testbed_engines::registry(&mut Refuses::<T> { format, body, why, object: PhantomData });
            }
            Err(_) => {}
        }
    }
}

/// Each engine reads the same object of the bytes, and what it writes reads back as that.
struct Reads<'a, T> {
    format: Format,
    body: &'a [u8],
    object: PhantomData<T>,
    /// What the first engine read, as canonical JSON.
    first: Option<Vec<u8>>,
}

impl<T: Object> testbed_engines::Visitor for Reads<'_, T> {
    fn visit<E: Engine>(&mut self) {
        if !parses::<E, T>(self.format) {
            return;
        }
        let object =
            E::decode::<T>(self.body).unwrap_or_else(|why| panic!("{} refuses what the guard passes: {why}", E::NAME));
        // The answer of POST /decode, which is worth nothing unless every server reads it. It tells -0.0 from 0.0, where objects do not.
        let canonical = SerdeJson::encode(&object).expect("what was read has canonical JSON");
        let first = self.first.get_or_insert_with(|| {
            assert_eq!(Guard::new(Format::Json, T::TYPE).check(&canonical), Ok(()));
            assert_eq!(SerdeJson::decode::<T>(&canonical).expect("canonical JSON can be read"), object);
            canonical.clone()
        });
        if E::NAME == SerdeXmlRs::NAME && has_blank_text(&serde_json::from_slice(first).expect("an object is JSON")) {
            // It reads such a text as an empty one, as its file says.
            return;
        }
        assert_eq!(*first, canonical, "{} reads another object", E::NAME);
        let written = E::encode(&object).expect("what was read can be written");
        assert_eq!(E::decode::<T>(&written).expect("what was written can be read"), object, "{}", E::NAME);
    }
}

/// Each engine reads or refuses the bytes, though a guard would refuse them before; what it reads can be written, and comes back as the same bytes.
struct Survives<'a, T> {
    format: Format,
    body: &'a [u8],
    object: PhantomData<T>,
}

impl<T: Object> testbed_engines::Visitor for Survives<'_, T> {
    fn visit<E: Engine>(&mut self) {
        if !parses::<E, T>(self.format) {
            return;
        }
        if let Ok(object) = E::decode::<T>(self.body) {
            let written = E::encode(&object).expect("what was read can be written");
            // Objects with a NaN are never equal; their bytes are.
            let again: T = E::decode(&written).expect("what was written can be read");
            assert_eq!(E::encode(&again).expect("what was read can be written"), written, "{}", E::NAME);
        }
    }
}

/// Each engine refuses the bytes.
struct Refuses<'a, T> {
    format: Format,
    body: &'a [u8],
    why: &'a str,
    object: PhantomData<T>,
}

impl<T: Object> testbed_engines::Visitor for Refuses<'_, T> {
    fn visit<E: Engine>(&mut self) {
        if parses::<E, T>(self.format) {
            assert!(E::decode::<T>(self.body).is_err(), "{} reads what is no {}: {}", E::NAME, T::TYPE.name, self.why);
        }
    }
}

/// Whether an engine is one of the format that reads the object type; floors and passes read nothing.
fn parses<E: Engine, T: Object>(format: Format) -> bool {
    E::FORMAT == format && !E::CHECKS.is_empty() && E::reads::<T>()
}

/// Whether a text has nothing but white space.
fn has_blank_text(value: &Value) -> bool {
    match value {
        Value::String(text) => !text.is_empty() && text.chars().all(|c| " \t\r\n".contains(c)),
        Value::Array(items) => items.iter().any(has_blank_text),
        Value::Object(fields) => fields.values().any(has_blank_text),
        _ => false,
    }
}
