//! The guard: refuses hostile bodies before a library sees them. The rules are those of `docs/contract/guard.md`, which every server follows.

mod bson;
mod json;
mod xml;

use thiserror::Error;

use crate::format::Format;

/// Levels that may be open at once, in every format.
pub const MAX_DEPTH: usize = 64;

/// Which rule a body breaks, and where.
#[derive(Debug, Error, PartialEq, Eq)]
#[error("{rule} (at byte {at})")]
pub struct Broken {
    rule: &'static str,
    at: usize,
}

/// Checks a whole body.
///
/// # Errors
/// The first rule that it breaks.
pub fn guard(format: Format, body: &[u8]) -> Result<(), Broken> {
    if body.is_empty() {
        return broken("the body is empty", 0);
    }
    match format {
        Format::Json => json::check(body),
        Format::Bson => bson::check(body),
        Format::Xml => xml::check(body),
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
    use crate::objects::{DummyObject, NumericObject, Object};

    #[test]
    fn every_golden_passes_and_an_empty_body_does_not() {
        for format in Format::ALL {
            assert_eq!(guard(format, DummyObject::golden(format)), Ok(()));
            assert_eq!(guard(format, NumericObject::golden(format)), Ok(()));
            assert!(guard(format, b"").is_err());
        }
    }

    #[test]
    fn no_cut_of_a_golden_makes_the_guard_panic() {
        for format in Format::ALL {
            let golden = DummyObject::golden(format);
            for end in 0..golden.len() {
                let _verdict = guard(format, &golden[..end]);
            }
            for at in 0..golden.len() {
                for byte in [0, b'<', b'"', 0x7f, 0xff] {
                    let mut changed = golden.to_vec();
                    changed[at] = byte;
                    let _verdict = guard(format, &changed);
                }
            }
        }
    }
}
