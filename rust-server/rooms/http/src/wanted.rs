//! In which form a client wants its answer.

use actix_web::HttpRequest;
use actix_web::http::header::ACCEPT;

/// How a run is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// One object, at the end.
    Json,
    /// An event a line.
    Stream,
    /// A text for a terminal.
    Table,
}

impl Wanted {
    /// By the first media type of these that the client accepts, in the order in which they stand; parameters, weights too, are not looked at.
    pub fn of(request: &HttpRequest) -> Self {
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
