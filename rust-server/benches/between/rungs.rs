//! The rungs: each does one thing between two parses that the one before it does not.

use std::hint::black_box;
use std::thread::park_timeout;
use std::time::{Duration, Instant};

use testbed_engines::Engine;
use testbed_guard::Guard;
use testbed_measure::window;
use testbed_objects::Object;

use crate::echo::Echo;

/// About as long as an answer of a provider takes.
const WAIT: Duration = Duration::from_micros(40);
/// More than the second-level cache of any core holds.
const EVICTING_BYTES: usize = 4 << 20;
const CACHE_LINE: usize = 64;

/// What happens between two parses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rung {
    /// Decode and drop, nothing else.
    Tight,
    /// Guard, decode, comparison, drop: what a replay does.
    Checked,
    /// Time passes; the thread spins on the clock.
    Spun,
    /// Time passes; the thread sleeps.
    Slept,
    /// The same for longer.
    Slept1Ms,
    /// Memory is walked that takes the place of all else in the caches.
    Evicted,
    /// The body makes a round trip over a socket to a thread that sleeps for it, as this one does.
    Echoed,
    /// The same, but nobody sleeps.
    EchoedSpin,
}

/// What the windows of a rung took, ns.
pub struct Times {
    pub p50_ns: u64,
    pub mean_ns: f64,
}

impl Rung {
    /// From the tight loop upwards.
    pub const ALL: [Rung; 8] = [
        Rung::Tight,
        Rung::Checked,
        Rung::Spun,
        Rung::Slept,
        Rung::Slept1Ms,
        Rung::Evicted,
        Rung::Echoed,
        Rung::EchoedSpin,
    ];

    /// As options and results call it.
    pub const fn name(self) -> &'static str {
        match self {
            Rung::Tight => "tight",
            Rung::Checked => "checked",
            Rung::Spun => "spun",
            Rung::Slept => "slept",
            Rung::Slept1Ms => "slept-1ms",
            Rung::Evicted => "evicted",
            Rung::Echoed => "echoed",
            Rung::EchoedSpin => "echoed-spin",
        }
    }

    /// How many objects it parses; the slowest does with fewer.
    pub const fn objects(self, objects: usize) -> usize {
        if matches!(self, Rung::Slept1Ms) { objects / 10 } else { objects }
    }
}

/// Parses without anything between.
pub fn warm_up<E: Engine, T: Object>(objects: usize) {
    let golden = T::golden(E::FORMAT);
    for _ in 0..objects {
        checked::<E, T>(golden);
    }
}

/// Parses on one rung; a first tenth, on which the rung's own code gets warm, does not count.
pub fn climb<E: Engine, T: Object>(rung: Rung, objects: usize) -> Times {
    let golden = T::golden(E::FORMAT);
    let mut body = golden.to_vec();
    let mut memory = if rung == Rung::Evicted { vec![1_u8; EVICTING_BYTES] } else { Vec::new() };
    let mut echo = match rung {
        Rung::Echoed => Some(Echo::start(false)),
        Rung::EchoedSpin => Some(Echo::start(true)),
        _ => None,
    };
    let mut times = Vec::with_capacity(objects);
    for object in 0..objects / 10 + objects {
        match rung {
            Rung::Tight | Rung::Checked => {}
            Rung::Spun => spin(WAIT),
            Rung::Slept => park_timeout(WAIT),
            Rung::Slept1Ms => park_timeout(Duration::from_millis(1)),
            Rung::Evicted => walk(&mut memory),
            Rung::Echoed | Rung::EchoedSpin => echo.as_mut().expect("it was started").round_trip(golden, &mut body),
        }
        let time = if rung == Rung::Tight { tight::<E, T>(&body) } else { checked::<E, T>(&body) };
        if object >= objects / 10 {
            times.push(u64::try_from(time.as_nanos()).expect("no parse takes centuries"));
        }
    }
    summary(times)
}

fn tight<E: Engine, T: Object>(body: &[u8]) -> Duration {
    E::expect(T::variant(None, 0));
    let (time, object) = window(body, E::decode::<T>);
    drop(black_box(object));
    time
}

fn checked<E: Engine, T: Object>(body: &[u8]) -> Duration {
    Guard::new(E::FORMAT, T::TYPE).check(body).expect("the golden bytes pass");
    E::expect(T::variant(None, 0));
    let (time, object) = window(body, E::decode::<T>);
    let object = object.unwrap_or_else(|why| panic!("the golden bytes do not decode: {why}"));
    assert!(object == *T::variant(None, 0), "the golden bytes decode to another object");
    time
}

fn spin(length: Duration) {
    let start = Instant::now();
    while start.elapsed() < length {}
}

/// Reads and writes a byte of each cache line.
fn walk(memory: &mut [u8]) {
    for byte in memory.iter_mut().step_by(CACHE_LINE) {
        *byte = byte.wrapping_add(1);
    }
    black_box(memory);
}

#[allow(clippy::cast_precision_loss, reason = "a mean is a double")]
fn summary(mut times: Vec<u64>) -> Times {
    let mean_ns = times.iter().sum::<u64>() as f64 / times.len() as f64;
    let middle = times.len() / 2;
    Times { p50_ns: *times.select_nth_unstable(middle).1, mean_ns }
}
