//! The gate: each sample waits there until whoever measures something else in between lets it go on, and tells what it took.
//!
//! The environment's `BENCH_GATE` is the gate's `host:port`. Over one connection come, a line each: from there how many objects a sample has, how many warm
//! up before the first one, and how many, uncounted, before each; then from here `ready`, from there `go`, and from here a sample as JSON, again and again.

use std::env;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;

use serde_json::json;
use testbed_measure::{Series, Times};

const BENCH_GATE: &str = "BENCH_GATE";

/// Whether there is one; without it samples follow one another.
pub fn is_set() -> bool {
    env::var_os(BENCH_GATE).is_some()
}

/// A connection to it.
pub struct Gate {
    /// The objects of a sample.
    pub objects: u64,
    /// The objects before the first sample.
    pub warmup: u64,
    /// The uncounted objects before each sample.
    pub lead: u64,
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

    /// Waits until the next sample may begin.
    pub fn wait(&mut self) {
        self.say("ready");
        assert_eq!(line(&mut self.lines), "go", "the gate closed before all samples were taken");
    }

    /// Tells what a sample's windows took, as a run does.
    pub fn tell(&mut self, times: &Times, series: &Series) {
        let parse = times.parse(0);
        self.say(&json!({ "parse": parse, "blocks": series }).to_string());
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
