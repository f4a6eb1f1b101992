//! Bodies in a content coding: served, asked for, decoded, refused.

use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use testbed_codings::{Decoder, encode};
use testbed_contract::{Coding, Format};
use testbed_objects::{DummyObject, Object};

use crate::client::{call, get};
use crate::provider::{GOLDEN, Provider, Reaction, answer, json};
use crate::server::{Server, request};

#[actix_web::test]
async fn an_object_comes_in_the_coding_that_alone_is_asked_for() {
    let server = Server::start(&[]);
    for coding in Coding::ALL {
        let mut decoder = Decoder::new(coding, 65_536);
        for format in Format::ALL {
            let headers = format!("Accept-Encoding:  {} \r\n", coding.name().to_uppercase());
            let answer = call(&server.url, "GET", &format!("{}/2", format.path()), &headers, b"").await;
            assert_eq!((answer.status, answer.headers["content-encoding"].as_str()), (200, coding.name()));
            assert_eq!(answer.headers["content-type"], format.media_type());
            assert_eq!(answer.headers["content-length"], answer.body.len().to_string());
            assert_eq!(decoder.decode(&answer.body).unwrap(), DummyObject::golden(format), "{coding:?} {format:?}");
        }
        let path = "/JSONObject/Order?size=16KiB&index=3";
        let headers = format!("Accept-Encoding: {}\r\n", coding.name());
        let sized = call(&server.url, "GET", path, &headers, b"").await;
        let plain = get(&server.url, path).await.body;
        assert!(sized.body.len() < plain.len() / 2, "{coding:?}");
        assert_eq!(decoder.decode(&sized.body).unwrap(), plain, "{coding:?}");
    }
}

#[actix_web::test]
async fn any_other_wish_gets_the_body_as_it_is() {
    let server = Server::start(&[]);
    let field = |value: &str| format!("Accept-Encoding: {value}\r\n");
    let wishes = ["gzip, deflate, br, zstd", "*", "gzip;q=1", "identity", "deflate", "gzip,", ""].map(field);
    for headers in wishes.into_iter().chain([field("gzip") + &field("gzip")]) {
        let answer = call(&server.url, "GET", "/JSONObject/2", &headers, b"").await;
        assert_eq!((answer.status, answer.body.as_slice()), (200, GOLDEN), "{headers}");
        assert!(!answer.headers.contains_key("content-encoding"), "{headers}");
    }
    let other = call(&server.url, "GET", "/json_bytes", &field("gzip"), b"").await;
    assert_eq!((other.status, other.body.as_slice()), (200, GOLDEN));
}

#[actix_web::test]
async fn a_run_decodes_in_a_window_of_its_own_and_tells_of_both_bodies() {
    let provider = Server::start(&[]);
    let consumer = Server::consuming(&provider.url);
    let run = async |changes: &Value| consumer.trigger(&request(&provider.url, changes)).await.json();
    let plain = run(&json!({"warmup": 3})).await;
    assert_eq!((plain.get("coded"), plain.get("decoding"), plain["warmup"].get("decoding")), (None, None, None));
    for coding in Coding::ALL {
        let coded = encode(coding, GOLDEN);
        for how in [json!({"warmup": 3}), json!({"block": 8}), json!({"source": "replay"}), json!({"source": "replay"})]
        {
            let mut changes = json!({"coding": coding});
            changes.as_object_mut().unwrap().extend(how.as_object().unwrap().clone());
            let result = run(&changes).await;
            assert_eq!(result["payload"]["sha256"], plain["payload"]["sha256"], "{result}");
            let length = coded.len();
            assert_eq!(
                result["coded"],
                json!({"coding": coding, "bytes": 20 * length, "min_bytes": length, "max_bytes": length,
                    "sha256": hex::encode(Sha256::digest(&coded))})
            );
            let (decoding, parse) = (result["decoding"].as_object().unwrap(), result["parse"].as_object().unwrap());
            assert!(decoding.keys().eq(parse.keys()) && decoding["min_ns"].as_u64() > Some(0), "{result}");
            assert_eq!(result["warmup"].get("decoding").is_some(), how.get("warmup").is_some(), "{result}");
        }
    }
}

