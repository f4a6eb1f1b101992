//! Round trips, and each rule that refuses a body.

use ::zstd::zstd_safe::{CCtx, CParameter};
use brotli::enc::BrotliEncoderParams;

use super::*;

const MOST: usize = 65_536;

fn decoded(coding: Coding, coded: &[u8]) -> Result<Vec<u8>, Fault> {
    Decoder::new(coding, MOST).decode(coded).map(<[u8]>::to_vec)
}

/// Why a body is refused.
fn why(coding: Coding, coded: &[u8]) -> String {
    match decoded(coding, coded) {
        Err(Fault::Broken(why)) => why,
        other => panic!("{other:?} of {coded:02x?}"),
    }
}

fn json() -> Vec<u8> {
    br#"{"name":"Smith","age":29,"tags":["a","b","a","b"]},"#.repeat(20)
}

/// Bytes that no coding makes less of.
fn noise(length: usize) -> Vec<u8> {
    let mut state = 1_u32;
    let next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        state.to_be_bytes()[0]
    };
    std::iter::repeat_with(next).take(length).collect()
}

#[test]
fn what_was_encoded_is_decoded_whatever_came_before() {
    for coding in Coding::ALL {
        let mut decoder = Decoder::new(coding, MOST);
        for body in [vec![], b"a".to_vec(), json(), noise(MOST), vec![0; MOST]] {
            let coded = encode(coding, &body);
            assert!(decoder.decode(&coded[..coded.len() - 1]).is_err(), "{coding:?}");
            assert_eq!(decoder.decode(&coded).unwrap(), body, "{coding:?}");
        }
        assert!(encode(coding, &json()).len() < json().len() / 5, "{coding:?} compresses");
    }
}

#[test]
fn a_body_is_one_whole_member_and_nothing_else() {
    for coding in Coding::ALL {
        let coded = encode(coding, &json());
        for length in 0..coded.len() {
            why(coding, &coded[..length]);
        }
        for behind in [&b"\0"[..], &coded, &encode(coding, b"")] {
            let end = format!("more bytes follow its end at byte {}", coded.len());
            assert_eq!(why(coding, &[&coded, behind].concat()), end, "{coding:?}");
        }
        why(coding, &json());
    }
}

#[test]
fn a_byte_more_than_is_allowed_is_too_large() {
    for coding in Coding::ALL {
        for body in [noise(MOST + 1), vec![0; MOST + 1], vec![0; 10 * MOST]] {
            let coded = encode(coding, &body);
            assert_eq!(decoded(coding, &coded), Err(Fault::TooLarge(MOST)), "{coding:?}");
        }
    }
    let mut unsaid = CCtx::create();
    unsaid.set_parameter(CParameter::ContentSizeFlag(false)).unwrap();
    let mut coded = Vec::with_capacity(2 * MOST);
    unsaid.compress2(&mut coded, &noise(MOST + 1)).unwrap();
    assert_eq!(decoded(Coding::Zstd, &coded), Err(Fault::TooLarge(MOST)), "a frame that does not say its size");
}

