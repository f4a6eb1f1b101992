//! Requests of `POST /triggerReqs` that start no run.

use serde_json::json;

use crate::provider::Provider;
use crate::server::{Server, request};

#[actix_web::test]
async fn an_invalid_request_names_its_field() {
    let server = Server::consuming("http://127.0.0.1:9");
    for (changes, field) in [
        (json!({"amount": 0}), "amount"),
        (json!({"amount": "500"}), "amount"),
        (json!({"xyz": 1}), "xyz"),
        (json!({"engine": "x"}), "engine"),
    ] {
        for accept in ["*/*", "application/x-ndjson"] {
            let body = request("http://127.0.0.1:9", &changes).to_string();
            let answer = server.trigger_as("application/json; charset=utf-8", accept, body.as_bytes()).await;
            assert_eq!(answer.problem(), (400, "invalid_request".to_owned()), "{changes}");
            assert_eq!(answer.json()["field"], field);
        }
    }
}

#[actix_web::test]
async fn the_first_of_several_faults_is_told_in_the_order_of_the_contract() {
    let server = Server::consuming("http://127.0.0.1:9");
    let huge = " ".repeat(5000);
    assert_eq!(
        server.trigger_as("text/plain", "*/*", huge.as_bytes()).await.problem(),
        (415, "unsupported_media_type".to_owned())
    );
    assert_eq!(
        server.trigger_as("application/json", "*/*", huge.as_bytes()).await.problem(),
        (413, "too_large".to_owned())
    );
    let both = request("http://127.0.0.1:10", &json!({"amount": 0}));
    assert_eq!(server.trigger(&both).await.problem().1, "invalid_request");
}

#[actix_web::test]
async fn a_body_at_the_cap_is_read() {
    let server = Server::consuming("http://127.0.0.1:9");
    let body = request("http://127.0.0.1:10", &json!({})).to_string();
    let padded = body.clone() + &" ".repeat(4096 - body.len());
    assert_eq!(
        server.trigger_as("application/json", "*/*", padded.as_bytes()).await.problem().1,
        "provider_not_allowed"
    );
    assert_eq!(server.trigger_as("application/json", "*/*", (padded + " ").as_bytes()).await.problem().1, "too_large");
}

#[actix_web::test]
async fn a_provider_off_the_list_sees_no_connection() {
    let unlisted = Provider::good().await;
    let server = Server::consuming("http://127.0.0.1:9");
    let answer = server.trigger(&request(&unlisted.url, &json!({}))).await;
    assert_eq!(answer.problem(), (403, "provider_not_allowed".to_owned()));
    assert_eq!(unlisted.connections(), 0);
}
