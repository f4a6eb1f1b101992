//! `GET /engines`

use crate::client::get;
use crate::server::Server;

#[actix_web::test]
async fn the_server_says_who_it_is_and_what_its_engines_can_do() {
    let server = Server::start(&[]);
    let announced = get(&server.url, "/engines").await.json();
    assert_eq!(announced["runtime"], "rust");
    assert!(announced["runtime_version"].as_str().unwrap().starts_with("rustc 1."), "{announced}");
    assert_eq!(announced["server_version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(announced["flags"]["allocator"], "system");
    let (lock, fuzzed) = (include_str!("../../Cargo.lock"), include_str!("../../fuzz/Cargo.lock"));
    for (engine, (name, format)) in announced["engines"].as_array().unwrap().iter().zip([
        ("serde_json", "JSON"),
        ("bson", "BSON"),
        ("quick-xml", "XML"),
    ]) {
        assert_eq!(
            (&engine["name"], &engine["library"], &engine["format"]),
            (&name.into(), &name.into(), &format.into())
        );
        let linked = format!("name = \"{name}\"\nversion = {}\n", engine["version"]);
        assert!(lock.contains(&linked), "{engine}");
        assert!(fuzzed.contains(&linked), "fuzz/Cargo.lock has another version: {engine}");
        assert_eq!(engine["object_types"], serde_json::json!(["NumericObject", "DummyObject"]));
        assert_eq!((&engine["default"], engine.get("failing")), (&true.into(), None));
    }
}
