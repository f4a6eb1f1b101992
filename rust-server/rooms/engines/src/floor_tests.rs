//! Floors build each object anew, and nothing else; passes read each byte, and build nothing.

use std::any::type_name;
use std::collections::BTreeMap;
use std::hint::black_box;
use std::marker::PhantomData;
use std::ops::Range;
use std::sync::LazyLock;

use allocation_counter::measure;
use serde::de::value::Error;
use serde::ser::{Serialize, SerializeMap, SerializeSeq, SerializeStruct, Serializer};

use super::*;
use ::serde::ser::Impossible;
use testbed_contract::{Format, Operation};
use testbed_objects::{NumericObject, OBJECT_TYPES, Object};

/// What an object owns, as its own writer shows it.
#[derive(Default)]
struct Owned {
    /// Where its texts lie that are not empty.
    texts: Vec<Range<usize>>,
    /// How many lists and maps there are that are not empty.
    collections: u64,
    /// What their items take at least: a record what its fields take that are there.
    items: usize,
}

impl Owned {
    fn by<T: Object>(object: &T) -> Self {
        let mut owned = Self::default();
        Values { owned: &mut owned, is_text: false, items: 0 }.value(object).unwrap();
        owned
    }

    /// Bytes, at least.
    fn bytes(&self) -> u64 {
        (self.items + self.texts.iter().map(Range::len).sum::<usize>()) as u64
    }
}

/// Is shown values, and gives the size of each where it lies, at least.
struct Values<'a> {
    owned: &'a mut Owned,
    /// Whether the value is a text with memory of its own, and not that of an enumeration.
    is_text: bool,
    /// What was shown so far of a record, list or map.
    items: usize,
}

impl Values<'_> {
    fn value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<usize, Error> {
        let is_text = type_name::<T>().trim_start_matches('&') == type_name::<String>();
        value.serialize(Values { owned: self.owned, is_text, items: 0 })
    }

    fn item<T: Serialize + ?Sized>(&mut self, item: &T) -> Result<(), Error> {
        self.items += self.value(item)?;
        Ok(())
    }

    fn collected<T>(self) -> usize {
        self.owned.items += self.items;
        self.owned.collections += u64::from(self.items > 0);
        size_of::<T>()
    }
}

macro_rules! scalars {
    ($($method:ident($kind:ty)),+) => {
        $(fn $method(self, _: $kind) -> Result<usize, Error> {
            Ok(size_of::<$kind>())
        })+
    };
}

macro_rules! never {
    ($($method:ident($($kind:ty),*) -> $what:ty),+ $(,)?) => {
        $(fn $method(self, $(_: $kind),*) -> Result<$what, Error> {
            unimplemented!("no object type has it")
        })+
    };
}

impl Serializer for Values<'_> {
    type Ok = usize;
    type Error = Error;
    type SerializeSeq = Self;
    type SerializeTuple = Impossible<usize, Error>;
    type SerializeTupleStruct = Impossible<usize, Error>;
    type SerializeTupleVariant = Impossible<usize, Error>;
    type SerializeMap = Self;
    type SerializeStruct = Self;
    type SerializeStructVariant = Impossible<usize, Error>;

    scalars!(serialize_bool(bool), serialize_i32(i32), serialize_i64(i64), serialize_f64(f64));
    never! {
        serialize_i8(i8) -> usize,
        serialize_i16(i16) -> usize,
        serialize_u8(u8) -> usize,
        serialize_u16(u16) -> usize,
        serialize_u32(u32) -> usize,
        serialize_u64(u64) -> usize,
        serialize_f32(f32) -> usize,
        serialize_char(char) -> usize,
        serialize_bytes(&[u8]) -> usize,
        serialize_unit() -> usize,
        serialize_unit_struct(&'static str) -> usize,
        serialize_tuple(usize) -> Self::SerializeTuple,
        serialize_tuple_struct(&'static str, usize) -> Self::SerializeTupleStruct,
        serialize_tuple_variant(&'static str, u32, &'static str, usize) -> Self::SerializeTupleVariant,
        serialize_struct_variant(&'static str, u32, &'static str, usize) -> Self::SerializeStructVariant,
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, _: &T) -> Result<usize, Error> {
        unimplemented!("no object type has it")
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<usize, Error> {
        unimplemented!("no object type has it")
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, _: &'static str) -> Result<usize, Error> {
        Ok(1)
    }

    fn serialize_str(self, text: &str) -> Result<usize, Error> {
        if !self.is_text {
            return Ok(1);
        }
        if !text.is_empty() {
            self.owned.texts.push(text.as_ptr().addr()..text.as_ptr().addr() + text.len());
        }
        Ok(size_of::<String>())
    }

    fn serialize_none(self) -> Result<usize, Error> {
        Ok(0)
    }

    fn serialize_some<T: Serialize + ?Sized>(mut self, value: &T) -> Result<usize, Error> {
        self.value(value)
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Self, Error> {
        Ok(self)
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Self, Error> {
        Ok(self)
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self, Error> {
        Ok(self)
    }
}

impl SerializeSeq for Values<'_> {
    type Ok = usize;
    type Error = Error;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, item: &T) -> Result<(), Error> {
        self.item(item)
    }

    fn end(self) -> Result<usize, Error> {
        Ok(self.collected::<Vec<()>>())
    }
}

impl SerializeMap for Values<'_> {
    type Ok = usize;
    type Error = Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Error> {
        self.item(key)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        self.item(value)
    }

    fn end(self) -> Result<usize, Error> {
        Ok(self.collected::<BTreeMap<(), ()>>())
    }
}

impl SerializeStruct for Values<'_> {
    type Ok = usize;
    type Error = Error;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, _: &'static str, value: &T) -> Result<(), Error> {
        self.items += size_of_val(value);
        self.value(value).map(drop)
    }

    fn end(self) -> Result<usize, Error> {
        Ok(self.items)
    }
}

