//! Engines of known length, for the meter's own proof; only builds with the feature `meter` have them.
//!
//! What passes inside such an engine is its length: half a reading of the clock before the first sample, half after the last, and it overshoots by half
//! a reading on average. Hence it waits until 1.5 readings less have passed.

use std::any::Any;
use std::cell::RefCell;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use super::{Engine, Refusal, SerdeJson, Visitor};
use testbed_contract::{Checks, Format};
use testbed_objects::Object;

/// What these engines announce as theirs.
pub const LIBRARY: &str = "meter";

/// The registry's lines.
pub fn registry(visitor: &mut impl Visitor) {
    visitor.visit::<BusyWait<1>>();
    visitor.visit::<BusyWait<2>>();
    visitor.visit::<BusyWait<5>>();
    visitor.visit::<BusyWait<20>>();
    visitor.visit::<SerdeJsonSlower>();
}

/// Takes so many microseconds, then gives variant 0 whatever the bytes are.
pub struct BusyWait<const MICROSECONDS: u64>;

impl<const MICROSECONDS: u64> Engine for BusyWait<MICROSECONDS> {
    const NAME: &'static str = match MICROSECONDS {
        1 => "busy-wait-1us",
        2 => "busy-wait-2us",
        5 => "busy-wait-5us",
        20 => "busy-wait-20us",
        _ => panic!("a length without a name"),
    };
    const LIBRARY: &'static str = LIBRARY;
    const FORMAT: Format = Format::Json;
    /// None: it is compared with nothing.
    const CHECKS: &'static [Checks] = &[];
    const SETTINGS: &'static [&'static str] = &[];
    const READERS: &'static [&'static str] = &[];

    fn decode<T: Object>(_: &[u8]) -> Result<T, Refusal> {
        let start = Instant::now();
        let object = take::<T>();
        wait(start, Duration::from_micros(MICROSECONDS));
        object
    }

    fn encode<T: Object>(object: &T) -> Result<Vec<u8>, Refusal> {
        SerdeJson::encode(object)
    }

    /// Making an object may take longer than the wait, so that is done before.
    fn expect<T: Object>(_: &'static T) {
        let object = golden::<T>().expect("the default engine decodes the golden bytes");
        PREPARED.set(Some(Box::new(object)));
    }
}

/// The default engine of JSON, and then a wait: 1.1 times as long in all.
pub struct SerdeJsonSlower;

impl Engine for SerdeJsonSlower {
    const NAME: &'static str = "serde_json-slower";
    const LIBRARY: &'static str = LIBRARY;
    const FORMAT: Format = SerdeJson::FORMAT;
    const CHECKS: &'static [Checks] = &[];
    const SETTINGS: &'static [&'static str] = &[];
    const READERS: &'static [&'static str] = &[];

    fn decode<T: Object>(bytes: &[u8]) -> Result<T, Refusal> {
        let start = Instant::now();
        let object = SerdeJson::decode(bytes);
        // Two samples lie one reading further apart than what is between them takes.
        let took = start.elapsed().saturating_sub(reading());
        wait(start, took + took / 10);
        object
    }

    fn encode<T: Object>(object: &T) -> Result<Vec<u8>, Refusal> {
        SerdeJson::encode(object)
    }
}

thread_local! {
    /// The object that the next wait on this thread gives.
    static PREPARED: RefCell<Option<Box<dyn Any>>> = const { RefCell::new(None) };
}

/// The prepared object; where nobody prepared one, outside of runs, it is made now.
fn take<T: Object>() -> Result<T, Refusal> {
    let prepared = PREPARED.take().and_then(|object| object.downcast::<T>().ok());
    prepared.map_or_else(golden, |object| Ok(*object))
}

fn golden<T: Object>() -> Result<T, Refusal> {
    SerdeJson::decode(T::golden(Format::Json))
}

/// Reads the clock until `length` has passed inside the caller, whose first sample is `start`. A pause between readings would take longer than one.
///
/// In this calling convention a function cannot unwind. If it could, the compiler would keep the object aside until here, and copy it to the caller after
/// the last sample: tens of nanoseconds that no sample sees.
#[inline(never)]
#[allow(improper_ctypes_definitions, reason = "only Rust calls it")]
extern "C" fn wait(start: Instant, length: Duration) {
    let until = length.saturating_sub(reading() * 3 / 2);
    while start.elapsed() < until {}
}

/// What a reading of the clock takes: the median difference of two in a row, measured once.
fn reading() -> Duration {
    static READING: OnceLock<Duration> = OnceLock::new();
    *READING.get_or_init(|| {
        let mut differences: Vec<_> = (0..10_001).map(|_| Instant::now().elapsed()).collect();
        let middle = differences.len() / 2;
        *differences.select_nth_unstable(middle).1
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use testbed_objects::DummyObject;

    /// The median of what an engine takes, its object prepared.
    fn median<E: Engine>() -> Duration {
        let golden = DummyObject::golden(Format::Json);
        let mut times: Vec<_> = (0..2001)
            .map(|_| {
                E::expect(DummyObject::variant(None, 0));
                let start = Instant::now();
                let object = E::decode::<DummyObject>(golden).unwrap();
                let took = start.elapsed();
                assert_eq!(object, *DummyObject::variant(None, 0));
                took
            })
            .collect();
        *times.select_nth_unstable(1000).1
    }

    #[test]
    fn a_wait_takes_its_length() {
        // The readings around it are no part of it, and a build without optimization takes a while to move an object.
        let most = |length: Duration| length + length / 10 + 3 * reading() + Duration::from_micros(2);
        for (length, median) in [(5, median::<BusyWait<5>>()), (20, median::<BusyWait<20>>())] {
            let length = Duration::from_micros(length);
            assert!(median * 50 >= length * 49 && median <= most(length), "{median:?} for {length:?}");
        }
    }

    #[test]
    fn the_slower_engine_is_the_default_one_and_slower() {
        assert_eq!(SerdeJsonSlower::NAME, format!("{}-slower", SerdeJson::NAME));
        let (slower, normal) = (median::<SerdeJsonSlower>(), median::<SerdeJson>());
        assert!(slower > normal + normal / 20, "{slower:?} over {normal:?}");
    }
}
