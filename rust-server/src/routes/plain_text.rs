//! `GET /plain_text`: as many letters as are asked for. A provider's rate is read beside that of this answer, which takes the framework alone.

use std::sync::LazyLock;

use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse};

use testbed_http::{Failed, number, shared};

/// The longest answer, bytes: more than the largest object has.
const MOST: u32 = 1 << 20;

static TEXT: LazyLock<Bytes> = LazyLock::new(|| Bytes::from(vec![b'x'; MOST as usize]));

/// As many as `?length=` says.
///
/// # Errors
/// `invalid_request`
pub async fn plain_text(request: HttpRequest) -> Result<HttpResponse, Failed> {
    let length = number(request.query_string(), "length", MOST)?;
    Ok(shared("text/plain; charset=utf-8", TEXT.slice(..length as usize)))
}
