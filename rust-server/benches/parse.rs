//! The limit: every engine on the golden bytes of every object type, in a tight loop. Nothing is guarded, nothing is compared.
//!
//! Objects are dropped outside the time, as a run drops them outside its window; Criterion's book calls this `iter_batched`.

use std::hint::black_box;
use std::marker::PhantomData;
use std::path::Path;
use std::time::Duration;

use criterion::measurement::WallTime;
use criterion::{BatchSize, BenchmarkGroup, Criterion, Throughput};
use rust_server::engines::{self, Engine};
use rust_server::objects::{self, Object};

/// Objects of a batch, between two readings of the clock: a reading weighs a quarter, and as few objects as in a run wait to be dropped.
const BATCH: BatchSize = BatchSize::NumIterations(4);

struct EveryEngine(Criterion);

struct EveryObjectType<'c, E>(BenchmarkGroup<'c, WallTime>, PhantomData<E>);

impl engines::Visitor for EveryEngine {
    fn visit<E: Engine>(&mut self) {
        objects::registry(&mut EveryObjectType(self.0.benchmark_group(E::NAME), PhantomData::<E>));
    }
}

impl<E: Engine> objects::Visitor for EveryObjectType<'_, E> {
    fn visit<T: Object>(&mut self) {
        let golden = T::golden(E::FORMAT);
        self.0.throughput(Throughput::Bytes(golden.len() as u64));
        self.0.bench_function(T::TYPE.name, |bencher| {
            bencher.iter_batched(|| (), |()| black_box(E::decode::<T>(black_box(golden))), BATCH);
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
    engines::registry(&mut every);
    every.0.final_summary();
}
