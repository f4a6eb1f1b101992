//! Every engine of operation partial against every golden, every variant and every body of `providers/`.

use std::fs;
use std::marker::PhantomData;
use std::thread;

use super::*;
use crate::case_tests::{cases, damaged, draws};
use crate::{CheckedEngine, Engine, EngineRegistry, Refused, SimdJson, decode_by_default, encode_by_default};
use testbed_contract::{Format, Kind, Operation};
use testbed_guard::Guard;
use testbed_objects::{
    DummyExcerpt, DummyObject, Excerpt, NumericExcerpt, NumericObject, OBJECT_TYPES, Object, PersonName,
};

/// What must hold of every engine with every excerpt.
trait Claim {
    fn check<E: PartialEngine + Reads<X>, X: Excerpt>();
}

struct OfEveryEngine<C>(PhantomData<C>);

impl<C: Claim> Visitor for OfEveryEngine<C> {
    fn visit<E: PartialEngine>(&mut self) {
        C::check::<E, NumericExcerpt>();
        C::check::<E, DummyExcerpt>();
    }
}

/// What the default engine decodes.
fn decoded<T: Object>(format: Format, body: &[u8]) -> T {
    decode_by_default(format, body).unwrap()
}

fn encoded<T: Object>(format: Format, object: &T) -> Vec<u8> {
    encode_by_default(format, object).unwrap()
}

/// The excerpt of a body must be that of the object which the default engine decodes, to the sign of a zero.
fn reads_rightly<E: PartialEngine + Reads<X>, X: Excerpt>(body: &[u8], what: &str) {
    let due = X::of(&decoded(E::FORMAT, body));
    let read = E::read(body).unwrap_or_else(|why| panic!("{} refuses {what}: {why}", E::NAME));
    let written = [&read, &due].map(|excerpt: &X| ::serde_json::to_string(excerpt).unwrap());
    assert_eq!(written[0], written[1], "{} of {what}", E::NAME);
    let in_place: X = E::read_in_place(&mut body.to_vec()).unwrap();
    assert_eq!(in_place, due, "{} of {what}", E::NAME);
}

struct ReadsEveryVariant;

impl Claim for ReadsEveryVariant {
    fn check<E: PartialEngine + Reads<X>, X: Excerpt>() {
        reads_rightly::<E, X>(X::Whole::golden(E::FORMAT), "the golden");
        for (index, variant) in X::Whole::variants(None).enumerate() {
            reads_rightly::<E, X>(&encoded(E::FORMAT, variant), &format!("variant {index}"));
        }
    }
}

#[test]
fn every_engine_reads_the_excerpt_of_every_variant() {
    registry(&mut OfEveryEngine::<ReadsEveryVariant>(PhantomData));
}

struct ReadsWhatIsAccepted;

impl Claim for ReadsWhatIsAccepted {
    fn check<E: PartialEngine + Reads<X>, X: Excerpt>() {
        let cases = cases(E::FORMAT, X::Whole::TYPE, "accept");
        assert!(!cases.is_empty(), "{} {}", E::NAME, X::Whole::TYPE.name);
        for (case, body) in cases {
            reads_rightly::<E, X>(&body, &case.to_string());
        }
    }
}

#[test]
fn every_engine_reads_what_the_guard_accepts_as_the_default_decodes_it() {
    registry(&mut OfEveryEngine::<ReadsWhatIsAccepted>(PhantomData));
}

struct SurvivesWhatIsRefused;

impl Claim for SurvivesWhatIsRefused {
    fn check<E: PartialEngine + Reads<X>, X: Excerpt>() {
        for (_, body) in cases(E::FORMAT, X::Whole::TYPE, "reject") {
            // It may read or refuse it.
            let _either = <E as Reads<X>>::read(&body);
        }
    }
}

#[test]
fn no_engine_panics_or_hangs_on_what_the_guard_refuses() {
    // The guard's limit of depth keeps readers that recurse from the end of their stack; here one is as large as the deepest body needs without optimization.
    let reading = thread::Builder::new().stack_size(1 << 30);
    let reading = reading.spawn(|| registry(&mut OfEveryEngine::<SurvivesWhatIsRefused>(PhantomData)));
    reading.unwrap().join().unwrap();
}

struct AgreesOnDamage;

impl Claim for AgreesOnDamage {
    fn check<E: PartialEngine + Reads<X>, X: Excerpt>() {
        let (mut guard, mut draw) = (Guard::new(E::FORMAT, X::Whole::TYPE), draws());
        let mut accepted = 0;
        for _ in 0..400 {
            let body = damaged(X::Whole::golden(E::FORMAT), &mut draw);
            if guard.check(&body).is_ok() {
                reads_rightly::<E, X>(&body, &String::from_utf8_lossy(&body));
                accepted += 1;
            } else {
                let _either = <E as Reads<X>>::read(&body);
            }
        }
        assert!(accepted > 0, "some damage is none to the guard");
    }
}

