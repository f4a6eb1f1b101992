//! From the tight loop to the service, a rung at a time: what happens between two parses, and what the next parse then takes.
//!
//! Prints a line of JSON for each engine and rung; only the decoding is timed, in the window that runs use. Options: `--objects 20000` a rung (a tenth
//! of it on `slept-1ms`), `--warmup 20000` before an engine's rungs, `--rounds 3`, `--rungs tight,checked,…`, `--awake` lets no core idle meanwhile.

mod awake;
mod echo;
mod options;
mod rungs;

use std::collections::BTreeMap;

use serde_json::json;
use testbed_engines::{Engine, Visitor, registry};
use testbed_environment::RUNTIME;
use testbed_objects::{DummyObject, Object};

use self::options::Options;
use self::rungs::{Rung, Times, climb, warm_up};

/// Climbs every rung with every engine, once a round.
struct Round<'o> {
    options: &'o Options,
    found: BTreeMap<(&'static str, Rung), Vec<Times>>,
    formats: BTreeMap<&'static str, &'static str>,
}

impl Visitor for Round<'_> {
    fn visit<E: Engine>(&mut self) {
        self.formats.insert(E::NAME, E::FORMAT.name());
        warm_up::<E, DummyObject>(self.options.warmup);
        for rung in &self.options.rungs {
            let times = climb::<E, DummyObject>(*rung, rung.objects(self.options.objects));
            self.found.entry((E::NAME, *rung)).or_default().push(times);
        }
    }
}

fn main() {
    let options = match Options::read(std::env::args().skip(1)) {
        Ok(options) => options,
        Err(why) => {
            eprintln!("{why}");
            std::process::exit(2);
        }
    };
    let _awake = options.awake.then(awake::Awake::start);
    let mut round = Round { options: &options, found: BTreeMap::new(), formats: BTreeMap::new() };
    for _ in 0..options.rounds {
        registry(&mut round);
    }
    for ((engine, rung), mut rounds) in round.found {
        rounds.sort_by_key(|times| times.p50_ns);
        // The round in the middle, whole: its mean goes with its median.
        let times = &rounds[rounds.len() / 2];
        let line = json!({
            "runtime": RUNTIME,
            "engine": engine,
            "object_type": DummyObject::TYPE.name,
            "format": round.formats[engine],
            "rung": rung.name(),
            "p50_ns": times.p50_ns,
            "mean_ns": times.mean_ns,
            "objects": rung.objects(options.objects),
        });
        println!("{line}");
    }
}
