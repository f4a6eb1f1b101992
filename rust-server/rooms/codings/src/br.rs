//! brotli (RFC 7932) by the crate of that name.

use brotli::enc::{BrotliEncoderParams, StandardAlloc};
use brotli::{BrotliCompress, BrotliDecompressStream, BrotliResult, BrotliState};

use super::{Fault, too_large};

const QUALITY: i32 = 5;
/// The binary logarithm of the window.
const WINDOW: i32 = 22;

pub fn encode(mut body: &[u8]) -> Vec<u8> {
    let params = BrotliEncoderParams { quality: QUALITY, lgwin: WINDOW, ..BrotliEncoderParams::default() };
    let mut coded = Vec::new();
    BrotliCompress(&mut body, &mut coded, &params).expect("a Vec takes every write");
    coded
}

/// The library has no way to use a state again; one is made and dropped for each body.
pub fn decode(coded: &[u8], buffer: &mut [u8]) -> Result<usize, Fault> {
    // `new` would take streams of large windows too, whose memory nothing bounds: up to 1 GiB.
    let mut state =
        BrotliState::new_strict(StandardAlloc::default(), StandardAlloc::default(), StandardAlloc::default());
    let (mut left, mut read) = (coded.len(), 0);
    let (mut room, mut written) = (buffer.len(), 0);
    let result =
        BrotliDecompressStream(&mut left, &mut read, coded, &mut room, &mut written, buffer, &mut 0, &mut state);
    match result {
        _ if written == buffer.len() => Err(too_large(buffer)),
        BrotliResult::ResultSuccess if read == coded.len() => Ok(written),
        BrotliResult::ResultSuccess => Err(Fault::broken(format!("more bytes follow its end at byte {read}"))),
        BrotliResult::NeedsMoreInput => Err(Fault::broken("it is cut")),
        BrotliResult::NeedsMoreOutput => Err(too_large(buffer)),
        BrotliResult::ResultFailure => Err(Fault::broken(format!("its data are wrong, at byte {read} or before"))),
    }
}
