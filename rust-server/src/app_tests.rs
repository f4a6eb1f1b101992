//! An engine that fails its goldens writes no answer.

use actix_web::App;
use actix_web::test::{TestRequest, call_service, init_service, read_body_json};
use actix_web::web::Data;
use serde_json::Value;

use super::*;
use testbed_config::Config;
use testbed_objects::{DummyObject, Object};

#[actix_web::test]
async fn no_answer_is_written_by_an_engine_that_fails_its_goldens() {
    let mut state = State::new(Config::read(|_| None).unwrap(), &[]);
    state.engines = state.engines.failing("serde_json");
    let app = init_service(App::new().app_data(Data::new(state)).configure(routes)).await;
    let get = |path: &str| TestRequest::get().uri(path);
    let decode = TestRequest::post().uri("/decode/BSON/2").set_payload(DummyObject::golden(Format::Bson));
    for request in [get("/JSONObject/2"), get("/JSONObject/1?index=7"), get("/json_bytes"), get("/JSONbytes"), decode] {
        let answer = call_service(&app, request.to_request()).await;
        assert_eq!(answer.status(), 500, "{}", answer.request().path());
        let problem: Value = read_body_json(answer).await;
        assert_eq!(problem["code"], "internal");
        let detail = "this object is not served: its default engine fails its goldens; GET /engines says how";
        assert_eq!(problem["detail"], detail);
    }
    assert_eq!(call_service(&app, get("/BSONObject/2").to_request()).await.status(), 200, "another engine");
}
