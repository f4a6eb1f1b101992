//! `GET /JSONObject/{object_type}` and its like: the provider. Every object is serialized for the request that asks for it.

use actix_web::http::header::{CONTENT_TYPE, HeaderValue};
use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};

use super::{not_served, object_type, writer, wrong};
use crate::state::State;
use testbed_contract::{Format, Problem};
use testbed_http::{Failed, parameter};
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
    Ok(write(&state, format, object_type, size, index(query, object_type.variants(size))?)?)
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
    let Some(text) = value(query, "size")? else {
        return Ok(None);
    };
    let size = Size::ALL.into_iter().find(|known| known.name() == text);
    let size = size.ok_or_else(|| wrong("size", &text, &Size::ALL.map(Size::name).join(", ")))?;
    object_type.sized().map_err(|why| Problem::invalid("size", why))?;
    Ok(Some(size))
}

fn index(query: &str, variants: u32) -> Result<u32, Problem> {
    let Some(text) = value(query, "index")? else {
        return Ok(0);
    };
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let number = digits.then(|| text.parse().ok()).flatten().filter(|&number| number < variants);
    number.ok_or_else(|| wrong("index", &text, &format!("an integer from 0 to {}", variants - 1)))
}

/// A parameter's value; most requests have no query at all.
fn value(query: &str, name: &str) -> Result<Option<String>, Problem> {
    if query.is_empty() { Ok(None) } else { parameter(query, name) }
}

#[cfg(test)]
mod tests {
    use testbed_objects::VARIANTS;

    use super::index;

    #[test]
    fn an_index_is_digits_in_range_and_0_where_absent() {
        for (query, number) in [
            ("%69ndex=1", 1),
            ("index=0001", 1),
            ("&&index=1&", 1),
            ("x=%ff&%zz=1&x=2", 0),
            ("index+=1", 0),
            ("INDEX=x", 0),
            ("", 0),
            ("x=1", 0),
            ("index=0", 0),
            ("index=1023", 1023),
            ("x=&index=7", 7),
            ("index=%31", 1),
        ] {
            assert_eq!(index(query, VARIANTS).unwrap(), number, "{query}");
        }
        for query in [
            "index=1024",
            "index=-1",
            "index=+1",
            "index=%2B1",
            "index=",
            "index=1.0",
            "index=x",
            "index",
            "index=1&index=1",
            "index=1&%69ndex=1",
            "index=1&index",
            "index=-0",
            "index=1+",
            "index=%zz",
            "index=%ff",
            "index=%D9%A1",
            "index=1;x=2",
            "index=1%00",
            "index=99999999999",
        ] {
            let problem = serde_json::to_value(index(query, VARIANTS).expect_err(query)).unwrap();
            assert_eq!((&problem["code"], &problem["field"]), (&"invalid_request".into(), &"index".into()), "{query}");
        }
    }
}
