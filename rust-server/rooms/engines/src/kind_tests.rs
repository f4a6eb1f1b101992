//! What every format must refuse, and write, of the kinds that not every object type has.

use ::bson::{Bson as Value, Document, doc};

use super::strict_tests::takes;
use super::*;
use testbed_contract::Format;
use testbed_objects::{LogLine, Object, ObjectType, Order, Polygon, Size, Variants, absent, optional, record};

/// Whether BSON is taken whose golden document was changed.
fn takes_bson<T: Object>(change: impl FnOnce(&mut Document)) -> bool {
    let mut document = Document::from_reader(T::golden(Format::Bson)).unwrap();
    change(&mut document);
    Bson::decode::<T>(&::bson::serialize_to_vec(&document).unwrap()).is_ok()
}

/// What is written of what was read.
fn again<E: Engine, T: Object>(bytes: &[u8]) -> String {
    String::from_utf8_lossy(&E::encode(&E::decode::<T>(bytes).unwrap()).unwrap()).into_owned()
}

#[test]
fn an_optional_field_may_be_absent_and_never_null() {
    let text = "\"shippedAt\":\"2026-08-19T16:45:39Z\",";
    assert!(takes::<SerdeJson, Order>(text, ""));
    for (part, by) in [
        (text, "\"shippedAt\":null,".to_owned()),
        (text, text.repeat(2)),
        (text, "\"shippedAt\":5,".to_owned()),
        ("\"discount\":0.5", "\"discount\":null".to_owned()),
        ("\"shipping\":{", "\"shipping\":null,\"x\":{".to_owned()),
        ("\"tags\":[]", "\"tags\":null".to_owned()),
    ] {
        assert!(!takes::<SerdeJson, Order>(part, &by), "{by}");
    }
    let (text, number) = ("<shippedAt>2026-08-19T16:45:39Z</shippedAt>", "<discount>0.5</discount>");
    assert!(takes::<QuickXml, Order>(text, "") && takes::<QuickXml, Order>(number, ""));
    assert!(takes::<QuickXml, Order>(text, "<shippedAt></shippedAt>"), "an empty text is one");
    assert!(!takes::<QuickXml, Order>(text, &text.repeat(2)));
    for by in ["<discount></discount>", "<discount>null</discount>"] {
        assert!(!takes::<QuickXml, Order>(number, by), "{by}");
    }
    for name in ["shippedAt", "shipping", "giftMessage"] {
        assert!(takes_bson::<Order>(|order| drop(order.remove(name))), "{name}");
        for value in [Value::Null, Value::Int32(5)] {
            assert!(!takes_bson::<Order>(|order| drop(order.insert(name, value.clone()))), "{name} as {value}");
        }
    }
}

#[test]
fn a_nullable_field_may_be_null_and_never_absent() {
    let golden = std::str::from_utf8(LogLine::golden(Format::Json)).unwrap();
    let (before, error) = golden.split_once(",\"error\":").unwrap();
    let with = |rest: &str| SerdeJson::decode::<LogLine>(format!("{before}{rest}").as_bytes());
    let null = SerdeJson::encode(&with(",\"error\":null}").unwrap()).unwrap();
    assert!(null.ends_with(b",\"error\":null}"));
    for rest in ["}", ",\"error\":[]}", ",\"error\":{}}", ",\"error\":null,\"error\":null}"] {
        assert!(with(rest).is_err(), "{rest}");
    }
    assert!(with(&format!(",\"error\":{error}")).is_ok());
    assert!(takes_bson::<LogLine>(|line| drop(line.insert("error", Value::Null))));
    assert!(!takes_bson::<LogLine>(|line| drop(line.remove("error"))));
    assert!(!takes_bson::<LogLine>(|line| drop(line.insert("message", Value::Null))));
}

#[test]
fn an_enumeration_is_one_of_its_texts() {
    for by in ["\"Shipped\"", "\"sent\"", "\"\"", "null", "2", "{\"shipped\":null}", "[\"shipped\"]"] {
        assert!(!takes::<SerdeJson, Order>("\"shipped\"", by), "{by}");
    }
    assert!(takes::<SerdeJson, Order>("\"shipped\"", "\"ship\\u0070ed\""));
    for by in ["", "sent", "SHIPPED", "<shipped></shipped>", "shipped<x></x>"] {
        assert!(!takes::<QuickXml, Order>("<status>shipped", &format!("<status>{by}")), "{by}");
    }
    assert!(takes::<QuickXml, Order>("<status>shipped", "<status>ship&#112;ed"));
    for value in [Value::String("sent".into()), Value::Null, Value::Int32(2), doc! {"shipped": null}.into()] {
        assert!(!takes_bson::<Order>(|order| drop(order.insert("status", value.clone()))), "{value}");
    }
}

