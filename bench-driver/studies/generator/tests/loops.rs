//! The generator against the store that keeps nothing: a store that stops shows as what it is.

use std::io::Write;
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hdrhistogram::Histogram;
use hdrhistogram::serialization::Deserializer;
use serde_json::{Value, json};

const PROGRAM: &str = env!("CARGO_BIN_EXE_generator");

/// The null store, until it is dropped.
struct Server(Child, u16);

impl Server {
    fn start() -> Self {
        let free = TcpListener::bind("127.0.0.1:0").expect("a port is free");
        let port = free.local_addr().expect("it is bound").port();
        drop(free);
        let server = Command::new(PROGRAM).args(["serve", "127.0.0.1", &port.to_string()]).spawn();
        let server = Self(server.expect("it starts"), port);
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            sleep(Duration::from_millis(10));
        }
        server
    }

    fn signal(&self, name: &str) {
        let pid = self.0.id().to_string();
        assert!(Command::new("kill").args([name, &pid]).status().expect("kill runs").success());
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.0.kill().expect("it runs");
        self.0.wait().expect("it was killed");
    }
}

struct Run(Child, PathBuf);

impl Run {
    fn start(server: &Server, load: &Value) -> Self {
        let log = std::env::temp_dir().join(format!("generator-{}", server.1));
        let job = json!({"do": {"run": load}, "store": "null", "hosts": [["127.0.0.1", server.1]],
            "users": 40, "seed": 1, "log": log});
        let pipes = Command::new(PROGRAM).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut run = pipes.expect("it starts");
        let mut input = run.stdin.take().expect("it is piped");
        input.write_all(job.to_string().as_bytes()).expect("it reads");
        Self(run, log)
    }

    fn wait(self) -> Value {
        let done = self.0.wait_with_output().expect("it ends");
        assert!(done.status.success());
        std::fs::remove_file(self.1).expect("it was written");
        serde_json::from_slice(&done.stdout).expect("it is JSON")
    }
}

fn load(clients: u32, rate: Option<f64>, seconds: f64) -> Value {
    let mix = json!({"post": 10, "userline": 45, "timeline": 45});
    json!({"clients": clients, "rate": rate, "mix": mix, "warm_up": 0.5, "seconds": seconds,
        "seed": 1})
}

/// All times of a run, us.
fn times(report: &Value) -> Histogram<u64> {
    let mut all = Histogram::new(3).expect("three digits are possible");
    for one in report["times"].as_array().expect("it is a list") {
        let text = one["histogram"].as_str().expect("it is a text");
        let bytes = STANDARD.decode(text).expect("it is base64");
        let histogram = Deserializer::new().deserialize::<u64, _>(&mut bytes.as_slice());
        all.add(histogram.expect("it is a histogram")).expect("it has room");
    }
    all
}

#[test]
fn a_store_that_stops_for_five_seconds_has_a_tail_of_five_seconds() {
    let server = Server::start();
    let run = Run::start(&server, &load(8, Some(200.0), 7.0));
    sleep(Duration::from_secs(1));
    server.signal("-STOP");
    sleep(Duration::from_secs(5));
    server.signal("-CONT");
    let report = run.wait();
    let all = times(&report);
    assert!(all.max() > 4_900_000, "the slowest took {} us", all.max());
    // Of 7 s, 5 are lost: what was to start then waited 2.5 s on average.
    assert!(all.value_at_quantile(0.5) > 1_000_000, "{} us", all.value_at_quantile(0.5));
    assert!(report["gap"].as_f64() > Some(4.9));
    assert_eq!(report["offered"], all.len(), "each was answered, however late");
}

#[test]
fn a_closed_loop_hardly_shows_that_stop() {
    let server = Server::start();
    let run = Run::start(&server, &load(8, None, 3.0));
    sleep(Duration::from_secs(1));
    server.signal("-STOP");
    sleep(Duration::from_secs(1));
    server.signal("-CONT");
    let all = times(&run.wait());
    assert!(all.max() > 900_000, "the slowest took {} us", all.max());
    let late = all.count_between(900_000, u64::MAX);
    assert!(late <= 8, "{late} operations of 8 clients were late");
}

#[test]
fn an_open_loop_offers_its_rate_and_a_closed_loop_does_all_it_can() {
    let server = Server::start();
    let open = Run::start(&server, &load(8, Some(200.0), 3.0)).wait();
    let offered = open["offered"].as_u64().expect("it is a count");
    assert!((500..700).contains(&offered), "{offered} of some 600");
    let closed = Run::start(&server, &load(8, None, 1.0)).wait();
    assert!(closed["completed"].as_u64() > Some(1_000), "{}", closed["completed"]);
}

#[test]
fn a_store_that_died_fails_operations_and_leaves_open_what_was_under_way() {
    let server = Server::start();
    let run = Run::start(&server, &load(8, Some(200.0), 3.0));
    sleep(Duration::from_secs(1));
    server.signal("-STOP");
    sleep(Duration::from_millis(300));
    drop(server);
    let report = run.wait();
    let errors = &report["errors"];
    assert!(errors["connection"].as_u64() >= Some(1), "{errors}");
    assert!(errors["no connection"].as_u64() > Some(100), "{errors}");
    let sum = |outcome: &str| {
        let each = report["outcomes"].as_object().expect("it is an object").values();
        each.map(|counts| counts[outcome].as_u64().expect("it is a count")).sum::<u64>()
    };
    assert!(sum("acknowledged") > 50 && sum("failed") > 100);
    assert_eq!(sum("unknown"), errors["connection"].as_u64().expect("checked above"));
}

#[test]
fn a_job_that_is_none_is_refused_in_a_sentence() {
    let mut run = Command::new(PROGRAM).stdin(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let run = run.as_mut().expect("it starts");
    drop(run.stdin.take());
    assert!(!run.wait().expect("it ends").success());
}
