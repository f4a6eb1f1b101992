//! An enumeration with equal checks: one of some texts.

/// Makes an enumeration of the texts that its values have in every format.
///
/// serde's derive would read `{"red": null}` as `red`, where a format has records. A text it is and nothing else, looked at where it lies.
macro_rules! enumeration {
    ($(#[$says:meta])* $name:ident { $($value:ident = $text:literal),+ $(,)? }) => {
        $(#[$says])*
        #[derive(Clone, Copy, Debug, PartialEq)]
        #[allow(missing_docs, reason = "its values are its schema's")]
        pub enum $name {
            $($value),+
        }

        impl $name {
            /// The text of each value, in the schema's order.
            const TEXTS: &'static [&'static str] = &[$($text),+];
        }

        impl ::serde::Serialize for $name {
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_unit_variant(stringify!($name), *self as u32, Self::TEXTS[*self as usize])
            }
        }

        impl<'de> ::serde::Deserialize<'de> for $name {
            fn deserialize<D: ::serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct Text;

                impl<'de> ::serde::de::Visitor<'de> for Text {
                    type Value = $name;

                    fn expecting(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                        f.write_str(concat!("a text of the enumeration ", stringify!($name)))
                    }

                    fn visit_str<E: ::serde::de::Error>(self, text: &str) -> Result<$name, E> {
                        match text {
                            $($text => Ok($name::$value),)+
                            _ => Err(E::unknown_variant(text, $name::TEXTS)),
                        }
                    }

                    fn visit_enum<A: ::serde::de::EnumAccess<'de>>(self, numbered: A) -> Result<$name, A::Error> {
                        let (choice, nothing) = numbered.variant_seed(self)?;
                        ::serde::de::VariantAccess::unit_variant(nothing)?;
                        Ok(choice)
                    }
                }

                impl<'de> ::serde::de::DeserializeSeed<'de> for Text {
                    type Value = $name;

                    fn deserialize<D: ::serde::Deserializer<'de>>(self, text: D) -> Result<$name, D::Error> {
                        text.deserialize_identifier(self)
                    }
                }

                if $crate::is_by_place() {
                    deserializer.deserialize_enum(stringify!($name), $name::TEXTS, Text)
                } else {
                    deserializer.deserialize_str(Text)
                }
            }
        }
    };
}

pub(crate) use enumeration;

#[cfg(test)]
mod tests {
    enumeration! {
        /// A colour of a traffic light.
        Light { Red = "red", DarkGreen = "dark \"green\"" }
    }

    fn read(json: &str) -> Option<Light> {
        serde_json::from_slice(json.as_bytes()).ok()
    }

    #[test]
    fn a_value_is_its_text_and_nothing_else() {
        assert_eq!((read("\"red\""), read(r#""dark \u0022green\"""#)), (Some(Light::Red), Some(Light::DarkGreen)));
        for other in ["\"Red\"", "\"red \"", "\"\"", "\"blue\"", "null", "0", "{\"red\":null}", "[\"red\"]"] {
            assert_eq!(read(other), None, "{other}");
        }
        let written = [Light::Red, Light::DarkGreen].map(|light| serde_json::to_value(light).unwrap());
        assert_eq!(written.as_slice(), Light::TEXTS);
    }
}