#[test]
fn gzip_has_a_plain_header_and_a_right_trailer() {
    let coded = encode(Coding::Gzip, &json());
    assert_eq!(coded[..10], [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
    let but = |at: usize, byte: u8| {
        let mut coded = coded.clone();
        coded[at] ^= byte;
        coded
    };
    for free in 4..10 {
        assert_eq!(decoded(Coding::Gzip, &but(free, 0x55)).unwrap(), json(), "byte {free}");
    }
    let end = coded.len();
    for (at, byte, rule) in [
        (0, 1, "it does not begin with a header".to_owned()),
        (2, 1, "its method at byte 2 is not deflate".to_owned()),
        (3, 0x08, "its flags at byte 3 are not 0".to_owned()),
        (3, 0x80, "its flags at byte 3 are not 0".to_owned()),
        (10, 0x06, "its data are not what deflate writes".to_owned()),
        (end - 8, 1, format!("its checksum at byte {} is wrong", end - 8)),
        (end - 1, 1, format!("its length at byte {} is wrong", end - 4)),
    ] {
        assert_eq!(why(Coding::Gzip, &but(at, byte)), rule);
    }
}

/// A frame of one raw block; `header` is what comes between descriptor and block.
fn frame(descriptor: u8, header: &[u8], content: &[u8]) -> Vec<u8> {
    let block = (1 | u32::try_from(content.len()).unwrap() << 3).to_le_bytes();
    [&[0x28, 0xb5, 0x2f, 0xfd, descriptor], header, &block[..3], content].concat()
}

#[test]
fn zstd_has_one_frame_without_a_dictionary_and_a_window_that_http_allows() {
    for good in [frame(0x20, &[2], b"hi"), frame(0, &[0x68], b"hi")] {
        assert_eq!(decoded(Coding::Zstd, &good).unwrap(), b"hi", "{good:02x?}");
    }
    let skippable = [&[0x50, 0x2a, 0x4d, 0x18, 2, 0, 0, 0][..], b"hi"].concat();
    for (body, rule) in [
        (skippable.clone(), "it does not begin with a frame's header"),
        ([frame(0x20, &[2], b"hi"), skippable.clone()].concat(), "more bytes follow its end at byte 11"),
        ([skippable, frame(0x20, &[2], b"hi")].concat(), "it does not begin with a frame's header"),
        (frame(0x28, &[2], b"hi"), "a reserved bit at byte 4 is set"),
        (frame(0x21, &[7, 2], b"hi"), "it needs a dictionary, by byte 4"),
        (frame(0, &[0x69], b"hi"), "its window of 9437184 bytes is larger than 8388608"),
        (frame(0, &[0x70], b"hi"), "its window of 16777216 bytes is larger than 8388608"),
    ] {
        assert_eq!(why(Coding::Zstd, &body), rule);
    }
    assert!(why(Coding::Zstd, &frame(0x20, &[3], b"hi")).starts_with("its library refuses it ("), "it says 3 bytes");
}

#[test]
fn of_a_zstd_frame_in_one_segment_the_content_is_the_window() {
    let stated = |bytes: u32| frame(0xa0, &bytes.to_le_bytes(), b"hi");
    assert_eq!(decoded(Coding::Zstd, &stated(1 << 20)), Err(Fault::TooLarge(MOST)), "nothing else is looked at");
    assert_eq!(decoded(Coding::Zstd, &stated(9 << 20)), Err(Fault::TooLarge(MOST)), "whatever its window");
    let roomy = Decoder::new(Coding::Zstd, 16 << 20).decode(&stated(9 << 20)).unwrap_err().to_string();
    assert_eq!(roomy, "its window of 9437184 bytes is larger than 8388608");
}

#[test]
fn a_zstd_frames_checksum_is_checked_where_there_is_one() {
    let mut context = CCtx::create();
    context.set_parameter(CParameter::ChecksumFlag(true)).unwrap();
    let mut coded = Vec::with_capacity(MOST);
    context.compress2(&mut coded, &json()).unwrap();
    assert_eq!(decoded(Coding::Zstd, &coded).unwrap(), json());
    *coded.last_mut().unwrap() ^= 1;
    assert!(why(Coding::Zstd, &coded).contains("checksum"));
    assert!(encode(Coding::Zstd, &json()).len() + 4 <= coded.len(), "a provider writes none");
}

#[test]
fn a_brotli_stream_of_a_large_window_is_refused() {
    for (lgwin, is_large) in [(24, false), (26, true)] {
        let params = BrotliEncoderParams { lgwin, large_window: is_large, ..BrotliEncoderParams::default() };
        let mut coded = Vec::new();
        brotli::BrotliCompress(&mut &json()[..], &mut coded, &params).unwrap();
        match decoded(Coding::Br, &coded) {
            Ok(body) => assert!(!is_large && body == json()),
            Err(refused) => assert!(is_large && refused.to_string().starts_with("its data are wrong"), "{refused}"),
        }
    }
}
