//! The guard: refuses hostile bodies before a library sees them. The rules are those of `docs/contract/guard.md`, which every server follows.

#![cfg_attr(test, allow(clippy::unwrap_used))]

mod bson;
mod class;
mod json;
mod number;
mod xml;
mod xml_text;

use thiserror::Error;

use testbed_contract::Format;
use testbed_objects::ObjectType;

/// Levels that may be open at once, in every format.
pub const MAX_DEPTH: usize = 64;

/// Which rule a body breaks, and where.
#[derive(Debug, Error, PartialEq, Eq)]
#[error("{rule} (at byte {at})")]
pub struct Broken {
    rule: &'static str,
    at: usize,
}

/// Checks a whole body of an object of this type.
///
/// # Errors
/// The first rule that it breaks.
pub fn guard(format: Format, object_type: ObjectType, body: &[u8]) -> Result<(), Broken> {
    if body.is_empty() {
        return broken("the body is empty", 0);
    }
    match format {
        Format::Json => json::check(body),
        Format::Bson => bson::check(object_type, body),
        Format::Xml => xml::check(object_type, body),
    }
}

fn broken<T>(rule: &'static str, at: usize) -> Result<T, Broken> {
    Err(Broken { rule, at })
}

/// What JSON and XML share: UTF-8 throughout, and no byte order mark.
fn check_text(body: &[u8]) -> Result<(), Broken> {
    if let Err(why) = std::str::from_utf8(body) {
        return broken("the body is not UTF-8", why.valid_up_to());
    }
    if body.starts_with(b"\xef\xbb\xbf") { broken("the body begins with a byte order mark", 0) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use testbed_objects::OBJECT_TYPES;

    /// Every cut of the golden, and every byte of it replaced by some that mean something.
    fn survives_damage(format: Format, object_type: ObjectType) {
        let golden = object_type.golden(format);
        for end in 0..golden.len() {
            assert!(
                guard(format, object_type, &golden[..end]).is_err() || format == Format::Json,
                "{format:?} cut at {end}"
            );
        }
        for at in 0..golden.len() {
            for byte in [0, b'<', b'>', b'&', b'"', b'\\', b'{', b'/', 0x7f, 0xef, 0xff] {
                let mut changed = golden.to_vec();
                changed[at] = byte;
                let _verdict = guard(format, object_type, &changed);
            }
        }
    }

    /// Every format with every object type that it carries.
    fn everywhere(check: impl Fn(Format, ObjectType)) {
        for format in Format::ALL {
            for known in OBJECT_TYPES.iter().filter(|known| known.carried(format).is_ok()) {
                check(format, *known);
            }
        }
    }

    #[test]
    fn an_empty_body_is_refused() {
        everywhere(|format, object_type| assert!(guard(format, object_type, b"").is_err()));
    }

    #[test]
    fn no_damage_to_a_golden_makes_the_guard_panic() {
        everywhere(survives_damage);
    }
}
