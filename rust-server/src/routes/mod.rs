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
use testbed_objects::{OBJECT_TYPES, ObjectType};

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

/// Who writes an object for an answer: its format's default engine of operation decode, which must keep its goldens for that.
///
/// # Errors
/// `internal`
fn writer(state: &State, format: Format, object_type: ObjectType) -> Result<&dyn Codec, Problem> {
    let codec = state.engines.find(format, Operation::Decode, None).and_then(|engine| engine.codec(object_type));
    codec.ok_or_else(|| not_served("its default engine fails its goldens; GET /engines says how"))
}

fn not_served(why: &str) -> Problem {
    Problem::new(Code::Internal, format!("this object is not served: {why}"))
}
