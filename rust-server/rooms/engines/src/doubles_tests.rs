//! Every number of `providers/vectors/doubles.json`, which each engine must read as its nearest double.

use std::collections::BTreeMap;

use super::*;
use testbed_contract::Format;
use testbed_guard::Guard;
use testbed_objects::{NumericExcerpt, NumericObject, Object, Order, Polygon};

/// What a body has, and the bits of its nearest double.
type Written = (String, u64);

fn numbers() -> Vec<Written> {
    let kinds: BTreeMap<String, Vec<[String; 2]>> =
        ::serde_json::from_str(include_str!("../../../../providers/vectors/doubles.json")).unwrap();
    let number = |[text, bits]: [String; 2]| (text, u64::from_str_radix(&bits, 16).unwrap());
    kinds.into_values().flatten().map(number).collect()
}

/// A body with an item for each number, in place of each `#`.
fn body(numbers: &[Written], parts: [&str; 4]) -> Vec<u8> {
    let [head, item, between, tail] = parts;
    let items: Vec<_> = numbers.iter().map(|(text, _)| item.replace('#', text)).collect();
    format!("{head}{}{tail}", items.join(between)).into_bytes()
}

fn track(format: Format, numbers: &[Written]) -> Vec<u8> {
    let xml = [
        "<NumericObject><id>a</id><index>1</index><numbr>2</numbr>",
        "<coordinates><timestamp>1</timestamp><latitude>#</latitude><longitude>2.5</longitude></coordinates>",
        "",
        "</NumericObject>",
    ];
    let json = [
        r#"{"id":"a","index":1,"numbr":2,"coordinates":["#,
        r#"{"timestamp":1,"latitude":#,"longitude":2.5}"#,
        ",",
        "]}",
    ];
    body(numbers, if format == Format::Xml { xml } else { json })
}

fn order(format: Format, numbers: &[Written]) -> Vec<u8> {
    let xml = [
        "<Order><id>a</id><number>1</number><status>paid</status><placedAt>p</placedAt><customer><id>1</id>\
         <name>n</name><email>e</email><isCompany>true</isCompany></customer><billing><street>s</street>\
         <city>c</city><postcode>1</postcode><country>DE</country></billing>",
        "<lines><sku>a</sku><title>t</title><quantity>1</quantity><unitPrice>#</unitPrice>\
         <discount>#</discount></lines>",
        "",
        "<total>1</total><currency>EUR</currency></Order>",
    ];
    let json = [
        r#"{"id":"a","number":1,"status":"paid","placedAt":"p","customer":{"id":1,"name":"n","email":"e",
        "isCompany":true},"billing":{"street":"s","city":"c","postcode":"1","country":"DE"},"lines":["#,
        r#"{"sku":"a","title":"t","quantity":1,"unitPrice":#,"discount":#,"tags":[]}"#,
        ",",
        r#"],"total":1.0,"currency":"EUR"}"#,
    ];
    body(numbers, if format == Format::Xml { xml } else { json })
}

fn decoded<E: Engine, T: Object>(bytes: &[u8]) -> T {
    assert_eq!(Guard::new(E::FORMAT, T::TYPE).check(bytes), Ok(()), "{}", T::TYPE.name);
    E::decode(bytes).unwrap()
}

/// The numbers must have been read to the last bit, as they stand.
fn assert_nearest(name: &str, numbers: &[Written], read: impl ExactSizeIterator<Item = f64>) {
    assert_eq!(read.len(), numbers.len(), "{name}");
    let pairs = numbers.iter().zip(read);
    let misread: Vec<_> = pairs.filter(|((_, bits), read)| read.to_bits() != *bits).collect();
    assert!(misread.is_empty(), "{name} misreads {}: {:?}", misread.len(), &misread[..misread.len().min(9)]);
}

struct OfEachEngine(Vec<Written>);

impl Visitor for OfEachEngine {
    fn visit<E: Engine>(&mut self) {
        // BSON has the bits; floors and passes do not parse.
        if E::FORMAT == Format::Bson || E::CHECKS.is_empty() {
            return;
        }
        let numbers = &self.0;
        let track: NumericObject = decoded::<E, _>(&track(E::FORMAT, numbers));
        assert_nearest(E::NAME, numbers, track.coordinates.iter().map(|point| point.latitude));
        if E::reads::<Order>() {
            let order: Order = decoded::<E, _>(&order(E::FORMAT, numbers));
            assert_nearest(E::NAME, numbers, order.lines.iter().map(|line| line.unit_price));
            assert_nearest(E::NAME, numbers, order.lines.iter().map(|line| line.discount.unwrap()));
        }
        if E::FORMAT == Format::Json {
            let json = [r#"{"type":"Polygon","bbox":[],"coordinates":[["#, "[#]", ",", "]]}"];
            let polygon: Polygon = decoded::<E, _>(&body(numbers, json));
            assert_nearest(E::NAME, numbers, polygon.coordinates[0].iter().map(|list| list[0]));
        }
    }
}

impl partial::Visitor for OfEachEngine {
    fn visit<E: partial::PartialEngine>(&mut self) {
        if E::FORMAT == Format::Bson {
            return;
        }
        let other = ("7.5".to_owned(), 0);
        let read = self.0.iter().map(|number| {
            let numbers = [&other, &other, &other, &other, number].map(Clone::clone);
            let excerpt: NumericExcerpt = E::read(&track(E::FORMAT, &numbers)).unwrap();
            excerpt.latitude.unwrap()
        });
        assert_nearest(E::NAME, &self.0, read);
    }
}

#[test]
fn every_engine_reads_the_nearest_double() {
    registry(&mut OfEachEngine(numbers()));
}

#[test]
fn every_engine_of_three_fields_reads_the_nearest_double() {
    partial::registry(&mut OfEachEngine(numbers()));
}
