//! `GET /JSONObject/{object_type}` and its like: the provider. Every object is serialized for the request that asks for it.

use actix_web::http::header::{ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_TYPE, HeaderMap, HeaderValue};
use actix_web::web::{Data, Path, block};
use actix_web::{HttpRequest, HttpResponse};

use super::{not_served, object_type, size, writer};
use crate::state::State;
use testbed_codings::encode;
use testbed_contract::{Coding, Format, Problem};
use testbed_http::{Failed, number};
use testbed_objects::{ObjectType, Size};

/// The object of `?size=` and `?index=`, the canonical one where both are absent; in the coding that is asked for alone.
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
    Ok(write(&state, format, object_type, size, index, wanted(request.headers())).await?)
}

/// `GET /json_bytes`, `GET /JSONbytes`: the canonical `DummyObject`.
///
/// # Errors
/// `internal` where no engine can write it.
pub async fn json_bytes(state: Data<State>) -> Result<HttpResponse, Failed> {
    Ok(write(&state, Format::Json, object_type(Format::Json, "DummyObject")?, None, 0, None).await?)
}

/// The coding that a client names and nothing beside it. A list, as browsers send it, leaves a choice, and gets the body
/// as it is.
fn wanted(headers: &HeaderMap) -> Option<Coding> {
    let mut fields = headers.get_all(ACCEPT_ENCODING);
    fields.next().filter(|_| fields.next().is_none()).and_then(|value| Coding::of_field(value.as_bytes()))
}

async fn write(
    state: &State,
    format: Format,
    object_type: ObjectType,
    size: Option<Size>,
    index: u32,
    coding: Option<Coding>,
) -> Result<HttpResponse, Problem> {
    let codec = writer(state, format, object_type)?;
    let unwritten = |why| not_served(&format!("its engine cannot write it: {why}"));
    let Some(size) = size else {
        let body = codec.provide(None, index).map_err(unwritten)?;
        let media_type = HeaderValue::from_static(format.media_type());
        let mut answer = HttpResponse::Ok();
        answer.insert_header((CONTENT_TYPE, media_type));
        return Ok(match coding {
            None => answer.body(body),
            Some(coding) => named(answer.body(encode(coding, &body)), coding),
        });
    };
    let room = state.unsent.room(size.most_bytes()).await;
    let written = if codec.is_provided(size, index) {
        codec.provide(Some(size), index)
    } else {
        // To make it takes long enough to hold up every other connection of this thread.
        block(move || codec.provide(Some(size), index)).await.unwrap_or_else(|why| Err(why.into()))
    };
    let body = written.map_err(unwritten)?;
    let Some(coding) = coding else { return Ok(room.answer(format.media_type(), body)) };
    // So does this.
    let body = block(move || encode(coding, &body)).await;
    let body = body.map_err(|why| not_served(&format!("nothing compresses it: {why}")))?;
    Ok(named(room.answer(format.media_type(), body), coding))
}

/// An answer that says which coding its body is in.
fn named(mut answer: HttpResponse, coding: Coding) -> HttpResponse {
    answer.headers_mut().insert(CONTENT_ENCODING, HeaderValue::from_static(coding.name()));
    answer
}