/// The problem of a run in gzip whose provider answers each request by this.
async fn problem(answer: Vec<u8>, source: &str) -> Value {
    let provider = Provider::start(move |_| Reaction::Answer(answer.clone())).await;
    let changes = json!({"coding": "gzip", "source": source});
    Server::consuming(&provider.url).trigger(&request(&provider.url, &changes)).await.json()
}

fn gzip(body: &[u8]) -> Vec<u8> {
    answer("200 OK\r\nContent-Type: application/json\r\nContent-Encoding: gzip", body)
}

#[actix_web::test]
async fn a_body_that_breaks_a_rule_of_its_coding_is_refused_before_guard_and_engine() {
    let coded = encode(Coding::Gzip, GOLDEN);
    for source in ["http", "replay"] {
        for body in [coded[..40].to_vec(), coded.repeat(2), GOLDEN.to_vec()] {
            let problem = problem(gzip(&body), source).await;
            let told = (&problem["code"], &problem["refused_by"], &problem["body_bytes"]);
            assert_eq!(told, (&"deserialize_failed".into(), &"coding".into(), &body.len().into()), "{problem}");
            assert!(problem["detail"].as_str().unwrap().contains("not gzip"), "{problem}");
        }
        let not_json = problem(gzip(&encode(Coding::Gzip, b"[]")), source).await;
        assert_eq!(not_json["refused_by"], "guard", "what is decoded is guarded: {not_json}");
        let bomb = problem(gzip(&encode(Coding::Gzip, &vec![b' '; 1 << 20])), source).await;
        assert_eq!(bomb["code"], "provider_too_large", "{bomb}");
    }
}

#[actix_web::test]
async fn another_coding_than_the_one_asked_for_is_refused() {
    let coded = encode(Coding::Gzip, GOLDEN);
    let zstd = answer("200 OK\r\nContent-Type: application/json\r\nContent-Encoding: zstd", &coded);
    for (answer, came) in [(json(GOLDEN), "none"), (zstd, "zstd")] {
        let problem = problem(answer, "http").await;
        assert_eq!(problem["code"], "provider_content_type", "{problem}");
        let detail = format!("the provider was asked for Content-Encoding gzip and answered with {came}");
        assert_eq!(problem["detail"], detail);
    }
}

#[actix_web::test]
async fn a_provider_whose_bomb_was_kept_is_asked_again() {
    let (bomb, coded) = (gzip(&encode(Coding::Gzip, &vec![0; 1 << 20])), gzip(&encode(Coding::Gzip, GOLDEN)));
    let react = move |number| Reaction::Answer(if number == 0 { bomb.clone() } else { coded.clone() });
    let provider = Provider::start(react).await;
    let consumer = Server::consuming(&provider.url);
    let replay = request(&provider.url, &json!({"coding": "gzip", "source": "replay"}));
    assert_eq!(consumer.trigger(&replay).await.json()["code"], "provider_too_large");
    assert_eq!(consumer.trigger(&replay).await.json()["verified"], 20);
}

#[actix_web::test]
async fn codings_are_announced_with_their_libraries() {
    let server = Server::start(&[]);
    let announced = get(&server.url, "/engines").await.json();
    let codings = announced["codings"].as_array().unwrap();
    let names: Vec<_> = codings.iter().map(|coding| coding["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["gzip", "zstd", "br"]);
    for coding in codings {
        let library = coding["library"].as_str().unwrap();
        let linked = format!("name = \"{library}\"\nversion = {}\n", coding["version"]);
        assert!(include_str!("../../Cargo.lock").contains(&linked), "{coding}");
    }
}
