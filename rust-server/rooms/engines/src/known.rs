//! What the guard knows of a format whose bodies it does not walk: the bodies of variants as this server writes them, each held to the digests that are
//! published.

use sha2::{Digest, Sha256};
use thiserror::Error;

use super::{Codec, Refusal};
use testbed_contract::Format;
use testbed_objects::Size;

/// What the bodies of a run may be together, bytes.
const MOST: usize = 32 << 20;

/// Of a size the digest is published of so many bodies, joined.
const JOINED: u32 = 8;

/// Why the bodies of variants are not known.
#[derive(Debug, Error)]
pub enum Unknown {
    /// The variants are too many.
    #[error("the bodies of {0} variants of {1} are larger than {MOST} bytes together; ask for fewer variants")]
    TooLarge(u32, &'static str),
    /// The writer has a defect.
    #[error("this server writes other bytes of {0} than providers/golden has the digest of")]
    Others(String),
    /// The writer refuses.
    #[error("an object cannot be written: {0}")]
    Unwritten(#[from] Refusal),
}

/// The bodies of the first so many variants, of a size or the type's own.
///
/// # Errors
/// Why they are not known.
pub fn known_bodies(
    codec: &dyn Codec,
    format: Format,
    size: Option<Size>,
    variants: u32,
) -> Result<Vec<Vec<u8>>, Unknown> {
    let object_type = codec.object_type();
    let (mut bodies, mut bytes) = (Vec::new(), 0);
    for index in 0..variants.max(size.map_or(0, |_| JOINED)) {
        let body = codec.encode(size, index)?;
        bytes += body.len();
        if bytes > MOST {
            return Err(Unknown::TooLarge(variants, object_type.name));
        }
        bodies.push(body);
    }
    if let Some(size) = size {
        let what = || format!("{} of {}", object_type.name, size.name());
        held(object_type.digest_of_size(format, size), &bodies[..JOINED as usize].concat(), what)?;
    } else {
        let mut published = object_type.digests(format);
        for (index, body) in bodies.iter().enumerate() {
            held(published.next(), body, || format!("variant {index} of {}", object_type.name))?;
        }
    }
    bodies.truncate(variants as usize);
    Ok(bodies)
}

fn held(published: Option<&str>, body: &[u8], what: impl FnOnce() -> String) -> Result<(), Unknown> {
    if published == Some(&digest(body)) { Ok(()) } else { Err(Unknown::Others(what())) }
}

/// The body of the type's own variant whose published digest is that of these bytes, if there is one: written now.
///
/// # Errors
/// The writer's.
pub fn known_body(codec: &dyn Codec, format: Format, bytes: &[u8]) -> Result<Option<Vec<u8>>, Refusal> {
    let digest = digest(bytes);
    let index = codec.object_type().digests(format).position(|published| published == digest);
    index.and_then(|index| u32::try_from(index).ok()).map(|index| codec.encode(None, index)).transpose()
}

fn digest(bytes: &[u8]) -> String {
    hex::encode(Sha256::digest(bytes))
}
