//! An engine of operation partial bound to an excerpt, behind the interface of every other engine: runs know no difference.

use std::marker::PhantomData;

use super::{PartialEngine, Reads};
use crate::codec::{Codec, Refused, Timed, judged, unpanicked};
use crate::engine::Refusal;
#[cfg(feature = "count-alloc")]
use testbed_measure::{Counted, counted};
use testbed_measure::{window, window_in_place};
use testbed_objects::{DummyExcerpt, Excerpt, NumericExcerpt, Object, ObjectType, Size};

/// Binds an engine to every excerpt.
pub fn codecs<E: PartialEngine>() -> Vec<&'static dyn Codec> {
    vec![const { &Pair::<E, NumericExcerpt>(PhantomData) }, const { &Pair::<E, DummyExcerpt>(PhantomData) }]
}

struct Pair<E, X>(PhantomData<fn() -> (E, X)>);

impl<E: PartialEngine + Reads<X>, X: Excerpt> Codec for Pair<E, X> {
    fn object_type(&self) -> ObjectType {
        X::Whole::TYPE
    }

    fn load(&self, size: Option<Size>, index: u32) -> bool {
        let had_to = !X::kept(size).has(index as usize);
        X::variant(size, index as usize);
        had_to
    }

    fn encode(&self, _: Option<Size>, _: u32) -> Result<Vec<u8>, Refusal> {
        Err(format!("{} reads excerpts and writes nothing", E::NAME).into())
    }

    fn to_canonical_json(&self, bytes: &[u8]) -> Result<Vec<u8>, Refusal> {
        Ok(serde_json::to_vec(&unpanicked(|| read::<E, X>(bytes))?)?)
    }

    fn check_goldens(&self) -> Result<(), String> {
        match unpanicked(|| read::<E, X>(X::Whole::golden(E::FORMAT))) {
            Ok(excerpt) if excerpt == X::of(&X::Whole::canonical()) => Ok(()),
            Ok(_) => Err("the golden bytes have another excerpt".to_owned()),
            Err(why) => Err(format!("the golden bytes do not decode: {why}")),
        }
    }

    #[cfg(feature = "count-alloc")]
    fn allocated(&self, body: &[u8], _: Option<Size>, _: usize) -> Counted {
        let mut own = self.own(body);
        counted(|| {
            drop(std::hint::black_box(match &mut own {
                Some(own) => read_in_place::<E, X>(own),
                None => read::<E, X>(body),
            }));
        })
    }

    fn own(&self, body: &[u8]) -> Option<Vec<u8>> {
        E::IN_PLACE.then(|| body.to_vec())
    }

    fn parse(&self, body: &[u8], own: Option<Vec<u8>>, size: Option<Size>, variant: usize) -> Result<Timed, Refused> {
        judged(X::variant(size, variant), || {
            if E::IN_PLACE {
                let mut own = own.unwrap_or_else(|| body.to_vec());
                window_in_place(&mut own, read_in_place::<E, X>)
            } else {
                window(body, read::<E, X>)
            }
        })
    }
}

/// The engine's reader of an excerpt. In the window that is one direct call.
#[inline(never)]
fn read<E: Reads<X>, X: Excerpt>(bytes: &[u8]) -> Result<X, Refusal> {
    E::read(bytes)
}

/// The same where it may write into the bytes.
#[inline(never)]
fn read_in_place<E: Reads<X>, X: Excerpt>(bytes: &mut [u8]) -> Result<X, Refusal> {
    E::read_in_place(bytes)
}