/// What must hold of floors with an object type that the format carries.
trait Claim {
    fn check<E: Engine, T: Object>();
}

struct OfFloors<C>(&'static str, PhantomData<C>);

struct OfEveryObjectType<C, E>(PhantomData<(C, E)>);

impl<C: Claim> Visitor for OfFloors<C> {
    fn visit<E: Engine>(&mut self) {
        if E::NAME.starts_with(self.0) {
            testbed_objects::registry(&mut OfEveryObjectType::<C, E>(PhantomData));
        }
    }
}

impl<C: Claim, E: Engine> testbed_objects::Visitor for OfEveryObjectType<C, E> {
    fn visit<T: Object>(&mut self) {
        if const { T::TYPE.uncarried(E::FORMAT).is_none() } {
            C::check::<E, T>();
        }
    }
}

/// Some variants, evenly over all.
fn some<T: Object>() -> impl Iterator<Item = &'static T> {
    T::variants(None).step_by(64)
}

/// What a run's window gives for a body of this object.
fn windowed<E: Engine, T: Object>(expected: &'static T, body: &[u8]) -> T {
    E::expect(expected);
    E::decode(body).unwrap()
}

struct BuildsAnew;

impl Claim for BuildsAnew {
    fn check<E: Engine, T: Object>() {
        for expected in some::<T>() {
            let built: T = windowed::<E, T>(expected, b"is not looked at");
            assert_eq!(built, *expected);
            let (theirs, ours) = (Owned::by(expected).texts, Owned::by(&built).texts);
            assert_eq!(ours.len(), theirs.len(), "{} {}", E::NAME, T::TYPE.name);
            let is_shared =
                |our: &Range<usize>| theirs.iter().any(|their| our.start < their.end && their.start < our.end);
            assert!(!ours.iter().any(is_shared), "{} {}", E::NAME, T::TYPE.name);
        }
    }
}

#[test]
fn a_floor_builds_an_equal_object_that_shares_nothing_with_the_kept_one() {
    registry(&mut OfFloors::<BuildsAnew>("floor-", PhantomData));
}

struct AllocatesTheObject;

impl Claim for AllocatesTheObject {
    fn check<E: Engine, T: Object>() {
        for expected in some::<T>() {
            let body = SerdeJson::encode(expected).unwrap();
            let parse = measure(|| drop(black_box(SerdeJson::decode::<T>(&body).unwrap())));
            let floor = measure(|| drop(black_box(windowed::<E, T>(expected, &body))));
            let owned = Owned::by(expected);
            let shown = || format!("{} {}: {floor:?}, owned {}, parse {parse:?}", E::NAME, T::TYPE.name, owned.bytes());
            assert!(floor.bytes_total <= parse.bytes_total && floor.count_total <= parse.count_total, "{}", shown());
            assert!(floor.bytes_total >= owned.bytes(), "{}", shown());
            // A map has a node for some entries each.
            let has_maps = format!("{:?}", T::TYPE.fields).contains("Map(");
            let parts = owned.texts.len() as u64 + owned.collections;
            assert!(if has_maps { floor.count_total >= parts } else { floor.count_total == parts }, "{}", shown());
            let kept = measure(|| std::mem::forget(windowed::<E, T>(expected, &body)));
            assert_eq!(kept.bytes_current, i64::try_from(floor.bytes_total).unwrap(), "nothing is made for a while");
        }
    }
}

