//! The threads of runs that end early. One test, and so a process of its own: no other test's threads are counted.

use std::fs;
use std::io::{Read, Write};
use std::net::TcpListener;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;
use testbed_answer::Event;
use testbed_config::Config;
use testbed_contract::Code;
use testbed_environment::{Build, Libraries};
use testbed_request::{RunRequest, sample};
use testbed_run::Runs;

/// How many threads of this process parse.
fn parsing() -> usize {
    let tasks = fs::read_dir("/proc/self/task").expect("the kernel lists the threads of a process");
    let names = tasks.filter_map(|task| fs::read_to_string(task.ok()?.path().join("comm")).ok());
    names.filter(|name| name.starts_with("parse-")).count()
}

/// Waits for what must come soon; a test that waits in vain fails.
fn soon(condition: impl Fn() -> bool) {
    let end = Instant::now() + Duration::from_mins(1);
    while !condition() {
        assert!(Instant::now() < end, "it does not come true");
        thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn whoever_ends_a_run_early_its_threads_are_gone_before_the_next_may_begin() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    thread::spawn(move || {
        let golden = sample(&json!({})).codec.encode(None, 0).unwrap();
        let head =
            format!("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n", golden.len());
        let (mut connection, _) = listener.accept().unwrap();
        assert!(connection.read(&mut [0; 1024]).unwrap() > 0);
        connection.write_all(&[head.as_bytes(), &golden].concat()).unwrap();
    });
    let runs = Runs::new(Config::read(|_| None).unwrap(), Build::of(&[]), Libraries::new());
    // More than a thread parses in minutes.
    let request = || {
        let replay = sample(&json!({"source": "replay"}));
        RunRequest { amount: 2_000_000_000, ..replay.asking(&url).on(Some(3)) }
    };

    let events = runs.start(request()).unwrap();
    soon(|| parsing() == 3);
    drop(events);
    soon(|| runs.right().is_ok());
    assert_eq!(parsing(), 0, "the client is gone, and so are they");

    let mut events = runs.start(request()).unwrap();
    soon(|| parsing() == 3);
    runs.stop();
    let last = std::iter::from_fn(|| events.blocking_recv()).last();
    match last {
        Some(Event::Problem(problem)) => assert_eq!(problem.code, Code::ShuttingDown),
        other => panic!("{other:?}"),
    }
    assert_eq!(parsing(), 0, "the server stops, and they are gone before it answers");
}
