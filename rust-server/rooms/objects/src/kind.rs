//! What an object's fields hold, as its schema says: what the guards must know of a type, and what its variants are made by.

/// A field: its name in every format, and what it holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// The schema's name.
    pub name: &'static str,
    /// What its value is.
    pub kind: Kind,
    /// Whether it must have one.
    pub presence: Presence,
}

/// What a field holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A text of any length.
    Text,
    /// A whole number of 32 bits.
    Int32,
    /// A whole number of 64 bits.
    Int64,
    /// A double.
    Double,
    /// `true` or `false`.
    Boolean,
    /// One of these texts.
    Choice(&'static [&'static str]),
    /// Items of one kind, in order. In XML an absent list is an empty one.
    List(&'static Kind),
    /// Values of one kind, each under a text that the schema does not know.
    Map(&'static Kind),
    /// Fields in the schema's order.
    Record(&'static [Field]),
}

/// What may stand where a field's value is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// Always the value.
    Required,
    /// The value, or no field at all.
    Optional,
    /// The value, or null.
    Nullable,
}

/// Fields as the types' files write them: `"id": Int32`, and `or absent` or `or null` behind a kind that need not be there.
macro_rules! fields {
    ($($name:literal: $kind:tt $(or $nothing:ident)?),+ $(,)?) => {
        &[$($crate::Field {
            name: $name,
            kind: $crate::kind!($kind),
            presence: $crate::presence!($($nothing)?),
        }),+]
    };
}

/// A kind as the types' files write it: `Text`, `(one of Status)`, `[Text]` for a list, `(map of Text)`, `{ "id": Int32 }` for a record.
macro_rules! kind {
    ((one of $choice:ident)) => {
        $crate::Kind::Choice($choice::TEXTS)
    };
    ((map of $value:tt)) => {
        $crate::Kind::Map(&$crate::kind!($value))
    };
    ([$item:tt]) => {
        $crate::Kind::List(&$crate::kind!($item))
    };
    ({ $($fields:tt)+ }) => {
        $crate::Kind::Record($crate::fields!($($fields)+))
    };
    ($scalar:ident) => {
        $crate::Kind::$scalar
    };
}

macro_rules! presence {
    () => {
        $crate::Presence::Required
    };
    (absent) => {
        $crate::Presence::Optional
    };
    (null) => {
        $crate::Presence::Nullable
    };
}

pub(crate) use {fields, kind, presence};

#[cfg(test)]
#[path = "kind_tests.rs"]
mod tests;
