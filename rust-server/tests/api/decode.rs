//! `POST /decode/{format}/{object_type}`

use testbed_contract::Format;

use crate::client::{Answer, call, get};
use crate::provider::GOLDEN;
use crate::server::{Server, carried};

async fn decode(server: &Server, path: &str, body: &[u8]) -> Answer {
    call(&server.url, "POST", &format!("/decode/{path}"), "", body).await
}

#[actix_web::test]
async fn every_golden_comes_back_as_canonical_json() {
    let server = Server::start(&[]);
    for format in Format::ALL {
        for (object_type, named) in carried(format) {
            let answer = decode(&server, &format!("{}/{named}", format.name()), object_type.golden(format)).await;
            let json = object_type.golden(Format::Json);
            assert_eq!((answer.status, answer.body.as_slice()), (200, json), "{format:?} {named}");
            assert_eq!(answer.headers["content-type"], "application/json");
        }
    }
}

#[actix_web::test]
async fn hostile_bytes_and_wrong_ones_are_refused_by_the_guard() {
    let server = Server::start(&[]);
    // Each level is one document more around the last: 14 KB that end a process whose bson crate sees them.
    let bomb = (1..1750).fold(b"\x05\0\0\0\0".to_vec(), |inner, _| {
        let length = i32::try_from(inner.len() + 8).unwrap();
        [&length.to_le_bytes(), b"\x03a\0".as_slice(), &inner, b"\0"].concat()
    });
    let deep = [b"[".repeat(60_000)].concat();
    let cases: [(&str, &[u8]); 9] = [
        ("JSON", b""),
        ("JSON", &deep),
        ("JSON", b"{\"x\":\"\xff\"}"),
        ("XML", b"<!DOCTYPE a [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><a>&x;</a>"),
        ("BSON", &bomb),
        ("JSON", b"null"),
        ("JSON", b"[]"),
        ("XML", b"<a></a>"),
        ("XML", b"<DummyObject></DummyObject>"),
    ];
    for (format, body) in cases {
        let answer = decode(&server, &format!("{format}/2"), body).await;
        assert_eq!(answer.problem(), (422, "deserialize_failed".to_owned()), "{format} {}", body.len());
        assert_eq!(answer.json()["refused_by"], "guard");
        assert_eq!(get(&server.url, "/health_check").await.status, 200, "the server serves on");
    }
}

#[actix_web::test]
async fn an_engine_is_named_by_its_format_and_no_other() {
    let server = Server::start(&[]);
    assert_eq!(decode(&server, "JSON/2?engine=serde_json", GOLDEN).await.body, GOLDEN);
    for engine in ["quick-xml", "none-such", ""] {
        let answer = decode(&server, &format!("JSON/2?engine={engine}"), GOLDEN).await;
        assert_eq!(answer.problem(), (400, "invalid_request".to_owned()), "{engine:?}");
        assert_eq!(answer.json()["field"], "engine");
    }
}

#[actix_web::test]
async fn a_body_at_the_cap_is_read_and_one_over_it_is_not() {
    let server = Server::start(&[("MAX_OBJECT_BYTES", "2000")]);
    let padded = |length: usize| [GOLDEN, b" ".repeat(length - GOLDEN.len()).as_slice()].concat();
    assert_eq!(decode(&server, "JSON/2", &padded(2000)).await.body, GOLDEN);
    assert_eq!(decode(&server, "JSON/2", &padded(2001)).await.problem(), (413, "too_large".to_owned()));
    let chunked = [b"7d1\r\n".as_slice(), &padded(2001), b"\r\n0\r\n\r\n"].concat();
    let answer = call(&server.url, "POST", "/decode/JSON/2", "Transfer-Encoding: chunked\r\n", &chunked).await;
    assert_eq!(answer.problem(), (413, "too_large".to_owned()), "without a declared length too");
}

#[actix_web::test]
async fn a_size_raises_the_cap_to_that_of_a_run_of_it() {
    let server = Server::start(&[]);
    let object = get(&server.url, "/JSONObject/Order?size=64KiB&index=1").await.body;
    let padded = |length: usize| [object.as_slice(), b" ".repeat(length - object.len()).as_slice()].concat();
    let most = 4 << 16;
    assert_eq!(decode(&server, "JSON/Order?size=64KiB", &padded(most)).await.body, object);
    for (path, length) in
        [("JSON/Order?size=64KiB", most + 1), ("JSON/Order?size=1KiB", 65_537), ("JSON/Order", 65_537)]
    {
        assert_eq!(
            decode(&server, path, &padded(length.max(object.len()))).await.problem(),
            (413, "too_large".to_owned()),
            "{path}"
        );
    }
    for path in ["JSON/Order?size=2KiB", "JSON/DummyObject?size=64KiB", "JSON/Order?size=64KiB&size=64KiB"] {
        let answer = decode(&server, path, b"{}").await;
        assert_eq!(answer.problem(), (400, "invalid_request".to_owned()), "{path}");
        assert_eq!(answer.json()["field"], "size", "{path}");
    }
}

#[actix_web::test]
async fn a_body_that_breaks_off_its_chunks_is_told_why() {
    let server = Server::start(&[]);
    let answer =
        call(&server.url, "POST", "/decode/JSON/2", "Transfer-Encoding: chunked\r\n", b"2\r\n{}no chunk").await;
    assert_eq!(answer.problem(), (400, "invalid_request".to_owned()));
    let detail = answer.json()["detail"].as_str().unwrap().to_owned();
    assert!(detail.starts_with("the body did not arrive whole: "), "{detail}");
}
