//! Every engine against every golden. `strict_tests` and `kind_tests` have what engines with equal checks refuse.

use std::fmt::Write as _;
use std::fs;
use std::marker::PhantomData;

use sha2::{Digest, Sha256};

use super::*;
use testbed_contract::{Format, Operation, Rules};
use testbed_guard::Guard;
use testbed_objects::{DummyObject, OBJECT_TYPES, Object, ObjectType, Size, VARIANTS};

/// What must hold of every engine with every object type that its format carries and it has a reader of.
pub trait Claim {
    fn check<E: Engine, T: Object>();
}

pub struct OfEveryEngine<C>(pub PhantomData<C>);

struct OfEveryObjectType<C, E>(PhantomData<(C, E)>);

impl<C: Claim> Visitor for OfEveryEngine<C> {
    fn visit<E: Engine>(&mut self) {
        // Floors and the meter's engines do not parse.
        if !E::CHECKS.is_empty() {
            testbed_objects::registry(&mut OfEveryObjectType::<C, E>(PhantomData));
        }
    }
}

impl<C: Claim, E: Engine> testbed_objects::Visitor for OfEveryObjectType<C, E> {
    fn visit<T: Object>(&mut self) {
        if const { T::TYPE.uncarried(E::FORMAT).is_none() } && E::reads::<T>() {
            C::check::<E, T>();
        }
    }
}

/// What looks at the bodies of the first so many variants. It is told the published ones where it walks none.
pub fn guard<E: Engine, T: Object>(size: Option<Size>, variants: u32) -> Guard {
    if E::FORMAT.rules() != Rules::Known {
        return Guard::new(E::FORMAT, T::TYPE);
    }
    let codec = codec::codecs::<E>().into_iter().find(|codec| codec.object_type() == T::TYPE).unwrap();
    Guard::knowing(known_bodies(codec, E::FORMAT, size, variants).unwrap())
}

/// All variants both ways, by digest.
struct KeepsTheGoldens;

impl Claim for KeepsTheGoldens {
    fn check<E: Engine, T: Object>() {
        let mut digests = String::new();
        for (index, variant) in T::variants(None).enumerate() {
            let bytes = E::encode(variant).unwrap();
            writeln!(digests, "{}  {index}", hex::encode(Sha256::digest(&bytes))).unwrap();
            assert_eq!(E::decode::<T>(&bytes).unwrap(), *variant, "{} {} {index}", E::NAME, T::TYPE.name);
        }
        assert_eq!(T::variants(None).count(), VARIANTS as usize);
        assert_eq!(E::encode(T::variant(None, 0)).unwrap(), T::golden(E::FORMAT));
        let golden = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../providers/golden");
        let written_down = format!("{golden}/{}.{}.sha256", T::TYPE.name, E::FORMAT.lower_case());
        let written_down = fs::read_to_string(written_down).unwrap();
        assert_eq!(digests, written_down, "{} writes other bytes of {} than the canonical", E::NAME, T::TYPE.name);
    }
}

#[test]
fn every_engine_writes_and_reads_every_variant_canonically() {
    registry(&mut OfEveryEngine::<KeepsTheGoldens>(PhantomData));
}

/// The first variants of each size both ways, by digest.
struct KeepsTheSizes;

impl Claim for KeepsTheSizes {
    fn check<E: Engine, T: Object>() {
        const DIGESTED: u32 = 8;
        let golden = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../providers/golden/sizes.sha256");
        let written_down = fs::read_to_string(golden).unwrap();
        for size in Size::ALL.into_iter().filter(|_| T::TYPE.scale.is_some()) {
            let variants: Vec<_> = (0..DIGESTED).map(|index| T::variant(Some(size), index as usize)).collect();
            let mut guard = guard::<E, T>(Some(size), DIGESTED);
            let bodies: Vec<_> = variants.iter().map(|&variant| E::encode(variant).unwrap()).collect();
            for (index, (body, variant)) in bodies.iter().zip(variants).enumerate() {
                assert!(body.len() <= size.most_bytes(), "{} {} {}", E::NAME, T::TYPE.name, size.name());
                assert_eq!(guard.check_due(body, index), Ok(()), "{} {} {}", E::NAME, T::TYPE.name, size.name());
                assert_eq!(E::decode::<T>(body).unwrap(), *variant, "{} {} {}", E::NAME, T::TYPE.name, size.name());
            }
            let digest = hex::encode(Sha256::digest(bodies.concat()));
            let line = format!("{digest}  {}/{}.{}\n", T::TYPE.name, size.name(), E::FORMAT.lower_case());
            assert!(written_down.contains(&line), "providers/golden/sizes.sha256 has another digest than {line}");
        }
    }
}

#[test]
fn every_engine_writes_and_reads_every_size_canonically() {
    registry(&mut OfEveryEngine::<KeepsTheSizes>(PhantomData));
    let sizes =
        OBJECT_TYPES.iter().filter(|known| known.scale.is_some()).flat_map(|known| Size::ALL.map(|size| (known, size)));
    for (known, size) in sizes {
        let variants = known.variants(Some(size)) as usize;
        assert!(variants >= 8 && variants * size.most_bytes() <= 1 << 25, "{} {}", known.name, size.name());
    }
}

/// The guard is passed before any engine is asked.
struct PassesTheGuard;

