//! Every number of `providers/vectors/doubles.json`, which each engine must read as its nearest double: as its text, or as BSON holds it.

use std::collections::BTreeMap;

use super::*;
use ::bson::{Bson as Held, doc};
use testbed_contract::Rules;
use testbed_guard::Guard;
use testbed_objects::numeric_object::Coordinate;
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

fn track(rules: Rules, numbers: &[Written]) -> Vec<u8> {
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
    body(numbers, if rules == Rules::Xml { xml } else { json })
}

fn order(rules: Rules, numbers: &[Written]) -> Vec<u8> {
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
    body(numbers, if rules == Rules::Xml { xml } else { json })
}

/// The track in BSON, which holds each number as it is given.
fn track_of(held: &[Held]) -> Vec<u8> {
    let point = |held: &Held| doc! { "timestamp": 1, "latitude": held.clone(), "longitude": 2.5 };
    let points: Vec<_> = held.iter().map(point).collect();
    let track = doc! { "id": "a", "index": 1, "numbr": 2, "coordinates": points };
    track.to_vec().unwrap()
}

fn order_of(held: &[Held]) -> Vec<u8> {
    let line = |held: &Held| {
        let (price, discount) = (held.clone(), held.clone());
        doc! { "sku": "a", "title": "t", "quantity": 1, "unitPrice": price, "discount": discount, "tags": [] }
    };
    let lines: Vec<_> = held.iter().map(line).collect();
    let customer = doc! { "id": 1, "name": "n", "email": "e", "isCompany": true };
    let billing = doc! { "street": "s", "city": "c", "postcode": "1", "country": "DE" };
    let order = doc! {
        "id": "a", "number": 1, "status": "paid", "placedAt": "p", "customer": customer, "billing": billing,
        "lines": lines, "total": 1.0, "currency": "EUR",
    };
    order.to_vec().unwrap()
}

/// The numbers as BSON holds them: each as its double, and those again that are whole and fit as an integer.
fn held(numbers: &[Written]) -> (Vec<Written>, Vec<Held>) {
    let doubles = numbers.iter().map(|number| (number.clone(), Held::Double(f64::from_bits(number.1))));
    let integers = numbers.iter().filter_map(|number| Some((number.clone(), integer(&number.0)?)));
    doubles.chain(integers).unzip()
}

/// None of a zero, which may have a sign.
fn integer(text: &str) -> Option<Held> {
    let (digits, fraction) = text.split_once('.').unwrap_or((text, ""));
    let number: i64 = digits.parse().ok().filter(|number| *number != 0)?;
    let is_whole = fraction.bytes().all(|digit| digit == b'0');
    is_whole.then(|| i32::try_from(number).map_or(Held::Int64(number), Held::Int32))
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

/// Where no body writes a number otherwise than by its bits, these must come back.
fn holds_each<E: Engine>(numbers: &[Written]) {
    let mut track = NumericObject::canonical();
    let point = track.coordinates.remove(0);
    let points = numbers.iter().map(|(_, bits)| Coordinate { latitude: f64::from_bits(*bits), ..point.clone() });
    track.coordinates = points.collect();
    let read: NumericObject = E::decode(&E::encode(&track).unwrap()).unwrap();
    assert_nearest(E::NAME, numbers, read.coordinates.iter().map(|point| point.latitude));
}

struct OfEachEngine(Vec<Written>);

impl Visitor for OfEachEngine {
    fn visit<E: Engine>(&mut self) {
        // Floors and passes do not parse.
        if E::CHECKS.is_empty() {
            return;
        }
        if E::FORMAT.rules() == Rules::Known {
            holds_each::<E>(&self.0);
            return;
        }
        let is_bson = E::FORMAT.rules() == Rules::Bson;
        let (numbers, held) = if is_bson { held(&self.0) } else { (self.0.clone(), Vec::new()) };
        let numbers = &numbers;
        let bytes = if is_bson { track_of(&held) } else { track(E::FORMAT.rules(), numbers) };
        let track: NumericObject = decoded::<E, _>(&bytes);
        assert_nearest(E::NAME, numbers, track.coordinates.iter().map(|point| point.latitude));
        if E::reads::<Order>() {
            let bytes = if is_bson { order_of(&held) } else { order(E::FORMAT.rules(), numbers) };
            let order: Order = decoded::<E, _>(&bytes);
            assert_nearest(E::NAME, numbers, order.lines.iter().map(|line| line.unit_price));
            assert_nearest(E::NAME, numbers, order.lines.iter().map(|line| line.discount.unwrap()));
        }
        if E::FORMAT.rules() == Rules::Json {
            let json = [r#"{"type":"Polygon","bbox":[],"coordinates":[["#, "[#]", ",", "]]}"];
            let polygon: Polygon = decoded::<E, _>(&body(numbers, json));
            assert_nearest(E::NAME, numbers, polygon.coordinates[0].iter().map(|list| list[0]));
        }
    }
}

fn latitude<E: partial::PartialEngine>(body: &[u8]) -> f64 {
    let excerpt: NumericExcerpt = E::read(body).unwrap();
    excerpt.latitude.unwrap()
}

impl partial::Visitor for OfEachEngine {
    fn visit<E: partial::PartialEngine>(&mut self) {
        if E::FORMAT.rules() == Rules::Bson {
            let (numbers, held) = held(&self.0);
            let other = Held::Double(7.5);
            let body = |held| track_of(&[&other, &other, &other, &other, held].map(Clone::clone));
            assert_nearest(E::NAME, &numbers, held.iter().map(|held| latitude::<E>(&body(held))));
            return;
        }
        let other = ("7.5".to_owned(), 0);
        let body = |number| track(E::FORMAT.rules(), &[&other, &other, &other, &other, number].map(Clone::clone));
        assert_nearest(E::NAME, &self.0, self.0.iter().map(|number| latitude::<E>(&body(number))));
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
