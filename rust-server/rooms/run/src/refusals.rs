//! Makes of a body that is refused the problem of a run, without the provider's bytes.

use testbed_contract::{Code, Operation, Problem, RefusedBy};
use testbed_engines::{Refused, Timed};
use testbed_guard::Guard;
use testbed_request::RunRequest;

/// Passes over a body that is not hostile.
///
/// # Errors
/// The guard's refusal.
pub fn guarded(guard: &mut Guard, body: &[u8]) -> Result<(), Problem> {
    guard
        .check(body)
        .map_err(|why| refused(RefusedBy::Guard, body, &format!("the guard refuses the provider's body: {why}")))
}

/// Window, comparison, release; `own` is the engine's copy of the body, if it has one.
///
/// # Errors
/// The engine's refusal, or the comparison's.
pub fn parsed(request: &RunRequest, body: &[u8], own: Option<Vec<u8>>, variant: usize) -> Result<Timed, Problem> {
    request.codec.parse(body, own, request.size, variant).map_err(|by| match by {
        Refused::Comparison => {
            let what = match request.operation {
                Operation::Decode => "the provider's body decodes to another object than expected",
                Operation::Partial => "the provider's body has another excerpt than expected",
                Operation::Encode => unreachable!("it has no bodies"),
            };
            refused(RefusedBy::Comparison, body, what)
        }
        Refused::Engine => {
            refused(RefusedBy::Engine, body, &format!("engine {} refuses the provider's body", request.engine.name))
        }
    })
}

/// Refuses a body for which a block has no room.
pub fn too_large(limit: usize) -> Problem {
    let detail = format!(
        "the bodies of a block are larger than {limit} bytes together (MAX_BLOCK_BYTES); ask for a smaller block"
    );
    Problem::new(Code::ProviderTooLarge, detail)
}

fn refused(by: RefusedBy, body: &[u8], what: &str) -> Problem {
    let detail = format!("{what}; POST the same bytes to /decode to look into it");
    Problem::refused_in_run(by, body, detail)
}
