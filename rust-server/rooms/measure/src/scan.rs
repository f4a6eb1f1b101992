//! The scan: a fixed walk over text that tells what others leave of the core. The canary cannot: its steps wait for each other, and so leave room for a
//! second thread on the same core, while a parser and this walk fill it.

use std::hint::black_box;
use std::time::Instant;

use super::window::nanoseconds;

const GOES: usize = 16;
const BYTES: usize = 1024;
/// What the text is made of, each as often as the others.
const SIGNS: &[u8; 16] = br#"{}[]"",:01239ae "#;

static TEXT: [u8; BYTES] = text();

/// How long 16 walks over the text take now, ns; some tens of microseconds. Takes no memory.
pub fn scan_ns() -> u64 {
    let start = Instant::now();
    for _ in 0..GOES {
        // A compiler that knew the text would know the sum.
        black_box(walk(black_box(&TEXT)));
    }
    nanoseconds(start.elapsed())
}

/// What a parser does with each byte: it looks, and goes one way or another.
fn walk(text: &[u8]) -> u64 {
    let (mut sum, mut quoted) = (0_u64, 0_u64);
    for &sign in text {
        match sign {
            b'"' => {
                quoted ^= 1;
                sum = sum.wrapping_add(3);
            }
            b'{' | b'[' => sum = sum.wrapping_add(5),
            b'}' | b']' => sum = sum.wrapping_add(7),
            b'0'..=b'9' if quoted == 0 => sum = sum.wrapping_mul(10).wrapping_add(u64::from(sign - b'0')),
            _ => sum = sum.wrapping_add(quoted),
        }
    }
    sum
}

/// The signs in an order that no predictor can guess, but the same everywhere.
const fn text() -> [u8; BYTES] {
    let mut text = [0; BYTES];
    let (mut x, mut i) = (1_u64, 0);
    while i < BYTES {
        x = x.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        text[i] = SIGNS[(x >> 60) as usize];
        i += 1;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_server_walks_over_the_same_text_in_the_same_way() {
        assert_eq!(TEXT[..32], *br#",02,900}a]309"]3,11]a 01,91{ e"2"#);
        assert_eq!(walk(&TEXT), 15_097_507_555_440_314_544);
    }

    #[test]
    fn every_byte_is_looked_at() {
        // Four bytes a nanosecond are more than any CPU branches on.
        assert!(scan_ns() > (GOES * BYTES) as u64 / 4, "{} ns", scan_ns());
    }
}
