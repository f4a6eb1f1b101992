//! `GET /JSONObject/{object_type}` and its like: the provider. Every object is serialized for the request that asks for it.

use actix_web::http::header::{CONTENT_TYPE, HeaderValue};
use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};

use super::{not_served, object_type, writer};
use crate::state::State;
use testbed_contract::{Format, MOST_SHOWN, Problem, shown};
use testbed_http::{Failed, parameter};
use testbed_objects::{ObjectType, VARIANTS};

/// The object of `?index=`, 0 where absent.
///
/// # Errors
/// `not_found`, `invalid_request`; `internal` where no engine can write it.
pub async fn object(
    format: Format,
    state: Data<State>,
    named: Path<String>,
    request: HttpRequest,
) -> Result<HttpResponse, Failed> {
    Ok(write(&state, format, object_type(format, &named)?, index(request.query_string())?)?)
}

/// `GET /json_bytes`, `GET /JSONbytes`: the canonical `DummyObject`.
///
/// # Errors
/// `internal` where no engine can write it.
pub async fn json_bytes(state: Data<State>) -> Result<HttpResponse, Failed> {
    Ok(write(&state, Format::Json, object_type(Format::Json, "DummyObject")?, 0)?)
}

fn write(state: &State, format: Format, object_type: ObjectType, index: u32) -> Result<HttpResponse, Problem> {
    let codec = writer(state, format, object_type)?;
    let body = codec.encode(index).map_err(|why| not_served(&format!("its engine cannot write it: {why}")))?;
    Ok(HttpResponse::Ok().insert_header((CONTENT_TYPE, HeaderValue::from_static(format.media_type()))).body(body))
}

fn index(query: &str) -> Result<u32, Problem> {
    if query.is_empty() {
        return Ok(0);
    }
    let Some(text) = parameter(query, "index")? else {
        return Ok(0);
    };
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let number = digits.then(|| text.parse().ok()).flatten().filter(|&number| number < VARIANTS);
    number.ok_or_else(|| {
        Problem::invalid(
            "index",
            format!("index is {:?}; allowed is an integer from 0 to {}", shown(&text, MOST_SHOWN), VARIANTS - 1),
        )
    })
}

#[cfg(test)]
mod tests {
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
            assert_eq!(index(query).unwrap(), number, "{query}");
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
            let problem = serde_json::to_value(index(query).expect_err(query)).unwrap();
            assert_eq!((&problem["code"], &problem["field"]), (&"invalid_request".into(), &"index".into()), "{query}");
        }
    }
}
