//! What engines with equal checks refuse by themselves. `kind_tests` has what they refuse of the kinds that not every type has.

use super::*;
use testbed_contract::Format;
use testbed_objects::{DummyObject, NumericObject, Object};

/// Whether an engine takes the golden bytes with one part replaced.
pub fn takes<E: Engine, T: Object>(part: &str, by: &str) -> bool {
    let golden = String::from_utf8(T::golden(E::FORMAT).to_vec()).unwrap();
    assert!(golden.contains(part), "{part} is in the golden");
    E::decode::<T>(golden.replacen(part, by, 1).as_bytes()).is_ok()
}

#[test]
fn json_is_decoded_strictly() {
    for by in [
        "\"age\":\"29\"",
        "\"age\":29.5",
        "\"age\":29.0",
        "\"age\":4294967325",
        "\"age\":null",
        "\"age\":29,\"age\":29",
        "\"age\":29,\"x\":{}",
    ] {
        assert!(!takes::<SerdeJson, DummyObject>("\"age\":29", by), "{by}");
    }
    assert!(!takes::<SerdeJson, DummyObject>("\"age\":29,", ""), "a missing field");
    for by in ["null", "5", "[\"blue\"]"] {
        assert!(!takes::<SerdeJson, DummyObject>("\"blue\"", by), "{by}");
    }
    assert!(!takes::<SerdeJson, DummyObject>("\"minim\"", "null"), "null in a list");
    let golden = DummyObject::golden(Format::Json);
    for end in ["x", "{}", "\0"] {
        assert!(
            SerdeJson::decode::<DummyObject>(&[golden, end.as_bytes()].concat()).is_err(),
            "{end:?} after the object"
        );
    }
    assert!(SerdeJson::decode::<DummyObject>(&[golden, b" \n"].concat()).is_ok());
}

#[test]
fn no_list_stands_for_a_record_in_order_of_its_fields() {
    assert!(
        takes::<SerdeJson, DummyObject>("{\"id\":0,\"name\":\"KittyBrock\"}", "{\"name\":\"KittyBrock\",\"id\":0}"),
        "any order of names"
    );
    assert!(!takes::<SerdeJson, DummyObject>("{\"id\":0,\"name\":\"KittyBrock\"}", "[0,\"KittyBrock\"]"));
    assert!(SerdeJson::decode::<NumericObject>(br#"["a",0,1,[]]"#).is_err());
    assert!(SerdeJson::decode::<NumericObject>(b"[]").is_err());
    let document = ::bson::doc! {"id": "a", "index": 0, "numbr": 1, "coordinates": [[1_i64, 2.5, 3.5]]};
    assert!(Bson::decode::<NumericObject>(&::bson::serialize_to_vec(&document).unwrap()).is_err());
}

#[test]
fn bson_is_decoded_strictly() {
    let with = |index: ::bson::Bson| {
        let document = ::bson::doc! {"id": "a", "index": index, "numbr": 1, "coordinates": []};
        Bson::decode::<NumericObject>(&::bson::serialize_to_vec(&document).unwrap()).is_ok()
    };
    assert!(with(::bson::Bson::Int32(1)));
    for value in [
        ::bson::Bson::Int64((1 << 40) + 7),
        ::bson::Bson::Double(1.0),
        ::bson::Bson::String("1".into()),
        ::bson::Bson::Null,
    ] {
        assert!(!with(value.clone()), "{value:?}");
    }
    let unknown = ::bson::doc! {"id": "a", "index": 0, "numbr": 1, "coordinates": [], "x": 1};
    assert!(Bson::decode::<NumericObject>(&::bson::serialize_to_vec(&unknown).unwrap()).is_err());
    let repeated = b"\x24\0\0\0\x02id\0\x01\0\0\0\0\x10index\0\0\0\0\0\x10index\0\0\0\0\0\0";
    assert!(Bson::decode::<NumericObject>(repeated).unwrap_err().to_string().contains("duplicate field"));
}

#[test]
fn xml_is_decoded_strictly() {
    for by in [
        "<age>x</age>",
        "<age></age>",
        "<age>29.5</age>",
        "<age>4294967325</age>",
        "<age>29</age><age>29</age>",
        "<x>1</x><age>29</age>",
        "",
    ] {
        assert!(!takes::<QuickXml, DummyObject>("<age>29</age>", by), "{by}");
    }
    assert!(!takes::<QuickXml, DummyObject>("<DummyObject>", "<DummyObject age=\"29\">"), "attributes are no fields");
    for end in ["x", "<a></a>", "</a>", "<DummyObject></DummyObject>", "&amp;"] {
        assert!(
            !takes::<QuickXml, DummyObject>("</DummyObject>", &format!("</DummyObject>{end}")),
            "{end} after the root"
        );
    }
    assert!(takes::<QuickXml, DummyObject>("</DummyObject>", "</DummyObject>\r\n"));
    assert!(!takes::<QuickXml, DummyObject>("</DummyObject>", ""));
    assert!(!takes::<QuickXml, DummyObject>("<DummyObject>", "x<DummyObject>"), "text before the root");
    assert!(takes::<QuickXml, DummyObject>("<DummyObject>", "<?xml version=\"1.0\"?>\n<DummyObject>"));
}
