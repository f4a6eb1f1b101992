//! A record with equal checks: named fields, and nothing else is read as one.
//!
//! serde's derive reads `[0, "a"]` as a struct by the order of its fields, where a format has lists. No other engine does, and strict decoding means the same
//! everywhere. Hence derived code asks a library for a record through `ByName`, and is never compiled for lists.

use std::fmt;

use serde::de::{Deserializer, MapAccess, Visitor};
use serde::forward_to_deserialize_any;

/// Makes a struct of public fields that every format reads and writes as a record, and no other field. The derived reader and writer are functions of its own
/// (`remote`), around which the traits stand.
#[macro_export]
macro_rules! record {
    ($(#[$about:meta])* pub struct $name:ident {
        $($(#[$how:meta])* $field:ident: $type:ty,)+
    }) => {
        #[derive(Clone, Debug, PartialEq, ::serde::Serialize, ::serde::Deserialize)]
        #[serde(remote = "Self", deny_unknown_fields)]
        #[allow(missing_docs, clippy::struct_excessive_bools, clippy::struct_field_names, reason = "its fields are its schema's")]
        $(#[$about])*
        pub struct $name {
            $($(#[$how])* pub $field: $type,)+
        }

        impl ::serde::Serialize for $name {
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                Self::serialize(self, serializer)
            }
        }

        impl<'de> ::serde::Deserialize<'de> for $name {
            fn deserialize<D: ::serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                Self::deserialize($crate::ByName(deserializer))
            }
        }
    };
}

/// A library's reader, asked for a record.
pub struct ByName<D>(pub D);

impl<'de, D: Deserializer<'de>> Deserializer<'de> for ByName<D> {
    type Error = D::Error;

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.0.deserialize_struct(name, fields, Fields(visitor))
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.0.deserialize_any(visitor)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct newtype_struct seq tuple
        tuple_struct map enum identifier ignored_any
    }
}

/// A derived visitor without its way to read a list: where one comes, serde's default refuses it.
struct Fields<V>(V);

impl<'de, V: Visitor<'de>> Visitor<'de> for Fields<V> {
    type Value = V::Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.expecting(f)
    }

    /// A function of its own: `bson` calls it in a dozen places, and the compiler would copy a record's whole
    /// reader into each of them.
    #[inline(never)]
    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<V::Value, A::Error> {
        self.0.visit_map(map)
    }
}

#[cfg(test)]
mod tests {
    record! {
        /// One that asks for no field.
        #[serde(rename_all = "camelCase")]
        pub struct Lists {
            #[serde(default)]
            first_one: Vec<i32>,
            #[serde(default)]
            lists: Vec<Lists>,
        }
    }

    fn again(json: &str) -> Option<String> {
        let read: Option<Lists> = serde_json::from_slice(json.as_bytes()).ok();
        read.map(|lists| serde_json::to_string(&lists).unwrap())
    }

    #[test]
    fn a_record_is_its_named_fields_in_any_order() {
        let all = r#"{"firstOne":[1],"lists":[{"firstOne":[],"lists":[]}]}"#;
        for json in [all, r#"{"lists":[{}],"firstOne":[1]}"#] {
            assert_eq!(again(json).as_deref(), Some(all));
        }
    }

    #[test]
    fn lists_other_fields_and_what_is_no_record_are_refused() {
        let twice = r#"{"lists":[],"lists":[]}"#;
        for other in ["[]", "[[],[]]", r#"{"lists":[[]]}"#, r#"{"record":null}"#, twice, "null"] {
            assert_eq!(again(other), None, "{other}");
        }
    }
}
