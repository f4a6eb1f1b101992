//! zstd (RFC 8878) by its reference library. What a frame says of itself is read here, before the library sees it.

use ::zstd::zstd_safe::zstd_sys::ZSTD_ErrorCode;
use ::zstd::zstd_safe::{
    CCtx, CParameter, DCtx, compress_bound, find_frame_compressed_size, get_error_name, get_frame_content_size,
};

use super::{Fault, too_large};

const LEVEL: i32 = 3;
/// The largest window that HTTP allows (RFC 9659), bytes.
const MOST_WINDOW: u64 = 8 << 20;

pub fn encode(body: &[u8]) -> Vec<u8> {
    let mut context = CCtx::create();
    for parameter in [
        CParameter::CompressionLevel(LEVEL),
        CParameter::ContentSizeFlag(true),
        CParameter::ChecksumFlag(false),
        CParameter::DictIdFlag(false),
    ] {
        context.set_parameter(parameter).expect("every version knows them");
    }
    let mut coded = Vec::with_capacity(compress_bound(body.len()));
    context.compress2(&mut coded, body).expect("there is room for what does not get smaller");
    coded
}

/// The library's context, used again for each body.
pub struct Context(DCtx<'static>);

impl Context {
    pub fn new() -> Self {
        Self(DCtx::create())
    }

    pub fn decode(&mut self, coded: &[u8], buffer: &mut [u8]) -> Result<usize, Fault> {
        check_header(coded, buffer)?;
        let end = find_frame_compressed_size(coded).map_err(|why| broken("it is cut, or its blocks are wrong", why))?;
        if end < coded.len() {
            return Err(Fault::broken(format!("more bytes follow its end at byte {end}")));
        }
        // Decodes one frame from its beginning, whatever was before.
        match self.0.decompress(buffer, coded) {
            Ok(written) if written == buffer.len() => Err(too_large(buffer)),
            Ok(written) => Ok(written),
            Err(why) if why == NO_ROOM => Err(too_large(buffer)),
            Err(why) => Err(broken("its library refuses it", why)),
        }
    }
}

/// What the library answers where a body is longer than the buffer.
const NO_ROOM: usize = 0_usize.wrapping_sub(ZSTD_ErrorCode::ZSTD_error_dstSize_tooSmall as usize);

fn broken(what: &str, why: usize) -> Fault {
    Fault::broken(format!("{what} ({})", get_error_name(why)))
}

/// Checks what the frame's header asks for, before any memory depends on it.
fn check_header(coded: &[u8], buffer: &[u8]) -> Result<(), Fault> {
    let [0x28, 0xb5, 0x2f, 0xfd, descriptor, next, ..] = *coded else {
        return Err(Fault::broken("it does not begin with a frame's header"));
    };
    if descriptor & 0b1000 != 0 {
        return Err(Fault::broken("a reserved bit at byte 4 is set"));
    }
    if descriptor & 0b11 != 0 {
        return Err(Fault::broken("it needs a dictionary, by byte 4"));
    }
    let content = get_frame_content_size(coded).map_err(|_| Fault::broken("it is cut in its header"))?;
    if content.is_some_and(|content| content >= buffer.len() as u64) {
        return Err(too_large(buffer));
    }
    let is_single = descriptor & 0b10_0000 != 0;
    let window = if is_single { content.unwrap_or(0) } else { window(next) };
    if window > MOST_WINDOW {
        return Err(Fault::broken(format!("its window of {window} bytes is larger than {MOST_WINDOW}")));
    }
    Ok(())
}

/// The size that a window descriptor states, bytes.
fn window(descriptor: u8) -> u64 {
    let base = 1_u64 << (10 + (descriptor >> 3));
    base + base / 8 * u64::from(descriptor & 0b111)
}
