//! `GET /engines`

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use serde::Serialize;

use crate::state::State;
use testbed_codings::library;
use testbed_contract::{Checks, Coding, Format, Kind, Operation, Problem};
use testbed_engines::CheckedEngine;
use testbed_environment::{Build, cpus};
use testbed_http::{Failed, parameter, wrong};
use testbed_objects::{OBJECT_TYPES, ObjectType, Size};

/// What an answer has at most, bytes, about.
const MOST_BYTES: usize = 1 << 17;

/// The contract's `Engines`.
#[derive(Serialize)]
struct Announced<'a> {
    #[serde(flatten)]
    build: &'a Build,
    cpus: usize,
    engines: Vec<Listed<'a>>,
    object_types: Vec<Known>,
    codings: [ListedCoding; 3],
}

#[derive(Serialize)]
struct Listed<'a> {
    name: &'a str,
    library: &'a str,
    version: &'a str,
    format: Format,
    operation: Operation,
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<Kind>,
    #[serde(skip_serializing_if = "Option::is_none")]
    skipped: Option<&'a str>,
    object_types: Vec<&'a str>,
    default: bool,
    checks: &'a [Checks],
    settings: &'a [&'static str],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    failing: Vec<&'a str>,
}

impl<'a> Listed<'a> {
    /// An engine, and what it does with these object types.
    fn of(engine: &'a CheckedEngine, types: &[ObjectType]) -> Self {
        let known = engine.codecs.iter().map(|codec| codec.object_type()).filter(|known| types.contains(known));
        let failing = |why: &&String| types.iter().any(|known| why.starts_with(&format!("{}: ", known.name)));
        Self {
            name: engine.name,
            library: engine.library,
            version: engine.version,
            format: engine.format,
            operation: engine.operation,
            kind: engine.kind,
            skipped: engine.skipped,
            object_types: known.map(|known| known.name).collect(),
            default: engine.default,
            checks: engine.checks,
            settings: &engine.settings,
            failing: engine.failing.iter().filter(failing).map(String::as_str).collect(),
        }
    }
}

#[derive(Serialize)]
struct ListedCoding {
    name: &'static str,
    library: &'static str,
    version: &'static str,
}

impl From<Coding> for ListedCoding {
    fn from(coding: Coding) -> Self {
        let (library, version) = library(coding);
        Self { name: coding.name(), library, version }
    }
}

#[derive(Serialize)]
struct Known {
    name: &'static str,
    variants: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    excerpt: Option<[&'static str; 3]>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    sizes: Vec<InSize>,
}

#[derive(Serialize)]
struct InSize {
    size: &'static str,
    variants: u32,
}

impl From<&ObjectType> for Known {
    fn from(known: &ObjectType) -> Self {
        let in_size = |size: Size| InSize { size: size.name(), variants: size.variants() };
        let sizes = known.scale.iter().flat_map(|_| Size::ALL.map(in_size)).collect();
        Self { name: known.name, variants: known.variants(None), excerpt: known.excerpt(), sizes }
    }
}

/// Who this server is, and what its engines can do: all of them with every object type, or those of `?format=` with those of `?object_type=`.
///
/// # Errors
/// `invalid_request`
pub async fn engines(state: Data<State>, request: HttpRequest) -> Result<HttpResponse, Failed> {
    let (format, types) = (format(request.query_string())?, types(request.query_string())?);
    let listed = state.engines.all().filter(|engine| format.is_none_or(|format| engine.format == format));
    let engines = listed.map(|engine| Listed::of(engine, &types)).collect();
    let object_types = types.iter().map(Known::from).collect();
    let room = state.unsent.room(MOST_BYTES).await;
    let codings = Coding::ALL.map(ListedCoding::from);
    let announced = Announced { build: &state.build, cpus: cpus(), engines, object_types, codings };
    Ok(room.answer("application/json", serde_json::to_vec(&announced).expect("it has only text and numbers")))
}

fn format(query: &str) -> Result<Option<Format>, Problem> {
    let Some(name) = parameter(query, "format")? else { return Ok(None) };
    let allowed = Format::ALL.map(Format::name).join(", ");
    Format::find(&name).map(Some).ok_or_else(|| wrong("format", &name, &allowed))
}

/// In the order in which the server lists them, whatever that of the query is.
fn types(query: &str) -> Result<Vec<ObjectType>, Problem> {
    let Some(text) = parameter(query, "object_type")? else { return Ok(OBJECT_TYPES.to_vec()) };
    let names: Vec<_> = text.split(',').collect();
    let allowed = || {
        format!("names by commas, of {}", OBJECT_TYPES.iter().map(|known| known.name).collect::<Vec<_>>().join(", "))
    };
    match names.iter().find(|name| !OBJECT_TYPES.iter().any(|known| known.name == **name)) {
        Some(_) => Err(wrong("object_type", &text, &allowed())),
        None => Ok(OBJECT_TYPES.iter().copied().filter(|known| names.contains(&known.name)).collect()),
    }
}
