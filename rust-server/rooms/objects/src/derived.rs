//! Records, enumerations and maps as people read them: what serde derives, and no more.

/// A map as Rust's own library has it: of a key that is repeated the last value stays.
pub type Map<T> = std::collections::BTreeMap<String, T>;

/// Makes a struct of public fields.
#[macro_export]
macro_rules! record {
    ($(#[$about:meta])* pub struct $name:ident {
        $($(#[$how:meta])* $field:ident: $type:ty,)+
    }) => {
        #[derive(Clone, Debug, PartialEq, ::serde::Serialize, ::serde::Deserialize)]
        #[allow(missing_docs, clippy::struct_excessive_bools, clippy::struct_field_names, reason = "its fields are its schema's")]
        $(#[$about])*
        pub struct $name {
            $($(#[$how])* pub $field: $type,)+
        }
    };
}

/// Makes an enumeration of the texts that its values have in every format.
macro_rules! enumeration {
    ($(#[$says:meta])* $name:ident { $($value:ident = $text:literal),+ $(,)? }) => {
        $(#[$says])*
        #[derive(Clone, Copy, Debug, PartialEq, ::serde::Serialize, ::serde::Deserialize)]
        #[allow(missing_docs, reason = "its values are its schema's")]
        pub enum $name {
            $(#[serde(rename = $text)] $value),+
        }

        impl $name {
            /// The text of each value, in the schema's order.
            const TEXTS: &'static [&'static str] = &[$($text),+];
        }
    };
}

pub(crate) use enumeration;

#[cfg(test)]
mod tests {
    use std::fs;

    use crate::{LogLine, NameList, Object, Order};

    /// Whether the canonical JSON is read as another object once one part is replaced.
    fn reads<T: Object>(part: &str, by: &str) -> bool {
        let golden = std::str::from_utf8(T::golden(testbed_contract::Format::Json)).unwrap();
        assert!(golden.contains(part), "{part} is in the golden");
        serde_json::from_str::<T>(&golden.replacen(part, by, 1)).is_ok()
    }

    #[test]
    fn readers_check_what_serde_derives_and_no_more() {
        assert!(reads::<Order>("\"total\":", "\"x\":{},\"total\":"), "an unknown field is skipped");
        assert!(reads::<Order>("\"shippedAt\":\"2026-08-19T16:45:39Z\"", "\"shippedAt\":null"), "null is absent");
        assert!(reads::<LogLine>("\"error\":", "\"x\":"), "absent is null");
        assert!(reads::<LogLine>("\"labels\":{", "\"labels\":{\"env\":\"a\",\"env\":\"b\","), "the last value stays");
        let of = |json| serde_json::from_str::<NameList>(json).map(|list| list.names.len()).ok();
        assert_eq!(of("{}"), Some(0), "an absent list is an empty one");
        assert_eq!(of(r#"[[["a","b"]]]"#), Some(1), "a list is a record in the order of its fields");
        let refused = [r#"{"names":[],"names":[]}"#, r#"{"names":[{"firstname":"a"}]}"#, r#"{"names":null}"#];
        assert_eq!(refused.map(of), [None; 3], "that each field is there, and there once, is derived");
    }

    /// Attributes of the other build stand behind `cfg_attr`; what is left may rename, say what is absent, or leave it out when written.
    #[test]
    fn no_attribute_of_a_type_makes_its_reader_stricter_or_faster() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/types");
        for file in fs::read_dir(folder).unwrap() {
            let file = file.unwrap().path();
            let source = fs::read_to_string(&file).unwrap();
            for line in source.lines().map(str::trim).filter(|line| line.contains("serde(")) {
                let attribute = line.strip_prefix("#[cfg_attr(not(feature = \"equal\"), ").or(line.strip_prefix("#["));
                let attribute = attribute.and_then(|rest| rest.strip_prefix("serde("));
                if line.starts_with("#[cfg_attr(feature = \"equal\", ") {
                    continue;
                }
                let allowed = ["rename = ", "rename_all = ", "default)", "skip_serializing_if = "];
                let fits = attribute.is_some_and(|rest| allowed.iter().any(|known| rest.starts_with(known)));
                assert!(fits, "{}: {line}: run `make objects`, and leave a reader to serde's derive", file.display());
            }
        }
    }
}
