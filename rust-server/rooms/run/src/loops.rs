//! The loop of a run, whatever its windows hold.

use super::context::Context;
use testbed_answer::{Event, Part, RunResult};
use testbed_contract::Problem;
#[cfg(feature = "count-alloc")]
use testbed_measure::Counted;
#[cfg(feature = "count-alloc")]
use testbed_request::RunRequest;

/// What a run does with its objects. `perform` opens one, each by a function of its own, has it do
/// a part or two, and ends it. It chooses before the first object and is compiled for each loop, so
/// nothing is dispatched between two objects.
pub trait Loop<'r>: Sized {
    /// Does a part of so many objects, between two readings of what is not read inside it.
    ///
    /// # Errors
    /// The first failure; nothing is retried.
    async fn part(&mut self, run: &mut Context<'r>, amount: u64) -> Result<Part, Problem>;

    /// What one window's work allocates, of a variant and its body.
    #[cfg(feature = "count-alloc")]
    fn allocated(request: &RunRequest, variant: usize, body: &[u8]) -> Counted;

    /// The last event of a run that kept its promise.
    ///
    /// # Errors
    /// What a receiver says instead of its result, or wrongly.
    async fn end(self, result: RunResult) -> Result<Event, Problem> {
        Ok(Event::Result(Box::new(result)))
    }
}
