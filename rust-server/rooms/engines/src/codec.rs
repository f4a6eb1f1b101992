//! An engine bound to an object type, behind one interface that names neither.
//!
//! The binding is made when the server is compiled, so each pair has a window of its own and nothing is dispatched inside it.

use std::fmt;
use std::marker::PhantomData;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use super::engine::{Engine, Refusal};
use super::serde_json::SerdeJson;
#[cfg(feature = "count-alloc")]
use testbed_measure::{Counted, counted};
use testbed_measure::{window, window_in_place};
use testbed_objects::{Object, ObjectType, Size};

/// What the server does with an engine and an object type.
pub trait Codec: Send + Sync {
    /// The object type.
    fn object_type(&self) -> ObjectType;

    /// Makes a variant of the object type, of a size or its own, unless it is made; says whether it had to. Without it the
    /// first parse would.
    fn load(&self, size: Option<Size>, index: u32) -> bool;

    /// A variant's bytes for whoever asks a provider, written now.
    ///
    /// # Errors
    /// As of `encode`.
    fn provide(&self, size: Option<Size>, index: u32) -> Result<Vec<u8>, Refusal> {
        self.encode(size, index)
    }

    /// Whether a variant is made of which a provider keeps no more than it has room for. To make one may take
    /// milliseconds.
    fn is_provided(&self, _size: Size, _index: u32) -> bool {
        true
    }

    /// A variant's canonical bytes, written now. The variant is kept for good, as a run needs it.
    ///
    /// # Errors
    /// The engine's. One that reads excerpts alone writes nothing.
    fn encode(&self, size: Option<Size>, index: u32) -> Result<Vec<u8>, Refusal>;

    /// Bytes that passed the guard, decoded and written again as canonical JSON: the object, or its excerpt.
    ///
    /// # Errors
    /// The engine's refusal, or its panic.
    fn to_canonical_json(&self, bytes: &[u8]) -> Result<Vec<u8>, Refusal>;

    /// Whether the format carries the object type, the golden bytes decode to the canonical object, and the engine's own bytes read back; of an excerpt,
    /// whether the golden bytes decode to that of the canonical object.
    ///
    /// # Errors
    /// What went wrong.
    fn check_goldens(&self) -> Result<(), String>;

    /// Whether the engine writes the golden bytes.
    ///
    /// # Errors
    /// What it does instead.
    fn check_written(&self) -> Result<(), String> {
        Err("it writes nothing".to_owned())
    }

    /// What decoding a body of a run allocates; the object is dropped.
    #[cfg(feature = "count-alloc")]
    fn allocated(&self, body: &[u8], size: Option<Size>, variant: usize) -> Counted;

    /// What writing a variant allocates; the bytes are dropped.
    #[cfg(feature = "count-alloc")]
    fn allocated_writing(&self, _size: Option<Size>, _variant: usize) -> Counted {
        unreachable!("it writes nothing")
    }

    /// The copy of a body that an engine gets which writes into what it reads. Made when the body comes, it is as far from the processor when its turn comes
    /// as are the bodies of other engines.
    fn own(&self, body: &[u8]) -> Option<Vec<u8>>;

    /// The object of one body in a run: decoded in the window, compared with the one expected of this variant, and released. Where the engine gets a copy and
    /// there is none, it is made before the window.
    ///
    /// # Errors
    /// Who refused the body.
    fn parse(&self, body: &[u8], own: Option<Vec<u8>>, size: Option<Size>, variant: usize) -> Result<Timed, Refused>;

    /// The bytes of one object in a run of operation encode: written in the window, compared with those expected, and released.
    ///
    /// # Errors
    /// Who refused them.
    fn write(&self, size: Option<Size>, variant: usize, expected: &[u8]) -> Result<Timed, Refused> {
        let (window, written) = self.written(size, variant, expected)?;
        Ok(Timed::releasing(window, written))
    }

    /// The same, but what was written is given and not released.
    ///
    /// # Errors
    /// Who refused them.
    fn written(&self, _size: Option<Size>, _variant: usize, _expected: &[u8]) -> Result<(Duration, Vec<u8>), Refused> {
        Err(Refused::Engine)
    }
}

