//! An engine bound to an object type, behind one interface that names neither.
//!
//! The binding is made when the server is compiled, so each pair has a loop of its own and nothing is dispatched inside the window.

use std::marker::PhantomData;
use std::panic::{AssertUnwindSafe, catch_unwind};

use futures_util::future::LocalBoxFuture;

use super::{Engine, Refusal, SerdeJson};
use crate::contract::Problem;
#[cfg(feature = "count-alloc")]
use crate::count_alloc::{Counted, counted};
use crate::objects::{Object, ObjectType};
use crate::run::{Phase, run_phase};

/// What the server does with an engine and an object type.
pub trait Codec: Send + Sync {
    /// The object type.
    fn object_type(&self) -> ObjectType;

    /// A variant's canonical bytes, written now.
    ///
    /// # Errors
    /// The engine's.
    fn encode(&self, index: u32) -> Result<Vec<u8>, Refusal>;

    /// Bytes that passed the guard, decoded and written again as canonical JSON.
    ///
    /// # Errors
    /// The engine's refusal, or its panic.
    fn to_canonical_json(&self, bytes: &[u8]) -> Result<Vec<u8>, Refusal>;

    /// Whether the golden bytes decode to the canonical object, and the engine's own bytes read back.
    ///
    /// # Errors
    /// What went wrong.
    fn check_goldens(&self) -> Result<(), String>;

    /// What decoding bytes allocates; the object is dropped.
    #[cfg(feature = "count-alloc")]
    fn allocated(&self, bytes: &[u8]) -> Counted;

    /// One phase of a run; its future is `run_phase` for this pair.
    fn run_phase<'a>(&self, phase: &'a mut Phase<'_>) -> LocalBoxFuture<'a, Result<(), Problem>>;
}

/// Binds an engine to an object type.
pub fn codec<E: Engine, T: Object>() -> Box<dyn Codec> {
    Box::new(Pair::<E, T>(PhantomData))
}

struct Pair<E, T>(PhantomData<fn() -> (E, T)>);

impl<E: Engine, T: Object> Codec for Pair<E, T> {
    fn object_type(&self) -> ObjectType {
        T::TYPE
    }

    fn encode(&self, index: u32) -> Result<Vec<u8>, Refusal> {
        E::encode(&T::variants()[index as usize])
    }

    fn to_canonical_json(&self, bytes: &[u8]) -> Result<Vec<u8>, Refusal> {
        SerdeJson::encode(&unpanicked(|| E::decode::<T>(bytes))?)
    }

    fn check_goldens(&self) -> Result<(), String> {
        let canonical = &T::variants()[0];
        let reads_back = |what: &str, bytes: &[u8]| match unpanicked(|| E::decode::<T>(bytes)) {
            Ok(object) if object == *canonical => Ok(()),
            Ok(_) => Err(format!("{what} decode to another object")),
            Err(why) => Err(format!("{what} do not decode: {why}")),
        };
        reads_back("the golden bytes", T::golden(E::FORMAT))?;
        let own = unpanicked(|| E::encode(canonical)).map_err(|why| format!("the object cannot be written: {why}"))?;
        reads_back("the engine's own bytes", &own)
    }

    #[cfg(feature = "count-alloc")]
    fn allocated(&self, bytes: &[u8]) -> Counted {
        counted(|| drop(std::hint::black_box(E::decode::<T>(bytes))))
    }

    fn run_phase<'a>(&self, phase: &'a mut Phase<'_>) -> LocalBoxFuture<'a, Result<(), Problem>> {
        Box::pin(run_phase::<E, T>(phase))
    }
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
