//! The sizes that objects of a type come in, where its schema says by which field they grow.

/// What an object has in JSON, about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// 1,024 bytes.
    KiB1,
    /// 16,384 bytes.
    KiB16,
    /// 65,536 bytes.
    KiB64,
    /// 262,144 bytes.
    KiB256,
}

/// What the variants of a size have in JSON together, at most. No format takes over four times as much.
const TOGETHER: usize = 1 << 23;

impl Size {
    /// From the smallest.
    pub const ALL: [Self; 4] = [Self::KiB1, Self::KiB16, Self::KiB64, Self::KiB256];

    /// As requests name it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::KiB1 => "1KiB",
            Self::KiB16 => "16KiB",
            Self::KiB64 => "64KiB",
            Self::KiB256 => "256KiB",
        }
    }

    /// What its canonical object has in JSON, about.
    pub const fn bytes(self) -> usize {
        match self {
            Self::KiB1 => 1 << 10,
            Self::KiB16 => 1 << 14,
            Self::KiB64 => 1 << 16,
            Self::KiB256 => 1 << 18,
        }
    }

    /// What a body of it may have in any format: the generator refuses a type that takes more.
    pub const fn most_bytes(self) -> usize {
        4 * self.bytes()
    }

    /// How many variants a type has of it.
    #[allow(clippy::cast_possible_truncation, reason = "1,024 at most")]
    pub fn variants(self) -> u32 {
        (TOGETHER / self.bytes()).min(super::VARIANTS as usize) as u32
    }
}

/// The field by which the objects of a type grow.
#[derive(Clone, Copy, Debug)]
pub struct Scale {
    /// A list or a text of the type's own record.
    pub field: &'static str,
    /// How long it is in the canonical object of each of `Size::ALL`.
    pub lengths: [usize; Size::ALL.len()],
}
