//! The provider's paths.

use serde_json::json;
use testbed_contract::Format;
use testbed_objects::{DummyObject, Object, Size, Tweet};

use crate::client::{call, get};
use crate::server::{Server, carried, request};

#[actix_web::test]
async fn every_object_is_served_canonically_by_number_and_by_name() {
    let server = Server::start(&[]);
    for format in Format::ALL {
        for (object_type, named) in carried(format) {
            let golden = object_type.golden(format);
            let answer = get(&server.url, &format!("{}/{named}", format.path())).await;
            assert_eq!((answer.status, answer.body.as_slice()), (200, golden), "{format:?} {named}");
            assert_eq!(answer.headers["content-type"], format.media_type());
            assert_eq!(answer.headers["content-length"], golden.len().to_string());
            assert!(!answer.headers.contains_key("transfer-encoding"));
        }
    }
}

#[actix_web::test]
async fn an_index_picks_a_variant() {
    let server = Server::start(&[]);
    for index in [0, 1, 1023] {
        let answer = get(&server.url, &format!("/JSONObject/2?index={index}")).await;
        let expected = serde_json::to_vec(DummyObject::variant(None, index)).unwrap();
        assert_eq!(answer.body, expected, "{index}");
    }
}

/// Of a type and a size that no other test of this program asks for.
#[actix_web::test]
async fn of_a_size_the_one_variant_is_made_that_is_asked_for() {
    let server = Server::start(&[]);
    let made = || (0..128).filter(|index| Tweet::is_provided(Size::KiB64, *index)).collect::<Vec<_>>();
    assert!(made().is_empty());
    for (index, expected) in [(7, vec![7]), (3, vec![3, 7]), (7, vec![3, 7])] {
        assert_eq!(get(&server.url, &format!("/JSONObject/Tweet?size=64KiB&index={index}")).await.status, 200);
        assert_eq!(made(), expected);
    }
    assert!(!Tweet::kept(Some(Size::KiB64)).has(7), "none is kept for runs");
}

#[actix_web::test]
async fn an_index_out_of_range_or_no_integer_is_invalid() {
    let server = Server::start(&[]);
    for query in ["index=1024", "index=-1", "index=x", "index=1.0", "index="] {
        let answer = get(&server.url, &format!("/BSONObject/1?{query}")).await;
        assert_eq!(answer.problem(), (400, "invalid_request".to_owned()), "{query}");
        assert_eq!(answer.json()["field"], "index", "{query}");
    }
}

#[actix_web::test]
async fn a_size_picks_objects_of_that_size() {
    let server = Server::start(&[]);
    for format in Format::ALL {
        for (size, last) in [("1KiB", 1023), ("16KiB", 511), ("64KiB", 127), ("256KiB", 31)] {
            let path = format!("{}/Timeline", format.path());
            let first = get(&server.url, &format!("{path}?size={size}")).await;
            assert_eq!((first.status, first.body.len() > 512), (200, true), "{size}");
            let other = get(&server.url, &format!("{path}?index={last}&size={size}")).await;
            assert_eq!((other.status, other.body == first.body), (200, false), "{size}");
            let beyond = get(&server.url, &format!("{path}?size={size}&index={}", last + 1)).await;
            assert_eq!((beyond.problem().0, &beyond.json()["field"]), (400, &"index".into()), "{size}");
        }
    }
    let named =
        |path: &'static str| async { get(&server.url, path).await.json()["detail"].as_str().unwrap().to_owned() };
    let allowed = "allowed is 1KiB, 16KiB, 64KiB, 256KiB";
    assert_eq!(named("/JSONObject/Timeline?size=2KiB").await, format!("size is \"2KiB\"; {allowed}"));
    assert_eq!(named("/JSONObject/Row6?size=").await, format!("size is \"\"; {allowed}"));
    let others = "leave size out, or choose one of NameList, Order, Timeline, Tweet";
    assert_eq!(named("/JSONObject/Row6?size=1KiB").await, format!("Row6 has no sizes; {others}"));
    assert_eq!(named("/JSONObject/Order?size=1KiB&size=1KiB").await, "size is repeated; allowed is once");
}

#[actix_web::test]
async fn a_run_of_a_size_gets_its_own_bodies_in_every_format() {
    let provider = Server::start(&[]);
    let server = Server::consuming(&provider.url);
    for (format, source) in Format::ALL.map(Format::name).into_iter().zip(["replay", "http"].into_iter().cycle()) {
        for size in Size::ALL.map(Size::name) {
            let asked = json!({"object_format": format, "object_type": "NameList", "size": size, "variants": 8, "source": source});
            let result = server.trigger(&request(&provider.url, &asked)).await.json();
            let (least, most) = (result["payload"]["min_bytes"].as_u64(), result["payload"]["max_bytes"].as_u64());
            let bytes = Size::ALL.into_iter().find(|known| known.name() == size).unwrap().bytes() as u64;
            assert!(least > Some(bytes / 4) && most < Some(bytes * 2), "{format} {size}: {result}");
        }
    }
}

#[actix_web::test]
async fn an_unknown_object_type_is_not_found() {
    let server = Server::start(&[]);
    for named in ["3", "0", "dummyobject", "DummyObject%00"] {
        assert_eq!(get(&server.url, &format!("/XMLObject/{named}")).await.problem().1, "not_found", "{named}");
    }
}

#[actix_web::test]
async fn an_object_type_that_a_format_cannot_carry_is_not_found_in_it() {
    let server = Server::start(&[]);
    let detail = "XML cannot carry Polygon: nothing tells where an inner list of Polygon.coordinates ends; ask for another format";
    for path in ["/XMLObject/Polygon", "/XMLObject/Polygon?index=x"] {
        let answer = get(&server.url, path).await;
        assert_eq!(answer.problem(), (404, "not_found".to_owned()), "{path}");
        assert_eq!(answer.json()["detail"], detail);
    }
    let answer = call(&server.url, "POST", "/decode/XML/Polygon", "", b"<Polygon/>").await;
    assert_eq!((answer.problem(), &answer.json()["detail"]), ((404, "not_found".to_owned()), &detail.into()));
    let run = request(&server.url, &json!({"object_format": "XML", "object_type": "Polygon"}));
    let answer = server.trigger(&run).await;
    assert_eq!(answer.problem(), (400, "invalid_request".to_owned()));
    assert_eq!((&answer.json()["field"], &answer.json()["detail"]), (&"object_format".into(), &detail.into()));
}

#[actix_web::test]
async fn json_bytes_are_the_canonical_dummy_object_with_its_length() {
    let server = Server::start(&[]);
    let golden = DummyObject::golden(Format::Json);
    for path in ["/json_bytes", "/JSONbytes"] {
        assert_eq!(get(&server.url, path).await.body, golden, "{path}");
        let head = call(&server.url, "HEAD", path, "", b"").await;
        assert_eq!((head.body.len(), &head.headers["content-length"]), (0, &golden.len().to_string()), "{path}");
    }
}
