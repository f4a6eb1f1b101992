//! `POST /triggerSends`

use actix_web::web::{Data, Payload};
use actix_web::{HttpRequest, HttpResponse};

use super::answering::{answer, asked};
use crate::state::State;
use testbed_http::{Failed, Wanted};
use testbed_request::RunRequest;

/// A send, answered as a run is, but never as a table.
///
/// # Errors
/// Those of the request; those of the send, unless it is streamed.
pub async fn trigger_sends(state: Data<State>, request: HttpRequest, payload: Payload) -> Result<HttpResponse, Failed> {
    let body = asked(&state, &request, payload).await?;
    let send = RunRequest::read_send(&body, &state.config, &state.engines)?;
    answer(state.runs.start(send)?, Wanted::of(&request)).await
}