#[test]
fn a_floor_allocates_what_the_object_owns_and_no_more_than_a_parse_does() {
    registry(&mut OfFloors::<AllocatesTheObject>("floor-", PhantomData));
}

struct GivesTheKept;

impl Claim for GivesTheKept {
    fn check<E: Engine, T: Object>() {
        for expected in some::<T>() {
            let body = E::encode(expected).unwrap();
            E::expect(expected);
            let mut given = None;
            let counted = measure(|| given = E::decode::<T>(&body).ok());
            assert_eq!(given.as_ref(), Some(expected));
            assert_eq!(counted.count_total, 0, "{} {}", E::NAME, T::TYPE.name);
        }
    }
}

#[test]
fn a_pass_gives_an_equal_object_and_allocates_nothing() {
    registry(&mut OfFloors::<GivesTheKept>("pass-", PhantomData));
}

#[test]
fn a_pass_reads_a_text_to_its_end() {
    let refuses = |body: &[u8]| {
        Pass::<SerdeJson>::expect(NumericObject::variant(None, 0));
        Pass::<SerdeJson>::decode::<NumericObject>(body).map(drop).map_err(|why| why.to_string())
    };
    assert_eq!(refuses(&b"a".repeat(1000)), Ok(()));
    assert_eq!(refuses(&[b"a".repeat(1000), b"\xff".to_vec()].concat()), Err("byte 1000 is not UTF-8".to_owned()));
}

struct ReadsElsewhere;

impl Claim for ReadsElsewhere {
    fn check<E: Engine, T: Object>() {
        let first = T::variant(None, 0);
        windowed::<E, T>(first, T::golden(E::FORMAT));
        let second = E::encode(T::variant(None, 1)).unwrap();
        assert_eq!(E::decode::<T>(&second).unwrap(), *T::variant(None, 1), "what was expected is forgotten");
        assert!(E::decode::<T>(b"nothing").is_err());
        assert_eq!(E::encode(first).unwrap(), T::golden(E::FORMAT));
    }
}

#[test]
fn where_nobody_says_what_a_body_holds_the_default_engine_reads_it() {
    registry(&mut OfFloors::<ReadsElsewhere>("floor-", PhantomData));
    registry(&mut OfFloors::<ReadsElsewhere>("pass-", PhantomData));
}

#[test]
fn each_format_has_a_floor_and_a_pass_that_stand_in_no_series_and_are_no_library() {
    let engines = EngineRegistry::checked();
    for format in Format::ALL {
        for name in [format.floor(), format.pass()] {
            let engine = engines.find(format, Operation::Decode, Some(name)).unwrap();
            assert!(engine.checks.is_empty() && !engine.default, "{name}");
            assert_eq!((engine.library, engine.version), ("rust-server", env!("CARGO_PKG_VERSION")));
            assert!(matches!(engine.settings[..], [one] if one.starts_with("parses nothing: ")), "{name}");
            assert_eq!(engine.codecs.len() + engine.failing.len(), OBJECT_TYPES.len());
            let carried = OBJECT_TYPES.iter().filter(|known| known.carried(format).is_ok());
            assert_eq!(engine.codecs.len(), carried.count(), "{name}: {:?}", engine.failing);
        }
    }
    assert!(engines.libraries().all(|(library, _)| library != "rust-server"));
}

struct ParsesInARun;

impl Claim for ParsesInARun {
    fn check<E: Engine, T: Object>() {
        static ENGINES: LazyLock<EngineRegistry> = LazyLock::new(EngineRegistry::checked);
        let codec = ENGINES.find(E::FORMAT, Operation::Decode, Some(E::NAME)).unwrap().codec(T::TYPE).unwrap();
        for (variant, object) in T::variants(None).enumerate().step_by(256) {
            let body = E::encode(object).unwrap();
            assert!(codec.parse(&body, None, None, variant).is_ok(), "{} {} {variant}", E::NAME, T::TYPE.name);
        }
    }
}

#[test]
fn a_runs_window_builds_the_variant_that_the_run_expects() {
    registry(&mut OfFloors::<ParsesInARun>("floor-", PhantomData));
    registry(&mut OfFloors::<ParsesInARun>("pass-", PhantomData));
}
