//! When variants are loaded. One test, and so a process of its own: they are loaded once in each.

use std::io::Read;
use std::net::TcpListener;
use std::thread;

use serde_json::json;
use testbed_config::Config;
use testbed_environment::{Build, Libraries};
use testbed_request::sample;
use testbed_run::Runs;

#[test]
fn variants_are_loaded_when_a_run_names_their_type_and_before_its_first_request() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let provider = format!("http://{}", listener.local_addr().unwrap());
    // Each request checks every engine against its goldens, as a server does at its start.
    let request = sample(&json!({"object_type": "DummyObject"})).asking(&provider);
    let (named, other) = (request.codec, sample(&json!({"object_type": "NumericObject"})).codec);
    // Looks as the request comes, then closes the connection, which ends the run.
    let provider = thread::spawn(move || {
        let (mut connection, _) = listener.accept().unwrap();
        assert!(connection.read(&mut [0; 1024]).unwrap() > 0);
        (named.load(None, 0), named.load(None, 1), other.load(None, 0))
    });
    let runs = Runs::new(Config::read(|_| None).unwrap(), Build::of(&[]), Libraries::new());
    let mut events = runs.start(request).unwrap();
    while events.blocking_recv().is_some() {}
    let (had_to_load_named, had_to_load_next, had_to_load_other) = provider.join().unwrap();
    assert!(!had_to_load_named, "the run loaded them before it asked for a body");
    assert!(had_to_load_next, "the run has one variant, and made no other");
    assert!(had_to_load_other, "neither the start nor a run of another type did");
}
