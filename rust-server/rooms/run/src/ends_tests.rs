//! How soon a run's end is seen: after one object, however long an object takes.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Instant;

use bytes::Bytes;
use serde_json::json;
use tokio::sync::mpsc::unbounded_channel;

use super::super::stop::Stop;
use super::*;
use testbed_bodies::Kept;
use testbed_contract::Operation;
use testbed_engines::{Codec, Refusal, Refused, Timed};
use testbed_environment::{Build, Libraries};
use testbed_objects::{ObjectType, Size};
use testbed_request::{Supply, Way, sample};

/// What an object takes, longer than a run goes on without a look.
const OBJECT: Duration = Duration::from_millis(21);
/// The variants of a run: more than are taken by any thread that looks in time.
const VARIANTS: u32 = 150;

/// An engine whose objects take long; at one of them the server is told to stop.
struct Slow {
    shared: OnceLock<Shared>,
    loads: bool,
    stops_at: u64,
    objects: AtomicU64,
}

impl Slow {
    fn take(&self) {
        thread::sleep(OBJECT);
        if self.objects.fetch_add(1, Ordering::Relaxed) + 1 == self.stops_at {
            self.shared.get().unwrap().stop.give();
        }
    }

    fn timed(&self) -> Timed {
        self.take();
        Timed { window: OBJECT, compared: Instant::now(), release: Duration::ZERO }
    }
}

impl Codec for Slow {
    fn object_type(&self) -> ObjectType {
        unreachable!("a run does not ask for it")
    }

    fn load(&self, _: Option<Size>, _: u32) -> bool {
        if self.loads {
            self.take();
        }
        true
    }

    fn encode(&self, _: Option<Size>, _: u32) -> Result<Vec<u8>, Refusal> {
        Ok(b"{}".to_vec())
    }

    fn to_canonical_json(&self, _: &[u8]) -> Result<Vec<u8>, Refusal> {
        unreachable!("a run does not ask for it")
    }

    fn check_goldens(&self) -> Result<(), String> {
        unreachable!("a run does not ask for it")
    }

    #[cfg(feature = "count-alloc")]
    fn allocated(&self, _: &[u8], _: Option<Size>, _: usize) -> testbed_measure::Counted {
        testbed_measure::Counted::default()
    }

    fn own(&self, _: &[u8]) -> Option<Vec<u8>> {
        None
    }

    fn parse(&self, _: &[u8], _: Option<Vec<u8>>, _: Option<Size>, _: usize) -> Result<Timed, Refused> {
        Ok(self.timed())
    }

    fn write(&self, _: Option<Size>, _: usize, _: &[u8]) -> Result<Timed, Refused> {
        Ok(self.timed())
    }
}

/// Runs until the stop at this object is seen; gives how many objects were taken after it.
fn taken_after(request: RunRequest, loads: bool, stops_at: u64) -> u64 {
    let objects = AtomicU64::new(0);
    let slow: &'static Slow = Box::leak(Box::new(Slow { shared: OnceLock::new(), loads, stops_at, objects }));
    let shared = slow.shared.get_or_init(|| Shared {
        config: Config::read(|_| None).unwrap(),
        build: Build::of(&[]),
        libraries: Libraries::new(),
        timer_overhead_ns: 0,
        kept: Kept::up_to(1 << 20),
        stop: Stop::new(),
    });
    let request = RunRequest { amount: 10_000, variants: VARIANTS, ..request };
    if let Some(supply) = request.supply() {
        let golden = Bytes::from(request.codec.encode(None, 0).unwrap());
        let bodies = (0..VARIANTS).map(|_| golden.clone());
        shared.kept.keep(&request, supply, &bodies.collect());
    }
    let (events, _receiver) = unbounded_channel();
    match outcome(shared, &RunRequest { codec: slow, ..request }, &events, None) {
        Err(Ended::Problem(problem)) => assert_eq!(problem.code, Code::ShuttingDown),
        other => panic!("{other:?}"),
    }
    slow.objects.load(Ordering::Relaxed) - stops_at
}

#[test]
fn a_stop_is_seen_after_one_object_in_every_loop() {
    let replay = || sample(&json!({"source": "replay"}));
    // Of bodies that are there, so that the test needs no provider.
    let block = || {
        let supply = Supply { block: VARIANTS as usize, ..replay().supply().unwrap().clone() };
        RunRequest { way: Way::Pulled(supply), ..replay() }
    };
    let written = || RunRequest { way: Way::Written, operation: Operation::Encode, ..replay() };
    for (what, request, loads, stops_at) in [
        ("a replay", replay(), false, 3),
        ("the lead of a block", block(), false, 3),
        ("a block", block(), false, 70),
        ("a run that writes", written(), false, 3),
        ("the load of variants", replay(), true, 3),
    ] {
        assert!(taken_after(request, loads, stops_at) <= 1, "{what}");
    }
}

/// Each may be at its object as the stop is given, and at the next before the run's thread has its
/// turn.
#[test]
fn threads_end_after_a_few_objects() {
    let request = sample(&json!({"source": "replay"})).on(Some(2));
    let taken = taken_after(request, false, 3);
    assert!(taken < 100, "{taken}");
}
