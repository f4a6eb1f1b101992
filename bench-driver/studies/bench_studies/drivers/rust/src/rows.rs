//! A row as each rung of the ladder has it: BSON as it came, a `Document`, a typed record.

use mongodb::bson::{Document, RawDocumentBuf, serialize_to_raw_document_buf};
use serde::{Deserialize, Serialize, de::DeserializeOwned};

pub trait Row: DeserializeOwned + Serialize + Send + Sync + Unpin {
    fn of(key: i32, names: &[String], values: &[String]) -> Self;

    /// The key and all values, a line each.
    fn text(&self, names: &[String]) -> String;
}

impl Row for Document {
    fn of(key: i32, names: &[String], values: &[String]) -> Self {
        let mut made = Document::new();
        made.insert("_id", key);
        for (name, value) in names.iter().zip(values) {
            made.insert(name, value.as_str());
        }
        made
    }

    fn text(&self, names: &[String]) -> String {
        let values = names
            .iter()
            .map(|name| self.get_str(name).unwrap_or_default());
        let key = self.get_i32("_id").unwrap_or(-1).to_string();
        std::iter::once(key.as_str())
            .chain(values)
            .collect::<Vec<_>>()
            .join("\n")
    }
}

impl Row for RawDocumentBuf {
    fn of(key: i32, names: &[String], values: &[String]) -> Self {
        serialize_to_raw_document_buf(&Document::of(key, names, values))
            .expect("texts and a number are BSON")
    }

    fn text(&self, names: &[String]) -> String {
        Document::try_from(&**self).unwrap_or_default().text(names)
    }
}

macro_rules! row {
    ($name:ident: $($field:ident)*) => {
        #[derive(Serialize, Deserialize)]
        pub struct $name {
            #[serde(rename = "_id")]
            key: i32,
            $($field: String,)*
        }

        impl Row for $name {
            fn of(key: i32, _: &[String], values: &[String]) -> Self {
                let mut left = values.iter().cloned();
                Self { key, $($field: left.next().expect("a value for each field"),)* }
            }

            fn text(&self, _: &[String]) -> String {
                [self.key.to_string(), $(self.$field.clone(),)*].join("\n")
            }
        }
    };
}

row!(Six: a0 a1 a2 a3 a4 a5);
row!(EightyNine:
    a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 a15 a16 a17 a18 a19 a20 a21 a22 a23 a24
    a25 a26 a27 a28 a29 a30 a31 a32 a33 a34 a35 a36 a37 a38 a39 a40 a41 a42 a43 a44 a45 a46 a47
    a48 a49 a50 a51 a52 a53 a54 a55 a56 a57 a58 a59 a60 a61 a62 a63 a64 a65 a66 a67 a68 a69 a70
    a71 a72 a73 a74 a75 a76 a77 a78 a79 a80 a81 a82 a83 a84 a85 a86 a87 a88
);
