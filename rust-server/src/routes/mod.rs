//! The handlers, one path's a file; `app.rs` lists the paths.

mod answering;
pub mod decode;
pub mod engines;
pub mod health_check;
pub mod ingests;
pub mod objects;
pub mod plain_text;
pub mod trigger_reqs;
pub mod trigger_sends;

use crate::state::State;
use testbed_contract::{Code, Format, Operation, Problem};
use testbed_engines::Codec;
use testbed_http::{parameter, wrong};
use testbed_objects::{OBJECT_TYPES, ObjectType, Size};

/// The object type that a path names, by number or name, in a format that carries it.
///
/// # Errors
/// `not_found`
fn object_type(format: Format, named: &str) -> Result<ObjectType, Problem> {
    let unknown = || {
        let known: Vec<_> = OBJECT_TYPES.iter().flat_map(|known| known.names).copied().collect();
        Problem::new(Code::NotFound, format!("there is no such object type; known are {}", known.join(", ")))
    };
    let object_type = ObjectType::find(named).ok_or_else(unknown)?;
    object_type.carried(format).map_err(|why| Problem::new(Code::NotFound, why))?;
    Ok(object_type)
}

/// The size that `?size=` names, if any, of a type that comes in sizes.
///
/// # Errors
/// `invalid_request`
fn size(object_type: ObjectType, query: &str) -> Result<Option<Size>, Problem> {
    let Some(text) = parameter(query, "size")? else {
        return Ok(None);
    };
    let size = Size::ALL.into_iter().find(|known| known.name() == text);
    let size = size.ok_or_else(|| wrong("size", &text, &Size::ALL.map(Size::name).join(", ")))?;
    object_type.sized().map_err(|why| Problem::invalid("size", why))?;
    Ok(Some(size))
}

/// Who writes an object for an answer: its format's default engine of operation decode, which must keep its goldens for that.
///
/// # Errors
/// `internal`
fn writer(state: &State, format: Format, object_type: ObjectType) -> Result<&'static dyn Codec, Problem> {
    let codec = state.engines.find(format, Operation::Decode, None).and_then(|engine| engine.codec(object_type));
    codec.ok_or_else(|| not_served("its default engine fails its goldens; GET /engines says how"))
}

fn not_served(why: &str) -> Problem {
    Problem::internal(format!("this object is not served: {why}"))
}
