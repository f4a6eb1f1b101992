//! `POST /triggerReqs`

use actix_web::http::header::{ACCEPT, CONTENT_TYPE, HeaderValue};
use actix_web::web::{Bytes, Data, Payload};
use actix_web::{HttpRequest, HttpResponse, ResponseError};
use futures_util::stream::unfold;
use tokio::sync::mpsc::UnboundedReceiver;

use super::body::{self, Cap};
use crate::problem::{Code, Problem};
use crate::run::{Event, RunRequest, RunResult, Table, start};
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
    body::check_plain(&request)?;
    let config = &state.config;
    let cap = Cap { bytes: config.max_request_bytes, variable: "MAX_REQUEST_BYTES", time: config.client_timeout };
    let body = body::read(&request, payload, cap).await?;
    let run = RunRequest::read(&body, config, &state.engines)?;
    let permit = state.permit()?;
    let events = start(state.into_inner(), run, permit)?;
    match Wanted::of(&request) {
        Wanted::Stream => Ok(stream(events)),
        Wanted::Json => whole(events, |result| HttpResponse::Ok().json(result)).await,
        Wanted::Table => whole(events, table).await,
    }
}

/// The media type in lower case, without parameters.
fn media_type(request: &HttpRequest) -> String {
    let value = request.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    value.split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
}

/// How a run is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wanted {
    Json,
    Stream,
    Table,
}

impl Wanted {
    /// By the first media type of these that the client accepts, in the order in which they stand; parameters, weights too, are not looked at.
    fn of(request: &HttpRequest) -> Self {
        let accepted = request.headers().get_all(ACCEPT).map(|value| String::from_utf8_lossy(value.as_bytes()));
        for value in accepted {
            for range in value.split(',') {
                match range.split(';').next().unwrap_or_default().trim().to_ascii_lowercase().as_str() {
                    "application/json" => return Wanted::Json,
                    "application/x-ndjson" => return Wanted::Stream,
                    "text/plain" => return Wanted::Table,
                    _ => {}
                }
            }
        }
        Wanted::Json
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
) -> Result<HttpResponse, Problem> {
    while let Some(event) = events.recv().await {
        match event {
            Event::Result(result) => return Ok(answer(&result)),
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

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    fn wanted(accepted: &[&str]) -> Wanted {
        let request =
            accepted.iter().fold(TestRequest::post(), |request, value| request.append_header((ACCEPT, *value)));
        Wanted::of(&request.to_http_request())
    }

    #[test]
    fn the_first_known_media_type_that_is_accepted_decides() {
        for accepted in [
            &[] as &[&str],
            &["*/*"],
            &[""],
            &["application/json, text/plain, */*"],
            &["application/json;q=0.1, application/x-ndjson"],
            &["text/html, APPLICATION/JSON", "text/plain"],
            &["text/*"],
            &["application/x-ndjsonx"],
            &["application/problem+json"],
        ] {
            assert_eq!(wanted(accepted), Wanted::Json, "{accepted:?}");
        }
        for accepted in [
            &["application/x-ndjson"] as &[&str],
            &["text/html,Application/X-NDJSON;q=0"],
            &["*/*", "application/x-ndjson, application/json"],
        ] {
            assert_eq!(wanted(accepted), Wanted::Stream, "{accepted:?}");
        }
        for accepted in
            [&["text/plain"] as &[&str], &["text/plain; charset=utf-8, application/json"], &["text/html , Text/Plain"]]
        {
            assert_eq!(wanted(accepted), Wanted::Table, "{accepted:?}");
        }
    }
}
