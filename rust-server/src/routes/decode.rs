//! `POST /decode/{format}/{object_type}`

use actix_web::web::{Data, Path, Payload};
use actix_web::{HttpRequest, HttpResponse};

use super::{not_served, object_type, size, writer};
use crate::state::State;
use testbed_contract::{Code, Format, MOST_SHOWN, Operation, Problem, RefusedBy, Rules, shown};
use testbed_engines::{CheckedEngine, known_body};
use testbed_guard::Guard;
use testbed_http::{Cap, Failed, check_plain, parameter, read_body};
use testbed_objects::{ObjectType, Size};

/// Bytes in, the decoded object back as canonical JSON; by an engine of operation partial its excerpt. `?size=` lets it be
/// as large as in a run of that size.
///
/// # Errors
/// `not_found`, `unsupported_media_type`, `invalid_request`, `too_large`, `deserialize_failed`; `internal` where no engine can write JSON.
pub async fn decode(
    state: Data<State>,
    named: Path<(String, String)>,
    request: HttpRequest,
    payload: Payload,
) -> Result<HttpResponse, Failed> {
    let unknown = || {
        Problem::new(
            Code::NotFound,
            format!("there is no such format; known are {}", Format::ALL.map(Format::name).join(", ")),
        )
    };
    let format = Format::find(&named.0).ok_or_else(unknown)?;
    let object_type = object_type(format, &named.1)?;
    check_plain(&request)?;
    let query = request.query_string();
    let size = size(object_type, query)?;
    if size.is_some() && format.rules() == Rules::Known {
        let detail = format!("a body of {} is decoded if it is one without a size; leave size out", format.name());
        return Err(Problem::invalid("size", detail).into());
    }
    let engine = engine(&state, format, parameter(query, "engine")?.as_deref())?;
    let failing = || {
        Problem::invalid(
            "engine",
            format!("engine {} fails its goldens for this type; GET /engines says how", engine.name),
        )
    };
    let codec = engine.codec(object_type).ok_or_else(failing)?;
    // The codec writes the answer by it.
    writer(&state, Format::Json, object_type)?;
    let config = &state.config;
    let bytes = size.map_or(0, Size::most_bytes).max(config.max_object_bytes);
    let variable = "MAX_OBJECT_BYTES, or four times the size that ?size= names";
    let cap = Cap { bytes, variable, time: config.client_timeout };
    // For the body, and as much again for the answer.
    let room = state.unsent.room(2 * bytes).await;
    let body = read_body(&request, payload, cap).await?;
    guard(&state, format, object_type, &body)?
        .check(&body)
        .map_err(|why| Problem::refused(RefusedBy::Guard, format!("the guard refuses the body: {why}")))?;
    let json = codec.to_canonical_json(&body).map_err(|why| refused(engine, &why.to_string()))?;
    Ok(room.answer("application/json", json))
}

/// What looks at a body. Of a format whose bodies it does not walk, it is told the only one that this may be.
fn guard(state: &State, format: Format, object_type: ObjectType, body: &[u8]) -> Result<Guard, Problem> {
    if format.rules() != Rules::Known {
        return Ok(Guard::new(format, object_type));
    }
    let known = known_body(writer(state, format, object_type)?, format, body);
    let known = known.map_err(|why| not_served(&format!("its engine cannot write it: {why}")))?;
    Ok(Guard::knowing(known.into_iter().collect()))
}

/// The engine of this name, whatever its operation; the format's default of decode where there is none.
fn engine<'s>(state: &'s State, format: Format, name: Option<&str>) -> Result<&'s CheckedEngine, Problem> {
    let found = |operation| state.engines.find(format, operation, name);
    let operations = if name.is_some() { &Operation::ALL[..] } else { &[Operation::Decode] };
    operations.iter().copied().find_map(found).map(AsRef::as_ref).ok_or_else(|| {
        let shown = shown(name.unwrap_or_default(), MOST_SHOWN);
        let allowed = Operation::ALL.map(|operation| state.engines.names(format, operation)).concat().join(", ");
        Problem::invalid("engine", format!("engine is {shown:?}; allowed for {} is {allowed}", format.name()))
    })
}

/// The library's words, cut short: they may quote the body, which is the caller's own.
fn refused(engine: &CheckedEngine, why: &str) -> Problem {
    let why = shown(why, 300);
    Problem::refused(RefusedBy::Engine, format!("engine {} refuses the body: {why}", engine.name))
}

#[cfg(test)]
mod tests {
    use testbed_engines::EngineRegistry;

    use super::*;

    /// No body reaches an engine that it refuses, unless guard or engine have a defect.
    #[test]
    fn an_engines_refusal_names_it_and_is_cut_short() {
        let engines = EngineRegistry::checked();
        let engine = engines.find(Format::Json, Operation::Decode, None).unwrap();
        let told = serde_json::to_value(refused(engine, &"long ".repeat(100))).unwrap();
        assert_eq!((&told["code"], &told["refused_by"]), (&"deserialize_failed".into(), &"engine".into()));
        let detail = told["detail"].as_str().unwrap();
        assert!(detail.starts_with("engine serde_json refuses the body: long ") && detail.len() < 400, "{detail}");
    }
}
