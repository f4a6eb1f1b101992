//! `POST /triggerReqs`

use actix_web::http::header::{CONTENT_TYPE, HeaderValue};
use actix_web::web::{Bytes, Data, Payload};
use actix_web::{HttpMessage, HttpRequest, HttpResponse};
use futures_util::stream::unfold;
use tokio::sync::mpsc::UnboundedReceiver;

use crate::state::State;
use testbed_answer::{Event, RunResult, Table};
use testbed_contract::{Code, Problem};
use testbed_http::{Cap, Failed, Wanted, check_plain, read_body, respond};
use testbed_request::RunRequest;

/// A run, answered whole or as a stream. Whoever drops the answer, as actix does when the client goes away, drops the run's events and so ends the run.
///
/// # Errors
/// Those of the request; those of the run, unless it is streamed.
pub async fn trigger_reqs(state: Data<State>, request: HttpRequest, payload: Payload) -> Result<HttpResponse, Failed> {
    if !request.content_type().eq_ignore_ascii_case("application/json") {
        let detail = "the Content-Type is not application/json; send it with the body";
        return Err(Problem::new(Code::UnsupportedMediaType, detail).into());
    }
    check_plain(&request)?;
    let config = &state.config;
    let cap = Cap { bytes: config.max_request_bytes, variable: "MAX_REQUEST_BYTES", time: config.client_timeout };
    let body = read_body(&request, payload, cap).await?;
    let run = RunRequest::read(&body, config, &state.engines)?;
    let events = state.runs.start(run)?;
    match Wanted::of(&request) {
        Wanted::Stream => Ok(stream(events)),
        Wanted::Json => whole(events, |result| HttpResponse::Ok().json(result)).await,
        Wanted::Table => whole(events, table).await,
    }
}

fn table(result: &RunResult) -> HttpResponse {
    let text = HeaderValue::from_static("text/plain; charset=utf-8");
    HttpResponse::Ok().insert_header((CONTENT_TYPE, text)).body(Table::from(result).text())
}

/// Waits for the last event.
async fn whole(
    mut events: UnboundedReceiver<Event>,
    answer: impl FnOnce(&RunResult) -> HttpResponse,
) -> Result<HttpResponse, Failed> {
    while let Some(event) = events.recv().await {
        match event {
            Event::Result(result) => return Ok(answer(&result)),
            Event::Problem(problem) => return Ok(respond(&problem)),
            Event::Started(_) | Event::Checkpoint(_) => {}
        }
    }
    Err(Problem::new(Code::Internal, "the run ended without a word; the server's log may say why").into())
}

/// An event a line, each sent at once.
fn stream(events: UnboundedReceiver<Event>) -> HttpResponse {
    let lines = unfold(events, async |mut events| {
        let event = events.recv().await?;
        let mut line = serde_json::to_vec(&event).expect("an event has only text and numbers");
        line.push(b'\n');
        Some((Ok::<_, Problem>(Bytes::from(line)), events))
    });
    HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, HeaderValue::from_static("application/x-ndjson")))
        .streaming(Box::pin(lines))
}
