//! `POST /triggerReqs`

use actix_web::web::{Data, Payload};
use actix_web::{HttpRequest, HttpResponse};

use super::answering::{answer, asked};
use crate::state::State;
use testbed_http::{Failed, Wanted};
use testbed_request::RunRequest;

/// A run, answered whole or as a stream.
///
/// # Errors
/// Those of the request; those of the run, unless it is streamed.
pub async fn trigger_reqs(state: Data<State>, request: HttpRequest, payload: Payload) -> Result<HttpResponse, Failed> {
    let body = asked(&state, &request, payload).await?;
    let run = RunRequest::read(&body, &state.config, &state.engines)?;
    answer(state.runs.start(run)?, Wanted::of(&request)).await
}