impl Claim for PassesTheGuard {
    fn check<E: Engine, T: Object>() {
        let mut guard = guard::<E, T>(None, VARIANTS);
        for (index, variant) in T::variants(None).enumerate() {
            let body = E::encode(variant).unwrap();
            assert_eq!(guard.check_due(&body, index), Ok(()), "{} {} {index}", E::NAME, T::TYPE.name);
        }
    }
}

#[test]
fn every_variant_passes() {
    registry(&mut OfEveryEngine::<PassesTheGuard>(PhantomData));
}

/// The names of the engines that it is shown.
struct Names(Vec<&'static str>);

impl Visitor for Names {
    fn visit<E: Engine>(&mut self) {
        self.0.push(E::NAME);
    }
}

#[test]
fn every_engine_serves_every_object_type_that_its_format_carries_and_each_format_has_one_default() {
    let engines = EngineRegistry::checked();
    let decoding = || engines.all().filter(|engine| engine.operation == Operation::Decode);
    for engine in decoding() {
        let uncarried = |known: &ObjectType| {
            let why = known.uncarried(engine.format)?;
            Some(format!("{}: {} cannot carry it: {why}", known.name, engine.format.name()))
        };
        let uncarried: Vec<_> = OBJECT_TYPES.iter().filter_map(uncarried).collect();
        let (unread, failing): (Vec<_>, Vec<_>) =
            engine.failing.iter().cloned().partition(|why| why.ends_with("has no reader of it"));
        assert_eq!(failing, uncarried, "{}", engine.name);
        let lacking = [BsonRaw::NAME, SerdeXmlRs::NAME].contains(&engine.name);
        assert!(unread.is_empty() || lacking, "{unread:?}: {} has a reader of each type", engine.name);
        assert_eq!(engine.codecs.len(), OBJECT_TYPES.len() - engine.failing.len(), "{}", engine.name);
        assert!(engine.codecs.len() > 1, "{}", engine.name);
    }
    let named = |format| engines.find(format, Operation::Decode, None).unwrap().name;
    let mut listed = Names(Vec::new());
    defaults(&mut listed);
    assert_eq!(listed.0, Format::ALL.map(named), "left: defaults(); right: the first of each format in registry()");
    assert_eq!(decoding().filter(|engine| engine.default).count(), Format::ALL.len());
}

#[test]
fn the_registry_has_every_engine_of_this_folder() {
    let helpers = [
        "lib",
        "case_tests",
        "checks",
        "codec",
        "defaults",
        "doubles_tests",
        "engine",
        "floor",
        "floor_tests",
        "kind_tests",
        "known",
        "meter",
        "pass",
        "registry",
        "strict_tests",
        "tests",
    ];
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src");
    let files = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).filter(|path| path.is_file());
    let files = files.map(|file| file.file_stem().unwrap().to_str().unwrap().to_owned());
    let mut files: Vec<_> = files.filter(|file| !helpers.contains(&file.as_str())).collect();
    let engines = EngineRegistry::checked();
    let engines = engines.all().filter(|engine| !engine.checks.is_empty());
    let mut names: Vec<_> = engines.map(|engine| engine.name.trim_end_matches("-equal").replace('-', "_")).collect();
    files.sort();
    names.sort();
    assert_eq!(
        files, names,
        "left: rooms/engines/src/*.rs; right: registry() in its lib.rs. Add what is missing to the other"
    );
}

#[test]
fn the_registry_has_every_object_type_of_the_providers_folder() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../providers/objects");
    let files = fs::read_dir(folder).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap());
    let mut files: Vec<_> = files.filter_map(|file| Some(file.strip_suffix(".schema.json")?.to_owned())).collect();
    let mut names: Vec<_> = OBJECT_TYPES.iter().map(|known| known.name.to_owned()).collect();
    files.sort();
    names.sort();
    assert_eq!(
        files, names,
        "left: providers/objects; right: object_types! in rooms/objects/src/types. Run `make objects`"
    );
}

#[test]
fn an_engine_that_writes_into_a_body_gets_a_copy_outside_the_window() {
    let golden = DummyObject::golden(Format::Json);
    let mut body =
        String::from_utf8(golden.to_vec()).unwrap().replacen("\"_id\":\"", "\"_id\":\"\\u0041", 1).into_bytes();
    let sent = body.clone();
    SimdJson::decode_in_place::<DummyObject>(&mut body).unwrap();
    assert_ne!(body, sent, "it writes into a body with escapes");
    let engines = EngineRegistry::checked();
    let codec =
        |name| engines.find(Format::Json, Operation::Decode, Some(name)).unwrap().codec(DummyObject::TYPE).unwrap();
    let (simd_json, serde_json) = (codec(SimdJson::NAME), codec(SerdeJson::NAME));
    assert_eq!((simd_json.own(&sent), serde_json.own(&sent)), (Some(sent.clone()), None));
    for own in [simd_json.own(golden), None] {
        assert!(simd_json.parse(golden, own, None, 0).is_ok(), "a copy is made where none is given");
    }
    assert!(simd_json.parse(golden, Some(sent), None, 0).is_err(), "it reads the copy");
}

#[test]
fn an_engine_that_panics_refuses() {
    let why = unpanicked::<()>(|| panic!("over {}", 1)).unwrap_err().to_string();
    assert_eq!(why, "the engine panicked: over 1");
}
