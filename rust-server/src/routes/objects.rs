//! `GET /JSONObject/{object_type}` and its like: the provider. Every object is serialized for the request that asks for it.

use actix_web::http::header::{CONTENT_TYPE, HeaderValue};
use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};

use super::{not_served, object_type, writer};
use crate::state::State;
use testbed_contract::{Format, Problem};
use testbed_http::{Failed, number, parameter, wrong};
use testbed_objects::{ObjectType, Size};

/// The object of `?size=` and `?index=`, the canonical one where both are absent.
///
/// # Errors
/// `not_found`, `invalid_request`; `internal` where no engine can write it.
pub async fn object(
    format: Format,
    state: Data<State>,
    named: Path<String>,
    request: HttpRequest,
) -> Result<HttpResponse, Failed> {
    let (object_type, query) = (object_type(format, &named)?, request.query_string());
    let size = size(object_type, query)?;
    Ok(write(&state, format, object_type, size, number(query, "index", object_type.variants(size) - 1)?)?)
}

/// `GET /json_bytes`, `GET /JSONbytes`: the canonical `DummyObject`.
///
/// # Errors
/// `internal` where no engine can write it.
pub async fn json_bytes(state: Data<State>) -> Result<HttpResponse, Failed> {
    Ok(write(&state, Format::Json, object_type(Format::Json, "DummyObject")?, None, 0)?)
}

fn write(
    state: &State,
    format: Format,
    object_type: ObjectType,
    size: Option<Size>,
    index: u32,
) -> Result<HttpResponse, Problem> {
    let codec = writer(state, format, object_type)?;
    let body = codec.encode(size, index).map_err(|why| not_served(&format!("its engine cannot write it: {why}")))?;
    Ok(HttpResponse::Ok().insert_header((CONTENT_TYPE, HeaderValue::from_static(format.media_type()))).body(body))
}

fn size(object_type: ObjectType, query: &str) -> Result<Option<Size>, Problem> {
    let Some(text) = parameter(query, "size")? else {
        return Ok(None);
    };
    let size = Size::ALL.into_iter().find(|known| known.name() == text);
    let size = size.ok_or_else(|| wrong("size", &text, &Size::ALL.map(Size::name).join(", ")))?;
    object_type.sized().map_err(|why| Problem::invalid("size", why))?;
    Ok(Some(size))
}
