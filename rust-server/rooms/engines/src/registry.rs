//! Every engine as the server knows it, checked against the goldens.

use std::sync::Arc;

use super::codec::{Codec, codecs};
use super::engine::{Engine, Visitor};
use super::floor;
#[cfg(feature = "meter")]
use super::meter;
use super::partial::{self, PartialEngine};
use super::registry;
use testbed_contract::{Checks, Format, Kind, Operand, Operation};
use testbed_environment::locked_version;
use testbed_objects::{OBJECT_TYPES, ObjectType};

/// An engine as the server knows it: its facts, and a codec for each object type whose goldens it keeps.
#[derive(Debug)]
pub struct CheckedEngine {
    /// What requests call it.
    pub name: &'static str,
    /// The crate; where it is of none, this server.
    pub library: &'static str,
    /// Its version in this binary.
    pub version: &'static str,
    /// What it reads and writes.
    pub format: Format,
    /// What it does in the window; it takes part in runs of this operation alone.
    pub operation: Operation,
    /// How it reads, where the operation is partial; what it writes, where it is encode.
    pub kind: Option<Kind>,
    /// What it checks of the fields that are not in the excerpt, where the operation is partial.
    pub skipped: Option<&'static str>,
    /// The series that it is in.
    pub checks: &'static [Checks],
    /// What is set up otherwise than its library's documentation begins, and what for.
    pub settings: Vec<&'static str>,
    /// Whether it serves its format and operation where a request names none.
    pub default: bool,
    /// One for each object type that it may be timed with.
    pub codecs: Vec<&'static dyn Codec>,
    /// Why an object type has no codec above.
    pub failing: Vec<String>,
}

impl CheckedEngine {
    fn of<E: Engine>() -> Self {
        let engine = Self {
            name: E::NAME,
            library: E::LIBRARY,
            version: version(E::LIBRARY),
            format: E::FORMAT,
            operation: Operation::Decode,
            kind: None,
            skipped: None,
            checks: E::CHECKS,
            settings: [E::SETTINGS, E::READERS].concat(),
            default: false,
            codecs: Vec::new(),
            failing: Vec::new(),
        };
        engine.checked(&codecs::<E>())
    }

    /// The same engine as a writer of objects whose canonical bytes it writes.
    fn writing(&self, settings: &[&'static str]) -> Self {
        let engine = Self {
            operation: Operation::Encode,
            kind: Some(Kind::Canonical),
            checks: &[],
            settings: settings.to_vec(),
            codecs: Vec::new(),
            failing: self.failing.clone(),
            ..*self
        };
        engine.checked(&self.codecs)
    }

    fn of_partial<E: PartialEngine>() -> Self {
        let engine = Self {
            name: E::NAME,
            library: E::LIBRARY,
            version: version(E::LIBRARY),
            format: E::FORMAT,
            operation: Operation::Partial,
            kind: Some(E::KIND),
            skipped: Some(E::SKIPPED),
            checks: &[],
            settings: E::SETTINGS.to_vec(),
            default: false,
            codecs: Vec::new(),
            failing: Vec::new(),
        };
        let mut engine = engine.checked(&partial::codecs::<E>());
        let unread = OBJECT_TYPES.iter().filter(|known| known.excerpt().is_none());
        engine.failing.extend(unread.map(|known| match known.uncarried(E::FORMAT) {
            Some(why) => format!("{}: {} cannot carry it: {why}", known.name, E::FORMAT.name()),
            None => format!("{}: {} has no reader of it", known.name, E::NAME),
        }));
        engine
    }

    /// With each of these that proves on its goldens that it makes what the operation does.
    fn checked(mut self, codecs: &[&'static dyn Codec]) -> Self {
        let check = match self.operation.makes() {
            Operand::Object | Operand::Excerpt => <dyn Codec>::check_goldens,
            Operand::Bytes => <dyn Codec>::check_written,
        };
        for &codec in codecs {
            match check(codec) {
                Ok(()) => self.codecs.push(codec),
                Err(why) => self.failing.push(format!("{}: {why}", codec.object_type().name)),
            }
        }
        self
    }

    /// Its codec for an object type, unless the goldens failed.
    pub fn codec(&self, object_type: ObjectType) -> Option<&'static dyn Codec> {
        self.codecs.iter().copied().find(|codec| codec.object_type() == object_type)
    }
}

/// The version of an engine's library; floors and the meter's engines are this server's own.
fn version(library: &str) -> &'static str {
    if library == floor::LIBRARY {
        return env!("CARGO_PKG_VERSION");
    }
    #[cfg(feature = "meter")]
    if library == meter::LIBRARY {
        return env!("CARGO_PKG_VERSION");
    }
    locked_version(library).expect("an engine's library is a dependency in Cargo.toml")
}

