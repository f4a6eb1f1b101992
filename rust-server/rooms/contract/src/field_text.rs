//! What the heads of requests and of answers are made of (docs/contract/http.md).

/// Whether a byte may stand in a name or a method.
#[must_use]
pub fn is_token(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte)
}

/// Whether a byte may stand in a value, a reason or an extension; letters of other alphabets come in
/// any coding.
#[must_use]
pub const fn is_text(byte: u8) -> bool {
    byte == b'\t' || byte >= b' ' && byte != 0x7f
}
