//! Makes of a body that is refused the problem of a run, without the provider's bytes.

use testbed_bodies::FetchError;
use testbed_codings::Fault;
use testbed_contract::{Code, Coding, Problem, RefusedBy};
use testbed_engines::{Refused, Timed};
use testbed_guard::Guard;
use testbed_request::{RunRequest, Way};

/// Refuses a body that is not what its coding has to be.
pub fn undecoded(request: &RunRequest, coded: &[u8], why: Fault) -> Problem {
    match why {
        Fault::TooLarge(most) => FetchError::TooLarge(most).into(),
        Fault::Broken(why) => {
            let coding = request.supply().and_then(|supply| supply.coding).map_or("plain", Coding::name);
            let detail = format!("the {}'s body is not {coding} as this server takes it: {why}", giver(request));
            Problem::refused_in_run(RefusedBy::Coding, coded, detail)
        }
    }
}

/// Passes over a body that is not hostile.
///
/// # Errors
/// The guard's refusal.
pub fn guarded(request: &RunRequest, guard: &mut Guard, body: &[u8], variant: usize) -> Result<(), Problem> {
    guard.check_due(body, variant).map_err(|why| {
        refused(request, RefusedBy::Guard, body, &format!("the guard refuses the {}'s body: {why}", giver(request)))
    })
}

/// Window, comparison, release; `own` is the engine's copy of the body, if it has one.
///
/// # Errors
/// The engine's refusal, or the comparison's.
pub fn parsed(request: &RunRequest, body: &[u8], own: Option<Vec<u8>>, variant: usize) -> Result<Timed, Problem> {
    request.codec.parse(body, own, request.size, variant).map_err(|by| match by {
        Refused::Comparison => {
            let (giver, mismatch) = (giver(request), request.operation.mismatch());
            let what = format!("the {giver}'s body {mismatch} than expected");
            refused(request, RefusedBy::Comparison, body, &what)
        }
        Refused::Engine => {
            let what = format!("engine {} refuses the {}'s body", request.engine.name, giver(request));
            refused(request, RefusedBy::Engine, body, &what)
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

/// Who sent the bodies of a run.
const fn giver(request: &RunRequest) -> &'static str {
    if matches!(request.way, Way::Pushed(_)) { "sender" } else { "provider" }
}

fn refused(request: &RunRequest, by: RefusedBy, body: &[u8], what: &str) -> Problem {
    let &RunRequest { format, object_type, size, .. } = request;
    let size = size.map_or_else(String::new, |size| format!("?size={}", size.name()));
    let path = format!("/decode/{}/{}{size}", format.name(), object_type.name);
    let detail = format!("{what}; POST the same bytes to {path} to look into it");
    Problem::refused_in_run(by, body, detail)
}
