//! The limit: every engine on the bodies of every object type, in a tight loop. Nothing is guarded, nothing is compared.
//!
//! What is timed is each object's window, as in a run, so an object is dropped outside the time and before the next one. Criterion's own ways to
//! drop outside (`iter_batched`, `iter_with_large_drop`) keep several objects alive, and the allocator then has colder memory to give.
//!
//! # Layout
//! `bodies`: one of each variant, in turn, each in a window. `gate`: where a sample waits, if somebody else measures in between. `sample`: what one is.

mod bodies;
mod gate;
mod sample;

use std::env;
use std::marker::PhantomData;
use std::path::Path;
use std::time::Duration;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, SamplingMode};
use testbed_engines::Engine;
use testbed_objects::Object;

use self::sample::Samples;

struct EveryEngine(Criterion);

struct EveryObjectType<'c, E>(BenchmarkGroup<'c, WallTime>, PhantomData<E>);

impl testbed_engines::Visitor for EveryEngine {
    fn visit<E: Engine>(&mut self) {
        let mut group = self.0.benchmark_group(E::NAME);
        if env::var_os(gate::BENCH_GATE).is_some() {
            // Every sample is a slice of the same number of objects.
            group.sampling_mode(SamplingMode::Flat);
        }
        testbed_objects::registry(&mut EveryObjectType(group, PhantomData::<E>));
    }
}

impl<E: Engine> testbed_objects::Visitor for EveryObjectType<'_, E> {
    fn visit<T: Object>(&mut self) {
        if T::TYPE.carried(E::FORMAT).is_err() {
            return;
        }
        // Made when it is first asked for a sample: a benchmark that a filter leaves out has none.
        let mut samples = None;
        self.0.bench_function(T::TYPE.name, |bencher| {
            let samples = samples.get_or_insert_with(Samples::<E, T>::prepare);
            bencher.iter_custom(|objects| samples.take(objects));
        });
    }
}

fn main() {
    let criterion = Criterion::default()
        .warm_up_time(Duration::from_secs(2))
        .measurement_time(Duration::from_secs(5))
        .sample_size(50)
        .nresamples(20_000)
        .configure_from_args();
    // Beside the build that is measured, wherever that lies.
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name("criterion");
    let mut every = EveryEngine(criterion.output_directory(&folder));
    testbed_engines::registry(&mut every);
    every.0.final_summary();
}
