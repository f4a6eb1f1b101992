//! `GET /engines`

use actix_web::HttpResponse;
use actix_web::web::Data;
use serde::Serialize;

use crate::state::State;
use testbed_contract::{Checks, Format, Kind, Operation};
use testbed_engines::CheckedEngine;
use testbed_environment::{Build, cpus};
use testbed_objects::{OBJECT_TYPES, ObjectType, Size};

/// The contract's `Engines`.
#[derive(Serialize)]
struct Announced<'a> {
    #[serde(flatten)]
    build: &'a Build,
    cpus: usize,
    engines: Vec<Listed<'a>>,
    object_types: Vec<Known>,
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
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    failing: &'a [String],
}

impl<'a> From<&'a CheckedEngine> for Listed<'a> {
    fn from(engine: &'a CheckedEngine) -> Self {
        Self {
            name: engine.name,
            library: engine.library,
            version: engine.version,
            format: engine.format,
            operation: engine.operation,
            kind: engine.kind,
            skipped: engine.skipped,
            object_types: engine.codecs.iter().map(|codec| codec.object_type().name).collect(),
            default: engine.default,
            checks: engine.checks,
            settings: &engine.settings,
            failing: &engine.failing,
        }
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

/// Who this server is, and what its engines can do.
pub async fn engines(state: Data<State>) -> HttpResponse {
    let engines = state.engines.all().map(Listed::from).collect();
    let object_types = OBJECT_TYPES.iter().map(Known::from).collect();
    HttpResponse::Ok().json(Announced { build: &state.build, cpus: cpus(), engines, object_types })
}