#[test]
fn a_map_takes_any_key_once_and_is_written_by_their_bytes() {
    let labels = |labels: &str| {
        let golden = String::from_utf8(LogLine::golden(Format::Json).to_vec()).unwrap();
        let (before, rest) = golden.split_once("\"labels\":{").unwrap();
        let after = rest.split_once('}').unwrap().1;
        SerdeJson::decode::<LogLine>(format!("{before}\"labels\":{labels}{after}").as_bytes())
    };
    let written = |engine: fn(&LogLine) -> Result<Vec<u8>, Refusal>, line: &LogLine| engine(line).unwrap();
    let line = labels(r#"{"b":"2","$oid":"x","é":"3","":"0","\u0061":"1","\ufffd":"4","😀":"5"}"#).unwrap();
    let json = String::from_utf8(written(SerdeJson::encode, &line)).unwrap();
    assert!(json.contains(r#""labels":{"":"0","$oid":"x","a":"1","b":"2","é":"3","�":"4","😀":"5"}"#), "{json}");
    let bson = written(Bson::encode, &line);
    assert_eq!(Bson::decode::<LogLine>(&bson).unwrap(), line);
    let document = Document::from_reader(bson.as_slice()).unwrap();
    let keys: Vec<_> = document.get_document("labels").unwrap().keys().cloned().collect();
    assert_eq!(keys, ["", "$oid", "a", "b", "é", "�", "😀"]);
    assert!(labels("{}").is_ok());
    for wrong in ["{\"a\":\"1\",\"a\":\"1\"}", "{\"a\":null}", "{\"a\":1}", "{\"a\":{}}", "null", "[]", "\"\""] {
        assert!(labels(wrong).is_err(), "{wrong}");
    }
    for wrong in [Value::Null, doc! {"a": null}.into(), doc! {"a": 1}.into(), vec!["a"].into()] {
        assert!(!takes_bson::<LogLine>(|line| drop(line.insert("labels", wrong.clone()))), "{wrong}");
    }
    let two = Document::from_reader(bson.as_slice()).map(|mut document| {
        document.insert("labels", doc! {"key a": "1", "key b": "1"});
        ::bson::serialize_to_vec(&document).unwrap()
    });
    let mut two = two.unwrap();
    assert!(Bson::decode::<LogLine>(&two).is_ok());
    let at = two.windows(6).position(|bytes| bytes == b"key b\0").unwrap();
    two[at + 4] = b'a';
    assert!(Bson::decode::<LogLine>(&two).unwrap_err().to_string().contains("repeated"));
}

#[test]
fn lists_of_lists_may_be_empty_at_every_level() {
    for lists in ["[]", "[[]]", "[[],[[]],[[1.5,-2.0],[]]]"] {
        let json = format!("{{\"type\":\"Polygon\",\"bbox\":[],\"coordinates\":{lists}}}");
        assert_eq!(again::<SerdeJson, Polygon>(json.as_bytes()), json);
        let polygon: Polygon = SerdeJson::decode(json.as_bytes()).unwrap();
        assert_eq!(Bson::decode::<Polygon>(&Bson::encode(&polygon).unwrap()).unwrap(), polygon, "{lists}");
    }
    for lists in ["[null]", "[[null]]", "[1.5]", "[[1.5]]", "[[[[1.5]]]]", "[[[\"1.5\"]]]", "[{}]", "{}"] {
        let json = format!("{{\"type\":\"Polygon\",\"bbox\":[],\"coordinates\":{lists}}}");
        assert!(SerdeJson::decode::<Polygon>(json.as_bytes()).is_err(), "{lists}");
    }
}

record! {
    /// A type whose fields may all be absent.
    pub struct Sparse {
        #[serde(default, deserialize_with = "optional", skip_serializing_if = "Option::is_none")]
        inner: Option<Inner>,
        #[serde(default = "absent")]
        list: Vec<Inner>,
    }
}

record! {
    /// Nor of what it holds.
    pub struct Inner {
        #[serde(default, deserialize_with = "optional", skip_serializing_if = "Option::is_none")]
        text: Option<String>,
        #[serde(default = "absent")]
        texts: Vec<String>,
    }
}

impl Object for Sparse {
    const TYPE: ObjectType =
        ObjectType { name: "Sparse", names: &["Sparse"], fields: &[], uncarried: &[], scale: None };

    fn kept(_: Option<Size>) -> &'static Variants<Self> {
        unreachable!("it has no variants")
    }
}

#[test]
fn a_record_of_which_nothing_is_there_is_an_empty_one() {
    for (json, xml) in [
        (r#"{"list":[]}"#, "<Sparse></Sparse>"),
        (r#"{"inner":{"texts":[]},"list":[]}"#, "<Sparse><inner></inner></Sparse>"),
        (r#"{"inner":{"text":"","texts":[]},"list":[]}"#, "<Sparse><inner><text></text></inner></Sparse>"),
        (
            r#"{"list":[{"texts":[]},{"texts":[""]},{"texts":[]}]}"#,
            "<Sparse><list></list><list><texts></texts></list><list></list></Sparse>",
        ),
    ] {
        let sparse: Sparse = SerdeJson::decode(json.as_bytes()).unwrap();
        assert_eq!(again::<SerdeJson, Sparse>(json.as_bytes()), json);
        assert_eq!(Bson::decode::<Sparse>(&Bson::encode(&sparse).unwrap()).unwrap(), sparse);
        assert_eq!(String::from_utf8(QuickXml::encode(&sparse).unwrap()).unwrap(), xml);
        for xml in [xml.to_owned(), xml.replace("<list></list>", "<list/>"), xml.replace("<inner></inner>", "<inner/>")]
        {
            assert_eq!(QuickXml::decode::<Sparse>(xml.as_bytes()).unwrap(), sparse, "{xml}");
        }
    }
    assert!(QuickXml::decode::<Sparse>(b"<Sparse><inner></inner><inner></inner></Sparse>").is_err());
    assert!(SerdeJson::decode::<Sparse>(br#"{"inner":null,"list":[]}"#).is_err());
}

#[test]
fn an_absent_list_is_an_empty_one_in_xml_alone() {
    for (there, absent) in
        [(r#"{"list":[]}"#, "{}"), (r#"{"inner":{"texts":[]},"list":[]}"#, r#"{"inner":{},"list":[]}"#)]
    {
        let bson = |json| {
            let value: Value = ::serde_json::from_str(json).unwrap();
            ::bson::serialize_to_vec(value.as_document().unwrap()).unwrap()
        };
        for (json, is_there) in [(there, true), (absent, false), (there, true)] {
            assert_eq!(SerdeJson::decode::<Sparse>(json.as_bytes()).is_ok(), is_there, "{json}");
            assert_eq!(Bson::decode::<Sparse>(&bson(json)).is_ok(), is_there, "{json}");
        }
        // What a panic or a refusal left behind means nothing to the next body.
        assert!(SerdeJson::decode::<Sparse>(absent.trim_end_matches('}').as_bytes()).is_err());
        assert!(SerdeJson::decode::<Sparse>(there.as_bytes()).is_ok());
    }
    let sparse = QuickXml::decode::<Sparse>(b"<Sparse><inner/></Sparse>").unwrap();
    assert_eq!(SerdeJson::encode(&sparse).unwrap(), br#"{"inner":{"texts":[]},"list":[]}"#);
}

/// `bson` gives a value of a type that JSON lacks as a record with a field of its own, which no object type has.
#[test]
fn a_special_value_is_no_record() {
    for special in [
        r#"{"$binary":{"base64":"","subType":"80"}}"#,
        r#"{"$code":"x"}"#,
        r#"{"$code":"x","$scope":{}}"#,
        r#"{"$date":{"$numberLong":"0"}}"#,
        r#"{"$dbPointer":{"$ref":"x","$id":{"$oid":"000000000000000000000000"}}}"#,
        r#"{"$maxKey":1}"#,
        r#"{"$minKey":1}"#,
        r#"{"$numberDecimal":"0"}"#,
        r#"{"$oid":"000000000000000000000000"}"#,
        r#"{"$regularExpression":{"pattern":"x","options":""}}"#,
        r#"{"$symbol":"x"}"#,
        r#"{"$timestamp":{"t":0,"i":0}}"#,
        r#"{"$undefined":true}"#,
    ] {
        let value: Value = ::serde_json::from_str(special).unwrap();
        for document in [doc! {"inner": value.clone()}, doc! {"list": [value.clone()]}] {
            let read = Bson::decode::<Sparse>(&::bson::serialize_to_vec(&document).unwrap());
            let refusal = read.unwrap_err().to_string();
            assert!(refusal.contains("unknown field"), "{special}: {refusal}");
        }
    }
}
