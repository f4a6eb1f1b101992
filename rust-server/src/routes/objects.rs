//! `GET /JSONObject/{object_type}` and its like: the provider. Every object is serialized for the request that asks for it.

use actix_web::http::header::{CONTENT_TYPE, HeaderValue};
use actix_web::web::{Data, Path, block};
use actix_web::{HttpRequest, HttpResponse};

use super::{not_served, object_type, size, writer};
use crate::state::State;
use testbed_contract::{Format, Problem};
use testbed_http::{Failed, number};
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
    let index = number(query, "index", object_type.variants(size) - 1)?;
    Ok(write(&state, format, object_type, size, index).await?)
}

/// `GET /json_bytes`, `GET /JSONbytes`: the canonical `DummyObject`.
///
/// # Errors
/// `internal` where no engine can write it.
pub async fn json_bytes(state: Data<State>) -> Result<HttpResponse, Failed> {
    Ok(write(&state, Format::Json, object_type(Format::Json, "DummyObject")?, None, 0).await?)
}

async fn write(
    state: &State,
    format: Format,
    object_type: ObjectType,
    size: Option<Size>,
    index: u32,
) -> Result<HttpResponse, Problem> {
    let codec = writer(state, format, object_type)?;
    let unwritten = |why| not_served(&format!("its engine cannot write it: {why}"));
    let Some(size) = size else {
        let body = codec.provide(None, index).map_err(unwritten)?;
        let media_type = HeaderValue::from_static(format.media_type());
        return Ok(HttpResponse::Ok().insert_header((CONTENT_TYPE, media_type)).body(body));
    };
    let room = state.unsent.room(size.most_bytes()).await;
    let written = if codec.is_provided(size, index) {
        codec.provide(Some(size), index)
    } else {
        // To make it takes long enough to hold up every other connection of this thread.
        block(move || codec.provide(Some(size), index)).await.unwrap_or_else(|why| Err(why.into()))
    };
    Ok(room.answer(format.media_type(), written.map_err(unwritten)?))
}