#[test]
fn what_is_left_of_damaged_goldens_is_read_as_the_default_decodes_it() {
    registry(&mut OfEveryEngine::<AgreesOnDamage>(PhantomData));
}

struct RefusesWhatIsMissing;

impl Claim for RefusesWhatIsMissing {
    fn check<E: PartialEngine + Reads<X>, X: Excerpt>() {
        for body in [PersonName::golden(E::FORMAT), b""] {
            assert!(<E as Reads<X>>::read(body).is_err(), "{} gives an excerpt of nothing", E::NAME);
        }
    }
}

#[test]
fn no_engine_makes_up_a_field() {
    registry(&mut OfEveryEngine::<RefusesWhatIsMissing>(PhantomData));
}

/// Those of operation partial, in order.
fn partial(engines: &EngineRegistry) -> Vec<&CheckedEngine> {
    engines.all().filter(|engine| engine.operation == Operation::Partial).collect()
}

#[test]
fn the_registry_has_every_engine_of_this_folder() {
    let helpers = ["mod", "codec", "engine", "skipped_tests", "tests", "typed"];
    let files = fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/src/partial")).unwrap();
    let files = files.map(|file| file.unwrap().path().file_stem().unwrap().to_str().unwrap().to_owned());
    let mut files: Vec<_> = files.filter(|file| !helpers.contains(&file.as_str())).collect();
    let engines = EngineRegistry::checked();
    let mut names: Vec<_> = partial(&engines).iter().map(|engine| engine.name.replace('-', "_")).collect();
    files.sort();
    names.sort();
    assert_eq!(
        files, names,
        "left: rooms/engines/src/partial/*.rs; right: registry() in its mod.rs. Add what is missing to the other"
    );
}

#[test]
fn each_says_who_it_is_and_the_first_of_a_format_is_its_default() {
    let engines = EngineRegistry::checked();
    for engine in partial(&engines) {
        let failing = OBJECT_TYPES.iter().filter(|known| known.excerpt().is_none()).map(|known| {
            let why =
                known.uncarried(engine.format).map(|why| format!("{} cannot carry it: {why}", engine.format.name()));
            format!("{}: {}", known.name, why.unwrap_or_else(|| format!("{} has no reader of it", engine.name)))
        });
        assert_eq!((engine.checks.len(), &engine.failing), (0, &failing.collect::<Vec<_>>()), "{}", engine.name);
        assert!(engine.kind.is_some() && engine.skipped.is_some_and(|skipped| !skipped.is_empty()), "{}", engine.name);
        let types: Vec<_> = engine.codecs.iter().map(|codec| codec.object_type().name).collect();
        assert_eq!(types, [NumericObject::TYPE.name, DummyObject::TYPE.name]);
    }
    for format in engines.formats(Operation::Partial) {
        let of_format: Vec<_> = partial(&engines).into_iter().filter(|engine| engine.format == format).collect();
        let default = engines.find(format, Operation::Partial, None).unwrap();
        assert_eq!((default.name, default.kind), (of_format[0].name, Some(Kind::PartialTyped)));
        assert_eq!(of_format.iter().filter(|engine| engine.default).count(), 1);
        let names = engines.names(format, Operation::Decode);
        assert!(of_format.iter().all(|engine| !names.contains(&engine.name)), "a name is one operation's");
    }
}

#[test]
fn a_codec_compares_with_the_excerpt_of_the_variant_that_is_due() {
    let engines = EngineRegistry::checked();
    for engine in partial(&engines) {
        let codec = engine.codec(NumericObject::TYPE).unwrap();
        codec.load(None, 7);
        assert!(!codec.load(None, 7), "it is made once");
        let body = encoded(engine.format, NumericObject::variant(None, 7));
        assert!(codec.parse(&body, codec.own(&body), None, 7).is_ok(), "{}", engine.name);
        assert_eq!(codec.parse(&body, None, None, 8).err(), Some(Refused::Comparison), "{}", engine.name);
        assert_eq!(codec.parse(b"x", None, None, 7).err(), Some(Refused::Engine), "{}", engine.name);
        assert_eq!(codec.own(&body).is_some(), engine.library == SimdJson::LIBRARY, "{}", engine.name);
        let json = codec.to_canonical_json(&body).unwrap();
        assert_eq!(json, ::serde_json::to_vec(NumericExcerpt::variant(None, 7)).unwrap());
        assert!(codec.encode(None, 0).is_err(), "providers write by engines of operation decode");
    }
}
