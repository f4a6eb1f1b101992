//! The tables of fields, held against the schemas that they were made from.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::marker::PhantomData;

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::Value;

use super::{Field, Kind, Presence};
use crate::OBJECT_TYPES;

/// What the test reads of a schema.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Schema {
    r#type: OneOrMore,
    format: Option<String>,
    r#enum: Vec<Value>,
    items: Option<Box<Schema>>,
    #[serde(rename = "additionalProperties")]
    additional: Option<Additional>,
    required: Vec<String>,
    properties: Entries<Schema>,
    #[serde(rename = "$ref")]
    reference: Option<String>,
    #[serde(rename = "$defs")]
    definitions: BTreeMap<String, Schema>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum OneOrMore {
    One(String),
    More([String; 2]),
}

/// A reference has none.
impl Default for OneOrMore {
    fn default() -> Self {
        Self::One(String::new())
    }
}

/// `false` for a record, the schema of the values for a map.
#[derive(Deserialize)]
#[serde(untagged)]
enum Additional {
    Allowed(bool),
    Values(Box<Schema>),
}

/// A map's entries in the order of the file, which `serde_json::Map` does not keep.
struct Entries<T>(Vec<(String, T)>);

impl<T> Default for Entries<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Entries<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct InOrder<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for InOrder<T> {
            type Value = Entries<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    entries.push(entry);
                }
                Ok(Entries(entries))
            }
        }

        deserializer.deserialize_map(InOrder(PhantomData))
    }
}

/// A schema's own definitions, to which its references are.
struct Definitions<'a>(&'a BTreeMap<String, Schema>);

impl<'a> Definitions<'a> {
    fn resolved(&self, schema: &'a Schema) -> &'a Schema {
        let name = schema.reference.as_ref().map(|reference| reference.strip_prefix("#/$defs/").unwrap());
        name.map_or(schema, |name| &self.0[name])
    }

    fn assert_same_fields(&self, fields: &[Field], schema: &'a Schema, place: &str) {
        let names: Vec<_> = fields.iter().map(|field| field.name).collect();
        let written: Vec<_> = schema.properties.0.iter().map(|property| property.0.as_str()).collect();
        assert_eq!(names, written, "{place}, in order");
        for (field, (name, of)) in fields.iter().zip(&schema.properties.0) {
            let (place, of) = (format!("{place}.{name}"), self.resolved(of));
            let null = matches!(&of.r#type, OneOrMore::More(types) if types[1] == "null");
            let presence = match (schema.required.contains(name), null) {
                (true, true) => Presence::Nullable,
                (true, false) => Presence::Required,
                // XML alone cannot tell an absent one from an empty one.
                (false, false) if matches!(field.kind, Kind::List(_)) => Presence::Required,
                (false, false) => Presence::Optional,
                (false, true) => panic!("{place} may be absent and may be null"),
            };
            assert_eq!(field.presence, presence, "{place}");
            self.assert_same(&field.kind, of, &place);
        }
    }

    fn assert_same(&self, kind: &Kind, schema: &'a Schema, place: &str) {
        let schema = self.resolved(schema);
        let (OneOrMore::One(written) | OneOrMore::More([written, _])) = &schema.r#type;
        match (kind, written.as_str(), schema.format.as_deref()) {
            (Kind::Choice(texts), "string", None) => {
                let written: Vec<_> = schema.r#enum.iter().filter_map(Value::as_str).collect();
                assert_eq!(*texts, written, "{place}, in order");
            }
            (Kind::Text, "string", _) => assert_eq!(schema.r#enum, Vec::<Value>::new(), "{place}"),
            (Kind::Boolean, "boolean", None)
            | (Kind::Int32, "integer", Some("int32"))
            | (Kind::Int64, "integer", Some("int64"))
            | (Kind::Double, "number", Some("double")) => {}
            (Kind::List(item), "array", None) => self.assert_same(item, schema.items.as_ref().unwrap(), place),
            (Kind::Map(value), "object", None) => match &schema.additional {
                Some(Additional::Values(of)) => self.assert_same(value, of, place),
                _ => panic!("{place} is a map in the table, and no values are in the schema"),
            },
            (Kind::Record(fields), "object", None) => {
                assert!(matches!(schema.additional, Some(Additional::Allowed(false))), "{place} is no record");
                self.assert_same_fields(fields, schema, place);
            }
            (kind, other, format) => panic!("{place} is {kind:?} in the table and {other} {format:?} in the schema"),
        }
    }
}

#[test]
fn every_type_knows_the_fields_of_its_schema_in_order() {
    for object_type in OBJECT_TYPES {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../providers/objects");
        let schema = fs::read_to_string(format!("{folder}/{}.schema.json", object_type.name)).unwrap();
        let schema: Schema = serde_json::from_str(&schema).unwrap();
        Definitions(&schema.definitions).assert_same_fields(object_type.fields, &schema, object_type.name);
    }
}
