//! Formats whose bodies the guard does not walk: it accepts the bodies of variants, and nothing else reaches an engine.

use serde_json::json;
use testbed_contract::{Format, Rules};
use testbed_engines::encode_by_default;
use testbed_objects::{DummyObject, Object, PersonName};

use crate::client::call;
use crate::provider::{Provider, Reaction, answer};
use crate::server::{Server, request};

fn known() -> impl Iterator<Item = Format> {
    Format::ALL.into_iter().filter(|format| format.rules() == Rules::Known)
}

/// Bodies that are not that of variant 0 of `DummyObject`, most of which its engine would read.
fn others(format: Format) -> Vec<(&'static str, Vec<u8>)> {
    let golden = DummyObject::golden(format);
    let written = |object: &DummyObject| encode_by_default(format, object).unwrap();
    let mut changed = DummyObject::canonical();
    changed.age += 1;
    let mut flipped = golden.to_vec();
    flipped[golden.len() / 2] ^= 1;
    vec![
        ("the same twice, which reads as once", golden.repeat(2)),
        ("cut", golden[..golden.len() - 1].to_vec()),
        ("extended", [golden, b"\0"].concat()),
        ("flipped", flipped),
        ("an object that is no variant", written(&changed)),
        ("another type's", encode_by_default(format, &PersonName::canonical()).unwrap()),
        ("another variant's", written(DummyObject::variant(None, 1))),
    ]
}

#[actix_web::test]
async fn a_body_that_is_not_the_due_variants_is_refused_by_the_guard_in_a_run() {
    for format in known() {
        let own = DummyObject::golden(format);
        for (name, sent) in others(format).into_iter().chain([("the body that is due", own.to_vec())]) {
            let is_due = sent == own;
            let sent = answer(&format!("200 OK\r\nContent-Type: {}", format.media_type()), &sent);
            let provider = Provider::start(move |_| Reaction::Answer(sent.clone())).await;
            let asked = request(&provider.url, &json!({"object_format": format.name()}));
            let told = Server::consuming(&provider.url).trigger(&asked).await;
            if is_due {
                assert_eq!(told.json()["verified"], 20, "{}", told.json());
                continue;
            }
            assert_eq!(told.problem(), (502, "deserialize_failed".to_owned()), "{name}");
            let problem = told.json();
            assert_eq!((&problem["refused_by"], &problem["request"]), (&json!("guard"), &json!(0)), "{name}");
            let detail = problem["detail"].as_str().unwrap();
            let says = "the guard refuses the provider's body: it is not the body of the variant that is due (at byte ";
            assert!(detail.starts_with(says), "{name}: {detail}");
        }
    }
}

#[actix_web::test]
async fn a_body_is_decoded_that_is_one_of_a_variant_without_a_size() {
    let server = Server::start(&[]);
    for format in known() {
        let path = format!("/decode/{}/DummyObject", format.name());
        for index in [0, 1, 1023] {
            let variant = DummyObject::variant(None, index);
            let body = encode_by_default(format, variant).unwrap();
            let answer = call(&server.url, "POST", &path, "", &body).await;
            assert_eq!((answer.status, answer.body), (200, serde_json::to_vec(variant).unwrap()), "{index}");
        }
        let refused = others(format).into_iter().filter(|(name, _)| *name != "another variant's");
        for (name, body) in refused.chain([("nothing", Vec::new())]) {
            let answer = call(&server.url, "POST", &path, "", &body).await;
            assert_eq!(answer.problem(), (422, "deserialize_failed".to_owned()), "{name}");
            let detail = "the guard refuses the body: it is not the body of a variant (at byte 0)";
            assert_eq!((&answer.json()["refused_by"], &answer.json()["detail"]), (&json!("guard"), &json!(detail)));
        }
        let answer = call(&server.url, "POST", &format!("/decode/{}/Order?size=1KiB", format.name()), "", b"").await;
        assert_eq!((answer.problem().0, &answer.json()["field"]), (400, &json!("size")));
    }
}

#[actix_web::test]
async fn a_run_of_a_size_takes_the_bodies_of_that_size_alone() {
    let provider = Server::start(&[]);
    let server = Server::consuming(&provider.url);
    for format in known() {
        for (size, variants) in [("16KiB", 3), ("256KiB", 32)] {
            let changes =
                json!({"object_format": format.name(), "object_type": "Order", "size": size, "variants": variants});
            let result = server.trigger(&request(&provider.url, &changes)).await.json();
            assert_eq!(result["verified"], 20, "{result}");
        }
    }
}

#[actix_web::test]
async fn a_format_without_an_engine_of_an_operation_is_a_fault_of_the_request() {
    let server = Server::start(&[]);
    for format in known() {
        let changes = json!({"object_format": format.name(), "operation": "partial"});
        let answer = server.trigger(&request(&server.url, &changes)).await;
        assert_eq!((answer.problem().0, &answer.json()["field"]), (400, &json!("object_format")));
    }
}
