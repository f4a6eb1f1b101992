//! What the routes share that start runs: reading what is asked, and telling the events.

use actix_web::http::header::{CONTENT_TYPE, HeaderValue};
use actix_web::web::{Bytes, Payload};
use actix_web::{HttpMessage, HttpRequest, HttpResponse};
use futures_util::stream::unfold;
use tokio::sync::mpsc::UnboundedReceiver;

use crate::state::State;
use testbed_answer::{Event, RunResult, Table};
use testbed_contract::{Code, Problem};
use testbed_http::{Cap, Failed, Wanted, check_plain, read_body, respond};

/// The body of a request that asks for a run.
///
/// # Errors
/// `unsupported_media_type`, `too_large`, `invalid_request`
pub async fn asked(state: &State, request: &HttpRequest, payload: Payload) -> Result<Bytes, Problem> {
    if !request.content_type().eq_ignore_ascii_case("application/json") {
        let detail = "the Content-Type is not application/json; send it with the body";
        return Err(Problem::new(Code::UnsupportedMediaType, detail));
    }
    check_plain(request)?;
    let config = &state.config;
    let cap = Cap { bytes: config.max_request_bytes, variable: "MAX_REQUEST_BYTES", time: config.client_timeout };
    read_body(request, payload, cap).await
}

/// Answers with a run's end, or its events, in the form that the client wants. Whoever drops the answer, as actix does when the client goes away, drops the
/// run's events and so ends the run.
///
/// # Errors
/// Those of the run, unless it is streamed.
pub async fn answer(events: UnboundedReceiver<Event>, wanted: Wanted) -> Result<HttpResponse, Failed> {
    match wanted {
        Wanted::Stream => Ok(stream(events)),
        Wanted::Json | Wanted::Table => whole(events, wanted).await,
    }
}

/// Waits for the last event.
async fn whole(mut events: UnboundedReceiver<Event>, wanted: Wanted) -> Result<HttpResponse, Failed> {
    while let Some(event) = events.recv().await {
        match event {
            Event::Result(result) if wanted == Wanted::Table => return Ok(table(&result)),
            Event::Result(result) => return Ok(HttpResponse::Ok().json(result)),
            Event::Sent(result) => return Ok(HttpResponse::Ok().json(result)),
            Event::Problem(problem) => return Ok(respond(&problem)),
            Event::Opened { .. } | Event::Started(_) | Event::Checkpoint(_) => {}
        }
    }
    Err(Problem::internal("the run ended without a word; the server's log may say why").into())
}

fn table(result: &RunResult) -> HttpResponse {
    let text = HeaderValue::from_static("text/plain; charset=utf-8");
    HttpResponse::Ok().insert_header((CONTENT_TYPE, text)).body(Table::from(result).text())
}

/// An event a line, each sent at once.
pub fn stream(events: UnboundedReceiver<Event>) -> HttpResponse {
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
