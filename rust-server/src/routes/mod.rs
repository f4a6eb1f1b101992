//! The handlers, one path's a file; `app.rs` lists the paths.

pub mod decode;
pub mod engines;
pub mod health_check;
pub mod objects;
pub mod trigger_reqs;

mod body;

use crate::engines::Codec;
use crate::format::Format;
use crate::objects::{OBJECT_TYPES, ObjectType};
use crate::problem::{Code, Problem};
use crate::state::State;

/// The object type that a path names, by number or name.
fn object_type(named: &str) -> Result<ObjectType, Problem> {
    ObjectType::find(named).ok_or_else(|| {
        let known: Vec<_> = OBJECT_TYPES.iter().flat_map(|known| [known.number, known.name]).collect();
        Problem::new(Code::NotFound, format!("there is no such object type; known are {}", known.join(", ")))
    })
}

/// Who writes an object for an answer: its format's default engine, which must keep its goldens for that.
///
/// # Errors
/// `internal`
fn writer(state: &State, format: Format, object_type: ObjectType) -> Result<&dyn Codec, Problem> {
    let codec = state.engines.find(format, None).and_then(|engine| engine.codec(object_type));
    codec.ok_or_else(|| not_served("its default engine fails its goldens; GET /engines says how"))
}

fn not_served(why: &str) -> Problem {
    Problem::new(Code::Internal, format!("this object is not served: {why}"))
}

/// The values of a query's parameter, decoded.
fn parameter(query: &str, name: &str) -> Result<Option<String>, Problem> {
    let unreadable = |_| Problem::invalid(name, format!("the query cannot be read; allowed is {name}=value"));
    let pairs = actix_web::web::Query::<Vec<(String, String)>>::from_query(query).map_err(unreadable)?;
    let mut values = pairs.into_inner().into_iter().filter(|(key, _)| key == name).map(|(_, value)| value);
    match (values.next(), values.next()) {
        (_, Some(_)) => Err(Problem::invalid(name, format!("{name} is repeated; allowed is once"))),
        (value, None) => Ok(value),
    }
}

#[cfg(test)]
mod tests;
