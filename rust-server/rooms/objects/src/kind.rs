//! What an object's fields hold, as its schema says: what the guards must know of a type.

/// A field's name in every format, and what it holds.
pub type Field = (&'static str, Kind);

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
    /// Items of one kind, in order. An absent list is an empty one.
    List(&'static Kind),
    /// Fields in the schema's order. All of them are required but the lists, and none may be null.
    Record(&'static [Field]),
}

/// A kind as the types' files write it: `Text`, `[Text]` for a list, `{ "id": Int32 }` for a record.
macro_rules! kind {
    ([$item:tt]) => {
        $crate::Kind::List(&$crate::kind!($item))
    };
    ({ $($name:literal: $kind:tt),+ $(,)? }) => {
        $crate::Kind::Record(&[$(($name, $crate::kind!($kind))),+])
    };
    ($scalar:ident) => {
        $crate::Kind::$scalar
    };
}

pub(crate) use kind;

#[cfg(test)]
mod tests {
    use std::fmt;
    use std::fs;

    use serde::Deserialize;
    use serde::de::{Deserializer, MapAccess, Visitor};

    use super::{Field, Kind};
    use crate::OBJECT_TYPES;

    /// What the test reads of a schema.
    #[derive(Deserialize)]
    struct Schema {
        r#type: String,
        format: Option<String>,
        items: Option<Box<Schema>>,
        #[serde(default)]
        required: Vec<String>,
        #[serde(default, deserialize_with = "in_order")]
        properties: Vec<(String, Schema)>,
    }

    /// A map's entries in the order of the file, which `serde_json::Map` does not keep.
    fn in_order<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<(String, Schema)>, D::Error> {
        struct Entries;

        impl<'de> Visitor<'de> for Entries {
            type Value = Vec<(String, Schema)>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    entries.push(entry);
                }
                Ok(entries)
            }
        }

        deserializer.deserialize_map(Entries)
    }

    fn assert_same_fields(fields: &[Field], schema: &Schema, place: &str) {
        let names: Vec<_> = fields.iter().map(|field| field.0).collect();
        assert_eq!(
            names,
            schema.properties.iter().map(|field| field.0.as_str()).collect::<Vec<_>>(),
            "{place}, in order"
        );
        let lists = fields.iter().filter(|field| matches!(field.1, Kind::List(_)));
        assert_eq!(schema.required.len(), fields.len() - lists.count(), "{place}: all are required but lists");
        for ((name, kind), (_, of)) in fields.iter().zip(&schema.properties) {
            assert_same(kind, of, &format!("{place}.{name}"));
        }
    }

    fn assert_same(kind: &Kind, schema: &Schema, place: &str) {
        match (kind, schema.r#type.as_str(), schema.format.as_deref()) {
            (Kind::Text, "string", _)
            | (Kind::Boolean, "boolean", None)
            | (Kind::Int32, "integer", Some("int32"))
            | (Kind::Int64, "integer", Some("int64"))
            | (Kind::Double, "number", Some("double")) => {}
            (Kind::List(item), "array", None) => assert_same(item, schema.items.as_ref().unwrap(), place),
            (Kind::Record(fields), "object", None) => assert_same_fields(fields, schema, place),
            (kind, other, format) => panic!("{place} is {kind:?} in the table and {other} {format:?} in the schema"),
        }
    }

    #[test]
    fn every_type_knows_the_fields_of_its_schema_in_order() {
        for object_type in OBJECT_TYPES {
            let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../providers/objects");
            let schema = fs::read_to_string(format!("{folder}/{}.schema.json", object_type.name)).unwrap();
            assert_same_fields(object_type.fields, &serde_json::from_str(&schema).unwrap(), object_type.name);
        }
    }
}
