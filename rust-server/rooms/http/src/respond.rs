//! Problems as answers.

use actix_web::http::StatusCode;
use actix_web::http::header::{CONTENT_TYPE, HeaderValue, RETRY_AFTER};
use actix_web::{HttpResponse, ResponseError};
use thiserror::Error;

use testbed_contract::{Code, Problem};

/// A problem as a handler's error. The contract knows no HTTP library, so this stands between the two.
#[derive(Debug, Error)]
#[error(transparent)]
pub struct Failed(#[from] Problem);

impl ResponseError for Failed {
    fn status_code(&self) -> StatusCode {
        status(&self.0)
    }

    fn error_response(&self) -> HttpResponse {
        respond(&self.0)
    }
}

/// The answer that a problem becomes.
pub fn respond(problem: &Problem) -> HttpResponse {
    let mut response = HttpResponse::build(status(problem));
    response.insert_header((CONTENT_TYPE, HeaderValue::from_static("application/problem+json")));
    if let Some((name, value)) = problem.header() {
        response.insert_header((name.as_str(), HeaderValue::from_static(value)));
    }
    if problem.code == Code::Busy {
        response.insert_header((RETRY_AFTER, HeaderValue::from_static("1")));
    }
    response.body(serde_json::to_vec(problem).expect("a problem has only text and numbers"))
}

/// The library has a type of its own for them.
fn status(problem: &Problem) -> StatusCode {
    StatusCode::from_u16(problem.status().as_u16()).expect("a status is one in every library")
}
