//! The provider's paths.

use serde_json::json;
use testbed_contract::Format;
use testbed_objects::{DummyObject, Object};

use crate::client::{call, get};
use crate::server::{Server, carried, request};

#[actix_web::test]
async fn every_object_is_served_canonically_by_number_and_by_name() {
    let server = Server::start(&[]);
    for format in Format::ALL {
        for (object_type, named) in carried(format) {
            let golden = object_type.golden(format);
            let answer = get(&server.url, &format!("/{}Object/{named}", format.name())).await;
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
        let expected = serde_json::to_vec(&DummyObject::variants()[index]).unwrap();
        assert_eq!(answer.body, expected, "{index}");
    }
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
