//! The formats, by the names that the contract gives them.

use serde::Serialize;

/// A format in which objects travel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Format {
    /// RFC 8259
    Json,
    /// bsonspec.org 1.1
    Bson,
    /// XML 1.0
    Xml,
}

impl Format {
    /// Every format, in the contract's order.
    pub const ALL: [Format; 3] = [Format::Json, Format::Bson, Format::Xml];

    /// The contract's name: `JSON`, `BSON`, `XML`.
    pub const fn name(self) -> &'static str {
        match self {
            Format::Json => "JSON",
            Format::Bson => "BSON",
            Format::Xml => "XML",
        }
    }

    /// The name in lower case, as fields of a result carry it.
    pub const fn lower_case(self) -> &'static str {
        match self {
            Format::Json => "json",
            Format::Bson => "bson",
            Format::Xml => "xml",
        }
    }

    /// The media type under which providers send it.
    pub const fn media_type(self) -> &'static str {
        match self {
            Format::Json => "application/json",
            Format::Bson => "application/bson",
            Format::Xml => "application/xml",
        }
    }

    /// The format of this exact name.
    pub fn find(name: &str) -> Option<Format> {
        Format::ALL.into_iter().find(|format| format.name() == name)
    }
}