/// Every engine, checked against the goldens.
pub struct EngineRegistry(Vec<Arc<CheckedEngine>>);

impl EngineRegistry {
    /// Builds the registry and checks each engine for each object type; takes some milliseconds.
    pub fn checked() -> Self {
        let mut checked = Checked::default();
        registry(&mut checked);
        partial::registry(&mut checked);
        let mut engines = checked.engines;
        engines.extend(checked.writers);
        for (format, operation) in Format::ALL.into_iter().flat_map(|format| Operation::ALL.map(|of| (format, of))) {
            let fits = |engine: &&mut CheckedEngine| engine.format == format && engine.operation == operation;
            if let Some(first) = engines.iter_mut().find(fits) {
                first.default = true;
            }
        }
        Self(engines.into_iter().map(Arc::new).collect())
    }

    /// All of them, in the registry's order.
    pub fn all(&self) -> impl Iterator<Item = &CheckedEngine> {
        self.0.iter().map(AsRef::as_ref)
    }

    /// The engine of this name, or the default of format and operation where there is none.
    pub fn find(&self, format: Format, operation: Operation, name: Option<&str>) -> Option<&Arc<CheckedEngine>> {
        let fits = |engine: &&Arc<CheckedEngine>| name.map_or(engine.default, |name| engine.name == name);
        self.of(format, operation).find(fits)
    }

    /// The same, but one of them fails its goldens for every object type: for tests of the rooms above. No feature, so that servers and tests share one build of
    /// this room, the longest of all.
    #[must_use]
    pub fn failing(mut self, name: &str) -> Self {
        let engine = self.0.iter_mut().filter_map(Arc::get_mut).find(|engine| engine.name == name);
        let engine = engine.expect("it is registered, and no run has it");
        let gone = engine.codecs.drain(..).map(|codec| format!("{}: by a test", codec.object_type().name));
        engine.failing.extend(gone);
        self
    }

    /// The same, but without those of a format and operation, as a format is that has no engine of it: likewise.
    #[must_use]
    pub fn without(mut self, format: Format, operation: Operation) -> Self {
        self.0.retain(|engine| engine.format != format || engine.operation != operation);
        self
    }

    /// The formats that have engines of an operation.
    pub fn formats(&self, operation: Operation) -> impl Iterator<Item = Format> {
        Format::ALL.into_iter().filter(move |format| self.of(*format, operation).next().is_some())
    }

    /// The names and versions of their libraries; floors have none.
    pub fn libraries(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        self.all().filter(|engine| engine.library != floor::LIBRARY).map(|engine| (engine.library, engine.version))
    }

    /// What a request may call the engines of a format and operation.
    pub fn names(&self, format: Format, operation: Operation) -> Vec<&'static str> {
        self.of(format, operation).map(|engine| engine.name).collect()
    }

    fn of(&self, format: Format, operation: Operation) -> impl Iterator<Item = &Arc<CheckedEngine>> {
        self.0.iter().filter(move |engine| engine.format == format && engine.operation == operation)
    }
}

/// Those that were visited so far, and of these the same as writers.
#[derive(Default)]
struct Checked {
    engines: Vec<CheckedEngine>,
    writers: Vec<CheckedEngine>,
}

impl Visitor for Checked {
    fn visit<E: Engine>(&mut self) {
        let engine = CheckedEngine::of::<E>();
        if E::WRITES {
            self.writers.push(engine.writing(E::WRITER));
        }
        self.engines.push(engine);
    }
}

impl partial::Visitor for Checked {
    fn visit<E: PartialEngine>(&mut self) {
        self.engines.push(CheckedEngine::of_partial::<E>());
    }
}
