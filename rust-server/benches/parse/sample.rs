//! What one of Criterion's samples is.

use std::time::Duration;

use testbed_engines::Engine;
use testbed_objects::Object;

use crate::bodies::Bodies;
use crate::gate::Gate;

/// The samples of a benchmark: windows, one after the other; behind a gate as many in each as it asks for.
pub struct Samples<E, T> {
    bodies: Bodies<E, T>,
    gate: Option<Gate>,
    warm: bool,
}

impl<E: Engine, T: Object> Samples<E, T> {
    /// With all bodies written, and at the gate, where there is one.
    pub fn prepare() -> Self {
        Self { bodies: Bodies::new(), gate: Gate::open(), warm: false }
    }

    /// The time of so many objects. Behind a gate it is found by as many as that asks for, and Criterion's first call, its warm-up, by those that warm up.
    #[allow(clippy::cast_precision_loss, reason = "a number of objects is small")]
    pub fn take(&mut self, objects: u64) -> Duration {
        let Some(gate) = &mut self.gate else {
            return (0..objects).map(|_| self.bodies.window()).sum();
        };
        let window = || self.bodies.window();
        let times = if self.warm { gate.sample(window) } else { gate.warm_up(window) };
        self.warm = true;
        Duration::from_secs_f64(times.mean_ns() * objects as f64 / 1e9)
    }
}
