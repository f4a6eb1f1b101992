//! How engines of operation partial read, and what those of encode write, by the names that the contract gives it.

use serde::Serialize;

/// How an engine comes to three fields of an object, or what bytes it makes of one. Places are given within one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Into a type that has the three fields alone, by the library's own binding.
    PartialTyped,
    /// One pass by hand over the library's events, which skips what is not wanted.
    Pull,
    /// By a view or an index of the library over the bytes, which is asked for each field.
    Lazy,
    /// Into a whole document without types, which is asked for each field.
    Tree,
    /// The canonical bytes.
    Canonical,
}

impl Kind {
    /// The contract's name: `partial-typed`, `pull`, `lazy`, `tree`, `canonical`.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::PartialTyped => "partial-typed",
            Kind::Pull => "pull",
            Kind::Lazy => "lazy",
            Kind::Tree => "tree",
            Kind::Canonical => "canonical",
        }
    }
}
