//! What a run's window holds: all that is said of an operation is said here.

use serde::{Serialize, Serializer};

/// What goes into a window, or comes out of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operand {
    /// The bytes of an object.
    Bytes,
    /// A whole object.
    Object,
    /// The fields of an object that its type's excerpt has.
    Excerpt,
}

/// What an engine does in the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// Bytes in, the whole object out.
    Decode,
    /// Bytes in, the type's excerpt out.
    Partial,
    /// An object in, its bytes out.
    Encode,
}

/// An operation as one value.
struct Facts {
    name: &'static str,
    /// What it takes; where that is bytes, somebody must provide them.
    takes: Operand,
    /// What it makes, and so what an engine must prove that it makes right.
    makes: Operand,
    /// The field of its windows in a result.
    windows: &'static str,
    /// The field of their sum in a checkpoint; a result puts its format before it.
    windows_sum: &'static str,
    /// What is said of a body, or of an engine that writes, where something else was made.
    mismatch: &'static str,
}

impl Operation {
    /// Every operation, in the contract's order; the first is meant where a request names none.
    pub const ALL: [Operation; 3] = [Operation::Decode, Operation::Partial, Operation::Encode];

    const fn facts(self) -> Facts {
        match self {
            Operation::Decode => Facts {
                name: "decode",
                takes: Operand::Bytes,
                makes: Operand::Object,
                windows: "parse",
                windows_sum: "parsing_time_micro_s",
                mismatch: "decodes to another object",
            },
            Operation::Partial => Facts {
                name: "partial",
                takes: Operand::Bytes,
                makes: Operand::Excerpt,
                windows: "parse",
                windows_sum: "parsing_time_micro_s",
                mismatch: "has another excerpt",
            },
            Operation::Encode => Facts {
                name: "encode",
                takes: Operand::Object,
                makes: Operand::Bytes,
                windows: "encode",
                windows_sum: "encoding_time_micro_s",
                mismatch: "wrote other bytes",
            },
        }
    }

    /// The contract's name: `decode`, `partial`, `encode`.
    pub const fn name(self) -> &'static str {
        self.facts().name
    }

    /// Whether its windows take bodies, which come from a provider or a sender.
    pub const fn needs_bodies(self) -> bool {
        matches!(self.facts().takes, Operand::Bytes)
    }

    /// What comes out of its windows.
    pub const fn makes(self) -> Operand {
        self.facts().makes
    }

    /// The contract's name of its windows: `parse`, `encode`.
    pub const fn windows(self) -> &'static str {
        self.facts().windows
    }

    /// The contract's name of their sum; a result puts its format before it.
    pub const fn windows_sum(self) -> &'static str {
        self.facts().windows_sum
    }

    /// What is said of a body, or of an engine that writes, where something else was made.
    pub const fn mismatch(self) -> &'static str {
        self.facts().mismatch
    }
}

impl Serialize for Operation {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}
