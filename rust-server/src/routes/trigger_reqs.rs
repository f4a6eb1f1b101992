//! `POST /triggerReqs`

use actix_web::http::header::{ACCEPT, CONTENT_TYPE, HeaderValue};
use actix_web::web::{Bytes, Data, Payload};
use actix_web::{HttpRequest, HttpResponse, ResponseError};
use futures_util::stream::unfold;
use tokio::sync::mpsc::UnboundedReceiver;

use super::body::{self, Cap};
use crate::problem::{Code, Problem};
use crate::run::{Event, RunRequest, start};
use crate::state::State;

/// A run, answered whole or as a stream. Whoever drops the answer, as actix does when the client goes away, drops the run's events and so ends the run.
///
/// # Errors
/// Those of the request; those of the run, unless it is streamed.
pub async fn trigger_reqs(state: Data<State>, request: HttpRequest, payload: Payload) -> Result<HttpResponse, Problem> {
    if media_type(&request) != "application/json" {
        return Err(Problem::new(
            Code::UnsupportedMediaType,
            "the Content-Type is not application/json; send it with the body",
        ));
    }
    let config = &state.config;
    let cap = Cap { bytes: config.max_request_bytes, variable: "MAX_REQUEST_BYTES", time: config.client_timeout };
    let body = body::read(&request, payload, cap).await?;
    let run = RunRequest::read(&body, config, &state.engines)?;
    let permit = state.permit()?;
    let events = start(state.into_inner(), run, permit)?;
    if wants_stream(&request) { Ok(stream(events)) } else { whole(events).await }
}

/// The media type in lower case, without parameters.
fn media_type(request: &HttpRequest) -> String {
    let value = request.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    value.split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
}

fn wants_stream(request: &HttpRequest) -> bool {
    let mut accepted = request.headers().get_all(ACCEPT).filter_map(|value| value.to_str().ok());
    accepted.any(|value| value.to_ascii_lowercase().contains("application/x-ndjson"))
}

/// Waits for the last event.
async fn whole(mut events: UnboundedReceiver<Event>) -> Result<HttpResponse, Problem> {
    while let Some(event) = events.recv().await {
        match event {
            Event::Result(result) => return Ok(HttpResponse::Ok().json(result)),
            Event::Problem(problem) => return Ok(problem.error_response()),
            Event::Started(_) | Event::Checkpoint(_) => {}
        }
    }
    Err(Problem::new(Code::Internal, "the run ended without a word; the server's log may say why"))
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
