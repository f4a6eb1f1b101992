//! The content codings of bodies: a file each, with its library and its rules. A provider encodes whole bodies, a run
//! decodes them into a buffer of its own.
//!
//! A coded body is one whole member of its coding with nothing behind it, or it is refused. What it decodes to is bounded
//! by the run, whatever it says of itself.

#![cfg_attr(test, allow(clippy::unwrap_used))]

mod br;
mod gzip;
mod zstd;

use thiserror::Error;

use testbed_contract::Coding;
use testbed_environment::locked_version;

/// Why a coded body is not decoded.
#[derive(Debug, PartialEq, Eq, Error)]
pub enum Fault {
    /// It breaks this rule of its coding, or of the contract.
    #[error("{0}")]
    Broken(String),
    /// It decodes to more bytes than these, or says so.
    #[error("it decodes to more than {0} bytes")]
    TooLarge(usize),
}

impl Fault {
    fn broken(why: impl Into<String>) -> Self {
        Fault::Broken(why.into())
    }
}

/// What decodes the bodies of a run, one after the other.
pub struct Decoder {
    context: Context,
    /// A byte longer than what is allowed: who fills it is too large.
    buffer: Vec<u8>,
}

/// What a library keeps between two bodies.
enum Context {
    Gzip(gzip::Context),
    Zstd(zstd::Context),
    /// Its library makes one for each stream.
    Br,
}

impl Decoder {
    /// Takes all memory that does not depend on bodies, for such that decode to so many bytes at most.
    pub fn new(coding: Coding, most: usize) -> Self {
        let context = match coding {
            Coding::Gzip => Context::Gzip(gzip::Context::new()),
            Coding::Zstd => Context::Zstd(zstd::Context::new()),
            Coding::Br => Context::Br,
        };
        Self { context, buffer: vec![0; most + 1] }
    }

    /// Decodes a whole body: all that the decoding window holds.
    ///
    /// # Errors
    /// The first rule that the body breaks.
    pub fn decode(&mut self, coded: &[u8]) -> Result<&[u8], Fault> {
        let buffer = &mut self.buffer[..];
        let length = match &mut self.context {
            Context::Gzip(context) => context.decode(coded, buffer),
            Context::Zstd(context) => context.decode(coded, buffer),
            Context::Br => br::decode(coded, buffer),
        };
        Ok(&self.buffer[..length?])
    }
}

/// What a buffer of this length, full to the last byte, means.
const fn too_large(buffer: &[u8]) -> Fault {
    Fault::TooLarge(buffer.len() - 1)
}

/// A whole body in a coding, at the level that the contract states.
pub fn encode(coding: Coding, body: &[u8]) -> Vec<u8> {
    match coding {
        Coding::Gzip => gzip::encode(body),
        Coding::Zstd => zstd::encode(body),
        Coding::Br => br::encode(body),
    }
}

/// The library of a coding, and its version.
pub fn library(coding: Coding) -> (&'static str, &'static str) {
    let name = match coding {
        Coding::Gzip => "flate2",
        Coding::Zstd => "zstd",
        Coding::Br => "brotli",
    };
    (name, locked_version(name).expect("this room's Cargo.toml names it"))
}

#[cfg(test)]
mod tests;
