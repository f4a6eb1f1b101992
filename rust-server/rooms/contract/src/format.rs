//! The formats: all that the rooms ask of one stands here, each in a few lines.

use serde::{Serialize, Serializer};

/// By which rules the guard looks at a format's bodies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rules {
    /// It walks a value of JSON.
    Json,
    /// It walks a document of BSON.
    Bson,
    /// It walks an element of XML.
    Xml,
    /// It walks nothing, and accepts just the bodies that it knows: those of variants, byte for byte.
    Known,
}

/// What a format states of itself.
struct Facts {
    name: &'static str,
    lower_case: &'static str,
    path: &'static str,
    media_type: &'static str,
    is_text: bool,
    rules: Rules,
    floor: &'static str,
    pass: &'static str,
}

/// Builds the enumeration of these formats. None is left out that does not state every fact.
macro_rules! formats {
    ($($(#[$says:meta])* $format:ident {
        name: $name:literal,
        lower_case: $lower_case:literal,
        media_type: $media_type:literal,
        is_text: $is_text:literal,
        rules: $rules:ident,
    })+) => {
        /// A format in which objects travel.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Format {
            $($(#[$says])* $format,)+
        }

        impl Format {
            /// Every format, in the contract's order.
            pub const ALL: [Format; [$($name),+].len()] = [$(Format::$format),+];

            const fn facts(self) -> Facts {
                match self {
                    $(Format::$format => Facts {
                        name: $name,
                        lower_case: $lower_case,
                        path: concat!("/", $name, "Object"),
                        media_type: $media_type,
                        is_text: $is_text,
                        rules: Rules::$rules,
                        floor: concat!("floor-", $lower_case),
                        pass: concat!("pass-", $lower_case),
                    },)+
                }
            }
        }
    };
}

formats! {
    /// RFC 8259
    Json {
        name: "JSON",
        lower_case: "json",
        media_type: "application/json",
        is_text: true,
        rules: Json,
    }
    /// bsonspec.org 1.1
    Bson {
        name: "BSON",
        lower_case: "bson",
        media_type: "application/bson",
        is_text: false,
        rules: Bson,
    }
    /// XML 1.0
    Xml {
        name: "XML",
        lower_case: "xml",
        media_type: "application/xml",
        is_text: true,
        rules: Xml,
    }
    /// protobuf.dev, `proto3`
    Protobuf {
        name: "Protobuf",
        lower_case: "protobuf",
        media_type: "application/protobuf",
        is_text: false,
        rules: Known,
    }
    /// msgpack.org
    MessagePack {
        name: "MessagePack",
        lower_case: "messagepack",
        media_type: "application/vnd.msgpack",
        is_text: false,
        rules: Known,
    }
    /// RFC 8949
    Cbor {
        name: "CBOR",
        lower_case: "cbor",
        media_type: "application/cbor",
        is_text: false,
        rules: Known,
    }
    /// avro.apache.org 1.12: the bare datum, for which no media type is registered
    Avro {
        name: "Avro",
        lower_case: "avro",
        media_type: "application/avro",
        is_text: false,
        rules: Known,
    }
}

impl Format {
    /// The contract's name: `JSON`, `Protobuf`.
    pub const fn name(self) -> &'static str {
        self.facts().name
    }

    /// The name in lower case, as fields of a result and files of golden bytes carry it.
    pub const fn lower_case(self) -> &'static str {
        self.facts().lower_case
    }

    /// What a provider's paths begin with: `/JSONObject`.
    pub const fn path(self) -> &'static str {
        self.facts().path
    }

    /// The media type under which providers send it.
    pub const fn media_type(self) -> &'static str {
        self.facts().media_type
    }

    /// Whether every body is UTF-8.
    pub const fn is_text(self) -> bool {
        self.facts().is_text
    }

    /// How the guard looks at its bodies.
    pub const fn rules(self) -> Rules {
        self.facts().rules
    }

    /// The engine that builds objects and parses nothing.
    pub const fn floor(self) -> &'static str {
        self.facts().floor
    }

    /// The engine that reads each byte once and builds nothing.
    pub const fn pass(self) -> &'static str {
        self.facts().pass
    }

    /// The format of this exact name.
    pub fn find(name: &str) -> Option<Format> {
        Format::ALL.into_iter().find(|format| format.name() == name)
    }
}

impl Serialize for Format {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}
