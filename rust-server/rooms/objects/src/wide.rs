//! A record of very many fields with equal checks, whose reader keeps them in memory.
//!
//! serde's derive keeps each field in a variable of one function until the last is read. LLVM follows each of them through the code of each other: the time
//! that takes grows with the square of their number and more, and for 89 fields it was most of what linking the server took. Here they lie in a struct behind
//! a reference, and the code of a field is a call. What is read is the same.

use std::marker::PhantomData;
use std::{any, fmt};

use serde::de::{Deserialize, Error, MapAccess, Visitor};

use super::record::{no_record, special};

/// Makes a struct as `record` does, of fields that must all be there, each behind its name in every format.
#[macro_export]
macro_rules! wide_record {
    ($(#[$about:meta])* pub struct $name:ident { $($text:literal => $field:ident: $type:ty,)+ }) => {
        #[derive(Clone, Debug, PartialEq, ::serde::Serialize)]
        #[allow(missing_docs, clippy::struct_excessive_bools, clippy::struct_field_names, reason = "its fields are its schema's")]
        $(#[$about])*
        pub struct $name {
            $(#[serde(rename = $text)] pub $field: $type,)+
        }

        const _: () = {
            #[derive(Clone, Copy, ::serde::Deserialize)]
            #[serde(field_identifier)]
            #[allow(non_camel_case_types, reason = "named as the fields are")]
            enum Named {
                $(#[serde(rename = $text)] $field,)+
            }

            #[derive(Default)]
            struct Slots {
                $($field: Option<$type>,)+
            }

            impl<'de> $crate::Slots<'de> for Slots {
                type Named = Named;
                type Record = $name;

                #[inline(never)]
                fn read<A: ::serde::de::MapAccess<'de>>(&mut self, named: Named, map: &mut A) -> Result<(), A::Error> {
                    match named {
                        $(Named::$field => $crate::read_once(&mut self.$field, $text, map),)+
                    }
                }

                fn record(self) -> Result<$name, &'static str> {
                    match self {
                        // All at once: taken one by one, each would be dropped in its own way where a later one is missing.
                        Slots { $($field: Some($field),)+ } => Ok($name { $($field,)+ }),
                        $(Slots { $field: None, .. } => Err($text),)+
                    }
                }
            }

            impl<'de> ::serde::Deserialize<'de> for $name {
                fn deserialize<D: ::serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                    deserializer.deserialize_struct(stringify!($name), &[$($text),+], $crate::Wide::<Slots>::default())
                }
            }
        };
    };
}

/// What is read of a record so far.
pub trait Slots<'de>: Default {
    /// A field, by its name.
    type Named: Deserialize<'de>;
    /// What it becomes.
    type Record;

    /// Reads the value of a field.
    ///
    /// # Errors
    /// The library's, or that the field was there.
    fn read<A: MapAccess<'de>>(&mut self, named: Self::Named, map: &mut A) -> Result<(), A::Error>;

    /// The record, of which nothing else comes.
    ///
    /// # Errors
    /// The name of the first field that is missing.
    fn record(self) -> Result<Self::Record, &'static str>;
}

/// Reads the value of a field that has none yet.
///
/// # Errors
/// The library's, or that the field has one.
#[inline(never)]
pub fn read_once<'de, T: Deserialize<'de>, A: MapAccess<'de>>(
    slot: &mut Option<T>,
    name: &'static str,
    map: &mut A,
) -> Result<(), A::Error> {
    if slot.is_some() {
        return Err(Error::duplicate_field(name));
    }
    *slot = Some(map.next_value()?);
    Ok(())
}

/// Reads a record field by field, and nothing else as one.
pub struct Wide<S>(PhantomData<S>);

impl<S> Default for Wide<S> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

impl<'de, S: Slots<'de>> Visitor<'de> for Wide<S> {
    type Value = S::Record;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "struct {}", any::type_name::<S::Record>().rsplit("::").next().unwrap_or_default())
    }

    #[inline(never)]
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<S::Record, A::Error> {
        if no_record::<A>() {
            return special();
        }
        let mut slots = S::default();
        while let Some(named) = map.next_key()? {
            slots.read(named, &mut map)?;
        }
        slots.record().map_err(Error::missing_field)
    }
}

#[cfg(test)]
mod tests {
    wide_record! {
        /// One whose names are none of Rust's.
        pub struct Names {
            "eyeColor" => eye_color: String,
            "type" => r#type: Vec<i32>,
            "a \"b\"" => a_b: f64,
        }
    }

    fn again(json: &str) -> Result<String, String> {
        let read: Result<Names, _> = serde_json::from_slice(json.as_bytes());
        read.map(|names| serde_json::to_string(&names).unwrap()).map_err(|why| why.to_string())
    }

    #[test]
    fn it_is_its_named_fields_in_any_order() {
        let all = r#"{"eyeColor":"blue","type":[1],"a \"b\"":0.5}"#;
        for json in [all, r#"{"a \"b\"":0.5,"type":[1],"eyeColor":"blue"}"#] {
            assert_eq!(again(json).as_deref(), Ok(all));
        }
    }

    #[test]
    fn what_is_missing_twice_unknown_or_no_record_is_refused_in_the_words_of_the_derived_reader() {
        for (json, why) in [
            ("{}", "missing field `eyeColor`"),
            (r#"{"eyeColor":"","a \"b\"":0.5}"#, "missing field `type`"),
            (r#"{"eyeColor":"","eyeColor":""}"#, "duplicate field `eyeColor`"),
            (r#"{"eye_color":""}"#, "unknown field `eye_color`, expected one of `eyeColor`, `type`, `a \"b\"`"),
            (r#"{"eyeColor":null}"#, "invalid type: null, expected a string"),
            (r#"["",[1],0.5]"#, "invalid type: sequence, expected struct Names"),
            ("null", "invalid type: null, expected struct Names"),
        ] {
            let refusal = again(json).unwrap_err();
            assert!(refusal.starts_with(why), "{json}: {refusal}");
        }
    }
}
