//! How each format whose bodies the guard walks writes what a body of an attack is made of.

use testbed_contract::{Format, Rules};

/// A value of a record's field.
#[derive(Clone, Copy)]
pub enum Scalar<'a> {
    Int(i32),
    Text(&'a str),
}

/// A format's ways. A value is what `around` takes: in BSON its type and bytes, in XML the whole element or elements `v`.
pub struct Samples {
    /// A body of the type `Test` with the value of its field `v`.
    pub around: fn(&[u8]) -> Vec<u8>,
    /// A text, written as it is but for a tab.
    pub text: fn(&str) -> Vec<u8>,
    /// A record, or a map of these keys.
    pub record: fn(&[(&str, Scalar)]) -> Vec<u8>,
    /// A value as an item of a list.
    pub item: fn(&[u8]) -> Vec<u8>,
    /// A list of such items.
    pub list: fn(&[u8]) -> Vec<u8>,
    /// Whether it carries maps.
    pub has_maps: bool,
}

/// Those of a format.
pub fn samples(format: Format) -> &'static Samples {
    match format.rules() {
        Rules::Json => &JSON,
        Rules::Bson => &BSON,
        Rules::Xml => &XML,
        Rules::Known => unreachable!("no body is walked"),
    }
}

const JSON: Samples = Samples {
    around: |value| [b"{\"v\":", value, b"}"].concat(),
    text: |text| format!("\"{}\"", text.replace('\t', "\\t")).into(),
    record: |fields| {
        let fields = fields.iter().map(|(name, value)| match value {
            Scalar::Int(number) => format!("\"{name}\":{number}"),
            Scalar::Text(text) => format!("\"{name}\":\"{text}\""),
        });
        format!("{{{}}}", fields.collect::<Vec<_>>().join(",")).into()
    },
    item: |value| [value, b","].concat(),
    list: |items| [b"[", items.strip_suffix(b",").unwrap(), b"]"].concat(),
    has_maps: true,
};

const BSON: Samples = Samples {
    around: |value| document(&[&value[..1], b"v\0", &value[1..]].concat()),
    text: |text| [b"\x02".to_vec(), string(text)].concat(),
    record: |fields| {
        let fields = fields.iter().flat_map(|(name, value)| match value {
            Scalar::Int(number) => [b"\x10", name.as_bytes(), b"\0", &number.to_le_bytes()].concat(),
            Scalar::Text(text) => [b"\x02", name.as_bytes(), b"\0", &string(text)].concat(),
        });
        [b"\x03".to_vec(), document(&fields.collect::<Vec<_>>())].concat()
    },
    item: |value| [&value[..1], b"\0", &value[1..]].concat(),
    list: |items| [b"\x04".to_vec(), document(items)].concat(),
    has_maps: true,
};

const XML: Samples = Samples {
    around: |value| [b"<Test>", value, b"</Test>"].concat(),
    text: |text| element(text),
    record: |fields| {
        let fields = fields.iter().map(|(name, value)| match value {
            Scalar::Int(number) => format!("<{name}>{number}</{name}>"),
            Scalar::Text(text) => format!("<{name}>{text}</{name}>"),
        });
        element(&fields.collect::<Vec<_>>().concat())
    },
    item: <[u8]>::to_vec,
    list: <[u8]>::to_vec,
    has_maps: false,
};

/// An element `v` of XML.
fn element(content: &str) -> Vec<u8> {
    if content.is_empty() { b"<v/>".to_vec() } else { format!("<v>{content}</v>").into() }
}

/// A document of BSON.
pub fn document(elements: &[u8]) -> Vec<u8> {
    [&u32::try_from(elements.len() + 5).unwrap().to_le_bytes(), elements, b"\0"].concat()
}

/// A string of BSON.
fn string(text: &str) -> Vec<u8> {
    [&u32::try_from(text.len() + 1).unwrap().to_le_bytes(), text.as_bytes(), b"\0"].concat()
}
