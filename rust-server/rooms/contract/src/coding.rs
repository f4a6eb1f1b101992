//! How bodies are compressed on their way, by the names that the contract gives it.

use serde::{Serialize, Serializer};

/// A content coding of HTTP. A body that comes as it is has none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coding {
    /// RFC 1952: deflate, in one member.
    Gzip,
    /// RFC 8878, in one frame.
    Zstd,
    /// RFC 7932: brotli.
    Br,
}

impl Coding {
    /// Every coding, in the contract's order.
    pub const ALL: [Coding; 3] = [Coding::Gzip, Coding::Zstd, Coding::Br];

    /// The contract's name, which is the token of HTTP: `gzip`, `zstd`, `br`.
    pub const fn name(self) -> &'static str {
        match self {
            Coding::Gzip => "gzip",
            Coding::Zstd => "zstd",
            Coding::Br => "br",
        }
    }

    /// The one that a field's whole value names, in whatever case; none for a list, a weight, or `identity`.
    pub fn of_field(value: &[u8]) -> Option<Coding> {
        Coding::ALL.into_iter().find(|coding| value.trim_ascii().eq_ignore_ascii_case(coding.name().as_bytes()))
    }
}

impl Serialize for Coding {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}
