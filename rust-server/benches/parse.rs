//! The limit: every engine on the golden bytes of every object type, in a tight loop. Nothing is guarded, nothing is compared.
//!
//! What is timed is each object's window, as in a run, so an object is dropped outside the time and before the next one. Criterion's own ways to
//! drop outside (`iter_batched`, `iter_with_large_drop`) keep several objects alive, and the allocator then has colder memory to give.

use std::marker::PhantomData;
use std::path::Path;
use std::time::Duration;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput};
use testbed_engines::Engine;
use testbed_measure::window;
use testbed_objects::Object;

struct EveryEngine(Criterion);

struct EveryObjectType<'c, E>(BenchmarkGroup<'c, WallTime>, PhantomData<E>);

impl testbed_engines::Visitor for EveryEngine {
    fn visit<E: Engine>(&mut self) {
        testbed_objects::registry(&mut EveryObjectType(self.0.benchmark_group(E::NAME), PhantomData::<E>));
    }
}

impl<E: Engine> testbed_objects::Visitor for EveryObjectType<'_, E> {
    fn visit<T: Object>(&mut self) {
        let golden = T::golden(E::FORMAT);
        self.0.throughput(Throughput::Bytes(golden.len() as u64));
        self.0.bench_function(T::TYPE.name, |bencher| {
            bencher.iter_custom(|objects| (0..objects).map(|_| window(golden, E::decode::<T>).0).sum());
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
