//! The gate: each sample waits there until whoever measures something else in between lets it go on, and tells what it took.
//!
//! The environment's `BENCH_GATE` is the gate's `host:port`. Over one connection come, a line each: from there how many objects a sample has, how many warm
//! up before the first one, and how many, uncounted, before each; then from here `ready`, from there `go`, and from here a sample as JSON, again and again.

use std::env;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::json;
use testbed_measure::{Series, Times, nanoseconds};

/// Names it; without it samples follow one another.
pub const BENCH_GATE: &str = "BENCH_GATE";

/// A connection to it.
pub struct Gate {
    objects: u64,
    warmup: u64,
    lead: u64,
    lines: BufReader<TcpStream>,
}

impl Gate {
    /// The one that the environment names.
    ///
    /// # Panics
    /// Nobody is there, or says something else: this is no benchmark then.
    pub fn open() -> Option<Self> {
        let address = env::var(BENCH_GATE).ok()?;
        let stream =
            TcpStream::connect(&address).unwrap_or_else(|why| panic!("nobody is at the gate {address}: {why}"));
        stream.set_nodelay(true).expect("it is a TCP socket");
        let mut lines = BufReader::new(stream);
        let numbers: Vec<u64> = line(&mut lines).split(' ').filter_map(|number| number.parse().ok()).collect();
        let [objects, warmup, lead] = numbers[..] else { panic!("the gate did not say three numbers first") };
        Some(Self { objects, warmup, lead, lines })
    }

    /// The windows that come before the first sample.
    pub fn warm_up(&mut self, window: impl FnMut() -> Duration) -> Times {
        counted(self.warmup, window).0
    }

    /// Waits until the next sample may begin, takes it, and tells what its windows took, as a run does.
    pub fn sample(&mut self, mut window: impl FnMut() -> Duration) -> Times {
        self.say("ready");
        assert_eq!(line(&mut self.lines), "go", "the gate closed before all samples were taken");
        for _ in 0..self.lead {
            window();
        }
        let (times, series) = counted(self.objects, window);
        self.say(&json!({ "parse": times.parse(0), "blocks": series }).to_string());
        times
    }

    fn say(&mut self, text: &str) {
        writeln!(self.lines.get_mut(), "{text}").expect("the gate is open while samples are taken");
    }
}

/// The next line; an empty one where nobody is there any more.
fn line(lines: &mut BufReader<TcpStream>) -> String {
    let mut line = String::new();
    lines.read_line(&mut line).expect("the gate speaks lines of text");
    line.trim_end().to_owned()
}

/// The windows of so many objects, as a run gathers them.
fn counted(objects: u64, mut window: impl FnMut() -> Duration) -> (Times, Series) {
    let (mut times, mut series) = (Times::new(), Series::looking(objects));
    series.look();
    for _ in 0..objects {
        let ns = nanoseconds(window());
        times.record(ns);
        series.record(ns);
        series.look();
    }
    (times, series)
}