impl fmt::Debug for dyn Codec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "codec of {}", self.object_type().name)
    }
}

/// What came out of a window, was found right and released.
pub struct Timed {
    /// What the engine took.
    pub window: Duration,
    /// When it was found right.
    pub compared: Instant,
    /// What its release took.
    pub release: Duration,
}

impl Timed {
    /// Of a window, and of what came out of it and was just found right, which is released now.
    fn releasing<R>(window: Duration, made: R) -> Self {
        let compared = Instant::now();
        drop(made);
        Self { window, compared, release: compared.elapsed() }
    }
}

/// Who refused a body in a run. The library's words may quote the provider's bytes, which are never passed on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// It does not decode; or an object cannot be written.
    Engine,
    /// It decodes to another object, or another excerpt; or an object's bytes are others.
    Comparison,
}

/// Binds an engine to every object type.
pub fn codecs<E: Engine>() -> Vec<&'static dyn Codec> {
    let mut codecs = Codecs::<E>(Vec::new(), PhantomData);
    testbed_objects::registry(&mut codecs);
    codecs.0
}

struct Codecs<E>(Vec<&'static dyn Codec>, PhantomData<E>);

impl<E: Engine> testbed_objects::Visitor for Codecs<E> {
    fn visit<T: Object>(&mut self) {
        self.0.push(const { &Pair::<E, T>(PhantomData) });
    }
}

struct Pair<E, T>(PhantomData<fn() -> (E, T)>);

impl<E: Engine, T: Object> Codec for Pair<E, T> {
    fn object_type(&self) -> ObjectType {
        T::TYPE
    }

    fn load(&self, size: Option<Size>, index: u32) -> bool {
        let had_to = !T::kept(size).has(index as usize);
        T::variant(size, index as usize);
        had_to
    }

    fn provide(&self, size: Option<Size>, index: u32) -> Result<Vec<u8>, Refusal> {
        match size {
            Some(size) => encode::<E, T>(&T::provided(size, index as usize)),
            None => self.encode(None, index),
        }
    }

    fn is_provided(&self, size: Size, index: u32) -> bool {
        T::is_provided(size, index as usize)
    }

    fn encode(&self, size: Option<Size>, index: u32) -> Result<Vec<u8>, Refusal> {
        encode::<E, T>(T::variant(size, index as usize))
    }

    fn to_canonical_json(&self, bytes: &[u8]) -> Result<Vec<u8>, Refusal> {
        encode::<SerdeJson, T>(&unpanicked(|| decode::<E, T>(bytes))?)
    }

    fn check_goldens(&self) -> Result<(), String> {
        if let Some(why) = T::TYPE.uncarried(E::FORMAT) {
            return Err(format!("{} cannot carry it: {why}", E::FORMAT.name()));
        }
        if !E::reads::<T>() {
            return Err(format!("{} has no reader of it", E::NAME));
        }
        let canonical = T::canonical();
        let reads_back = |what: &str, bytes: &[u8]| match unpanicked(|| decode::<E, T>(bytes)) {
            Ok(object) if object == canonical => Ok(()),
            Ok(_) => Err(format!("{what} decode to another object")),
            Err(why) => Err(format!("{what} do not decode: {why}")),
        };
        reads_back("the golden bytes", T::golden(E::FORMAT))?;
        let own =
            unpanicked(|| encode::<E, T>(&canonical)).map_err(|why| format!("the object cannot be written: {why}"))?;
        reads_back("the engine's own bytes", &own)
    }

    fn check_written(&self) -> Result<(), String> {
        match unpanicked(|| encode::<E, T>(&T::canonical())) {
            Ok(written) if written == T::golden(E::FORMAT) => Ok(()),
            Ok(_) => Err("its bytes are others than the golden ones".to_owned()),
            Err(why) => Err(format!("the object cannot be written: {why}")),
        }
    }

    #[cfg(feature = "count-alloc")]
    fn allocated(&self, body: &[u8], size: Option<Size>, variant: usize) -> Counted {
        E::expect(T::variant(size, variant));
        let mut own = self.own(body);
        counted(|| {
            drop(std::hint::black_box(match &mut own {
                Some(own) => decode_in_place::<E, T>(own),
                None => decode::<E, T>(body),
            }));
        })
    }

    #[cfg(feature = "count-alloc")]
    fn allocated_writing(&self, size: Option<Size>, variant: usize) -> Counted {
        let object = T::variant(size, variant);
        counted(|| drop(std::hint::black_box(encode::<E, T>(object))))
    }

    fn own(&self, body: &[u8]) -> Option<Vec<u8>> {
        E::IN_PLACE.then(|| body.to_vec())
    }

    fn parse(&self, body: &[u8], own: Option<Vec<u8>>, size: Option<Size>, variant: usize) -> Result<Timed, Refused> {
        let expected = T::variant(size, variant);
        E::expect(expected);
        judged(expected, || {
            if E::IN_PLACE {
                let mut own = own.unwrap_or_else(|| body.to_vec());
                window_in_place(&mut own, decode_in_place::<E, T>)
            } else {
                window(body, decode::<E, T>)
            }
        })
    }

    fn written(&self, size: Option<Size>, variant: usize, expected: &[u8]) -> Result<(Duration, Vec<u8>), Refused> {
        let object = T::variant(size, variant);
        compared(expected, || window(object, encode::<E, T>))
    }
}

/// Compares what comes out of a window with what is expected, and releases it.
///
/// # Errors
/// Who refused.
pub fn judged<X: ?Sized, R: PartialEq<X>>(
    expected: &X,
    window: impl FnOnce() -> (Duration, Result<R, Refusal>),
) -> Result<Timed, Refused> {
    let (window, made) = compared(expected, window)?;
    Ok(Timed::releasing(window, made))
}

/// Compares what comes out of a window with what is expected, and gives it, with what the window took.
fn compared<X: ?Sized, R: PartialEq<X>>(
    expected: &X,
    window: impl FnOnce() -> (Duration, Result<R, Refusal>),
) -> Result<(Duration, R), Refused> {
    let mut took = Duration::ZERO;
    let decoded = unpanicked(|| {
        let (time, decoded) = window();
        took = time;
        decoded
    });
    match decoded {
        Ok(made) if made == *expected => Ok((took, made)),
        Ok(_) => Err(Refused::Comparison),
        Err(_) => Err(Refused::Engine),
    }
}

/// Of a pair for which no reader or writer is compiled: nobody reaches it, since the codec fails its goldens.
const UNCARRIED: &str = "the format cannot carry the object type";

/// The engine's reader of an object type. All who decode call this one: inlined into each of them, a reader would be compiled as often, and the server
/// take minutes to build. In the window that is one direct call.
#[inline(never)]
pub fn decode<E: Engine, T: Object>(bytes: &[u8]) -> Result<T, Refusal> {
    if const { T::TYPE.uncarried(E::FORMAT).is_some() } {
        return Err(UNCARRIED.into());
    }
    E::decode(bytes)
}

/// The same where it may write into the bytes.
#[inline(never)]
pub fn decode_in_place<E: Engine, T: Object>(bytes: &mut [u8]) -> Result<T, Refusal> {
    if const { T::TYPE.uncarried(E::FORMAT).is_some() } {
        return Err(UNCARRIED.into());
    }
    E::decode_in_place(bytes)
}

/// The engine's writer of an object type, for the same reason.
#[inline(never)]
pub fn encode<E: Engine, T: Object>(object: &T) -> Result<Vec<u8>, Refusal> {
    if const { T::TYPE.uncarried(E::FORMAT).is_some() } {
        return Err(UNCARRIED.into());
    }
    E::encode(object)
}

/// Calls an engine; a panic inside becomes a refusal like any other. Costs nothing where there is none.
///
/// # Errors
/// The engine's, or what it panicked with.
pub fn unpanicked<R>(call: impl FnOnce() -> Result<R, Refusal>) -> Result<R, Refusal> {
    catch_unwind(AssertUnwindSafe(call)).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
        Err(format!("the engine panicked: {}", text.unwrap_or("without a word")).into())
    })
}
