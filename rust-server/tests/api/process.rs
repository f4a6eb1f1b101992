//! The server as a process of its own: how it starts, how many it serves, what attacks leave of it.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use actix_web::rt::time::{sleep, timeout};
use rust_server_flags::compiler_flags;
use rustix::process::{Pid, Resource, Rlimit, Signal, getrlimit, kill_process, setrlimit};
use serde_json::{Value, json};
use socket2::SockRef;
use testbed_contract::Format;
use testbed_objects::{DummyObject, Object};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

use crate::client::{call, get, send};
use crate::provider::{Provider, Reaction, answer};
use crate::server::{Server, request};

/// What a crowd may take on a busy machine: less than the server lets a connection wait.
const WAITED: Duration = Duration::from_mins(1);

const PROGRAM: &str = env!("CARGO_BIN_EXE_rust-server");

/// A running server; it ends with its test.
struct Process {
    child: Child,
    url: String,
}

impl Process {
    /// Starts one on a free port with at most this many open files, which it may raise again.
    fn start(variables: &[(&str, &str)], open_files: u64) -> Self {
        Self::logging(variables, open_files, Stdio::inherit())
    }

    /// The same, with its log written there.
    fn logging(variables: &[(&str, &str)], open_files: u64, log: Stdio) -> Self {
        let mut command = Command::new("sh");
        command.args(["-c", &format!("ulimit -S -n {open_files}; exec \"$0\""), PROGRAM]);
        command.env("PORT", "0").envs(variables.iter().copied()).stdout(Stdio::piped()).stderr(log);
        let mut child = command.spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let listening: Value = serde_json::from_str(&line).unwrap();
        Self { child, url: listening["url"].as_str().unwrap().to_owned() }
    }

    /// A figure of `/proc/<pid>/status`, KiB: `VmRSS` now, `VmHWM` at most.
    fn memory(&self, name: &str) -> u64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix(name)).unwrap();
        line.trim_matches(|letter: char| !letter.is_ascii_digit()).parse().unwrap()
    }

    /// The time on a CPU of all its threads, and of those that answer; nanoseconds.
    fn time_on_cpu(&self) -> (u64, u64) {
        let (mut all, mut answering) = (0, 0);
        for thread in fs::read_dir(format!("/proc/{}/task", self.child.id())).unwrap() {
            let thread = thread.unwrap().path();
            let told = fs::read_to_string(thread.join("schedstat")).unwrap();
            let took: u64 = told.split(' ').next().unwrap().parse().unwrap();
            all += took;
            if fs::read_to_string(thread.join("comm")).unwrap().starts_with("actix-") {
                answering += took;
            }
        }
        (all, answering)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ended = self.child.kill();
        let _status = self.child.wait();
    }
}

/// Documents of BSON in each other, the innermost empty; a level is 8 bytes.
fn nested_bson(levels: usize) -> Vec<u8> {
    let length = |levels: usize| i32::try_from(8 * levels - 3).unwrap().to_le_bytes();
    let heads: Vec<u8> =
        (2..=levels).rev().flat_map(|levels| [length(levels).as_slice(), b"\x03a\0"].concat()).collect();
    [heads.as_slice(), &length(1), &vec![0; levels]].concat()
}

/// The golden document with an element more, of a name that the object does not have.
fn with_unknown(kind: u8, value: &[u8]) -> Vec<u8> {
    let golden = DummyObject::golden(Format::Bson);
    let elements = [&golden[4..golden.len() - 1], &[kind], b"unknown\0", value].concat();
    let length = i32::try_from(elements.len() + 5).unwrap();
    [length.to_le_bytes().as_slice(), &elements, b"\0"].concat()
}

/// Format, body.
fn attacks() -> Vec<(&'static str, Vec<u8>)> {
    let deep = 100_000;
    let laughs: Vec<String> =
        (1..10).map(|level| format!("<!ENTITY l{level} \"{}\">", format!("&l{};", level - 1).repeat(10))).collect();
    let laughs = laughs.concat();
    vec![
        ("JSON", b"[".repeat(deep)),
        ("JSON", [b"{\"a\":".repeat(deep), b"1".to_vec(), b"}".repeat(deep)].concat()),
        (
            "XML",
            [b"<DummyObject>".to_vec(), b"<a>".repeat(deep), b"</a>".repeat(deep), b"</DummyObject>".to_vec()].concat(),
        ),
        ("BSON", nested_bson(deep)),
        ("BSON", with_unknown(3, &nested_bson(deep))),
        // 14 KB that end a process whose bson crate sees them.
        ("BSON", with_unknown(3, &nested_bson(1750))),
        ("BSON", with_unknown(3, &nested_bson(65))),
        // 27 bytes that declare a binary of two gigabytes.
        ("BSON", [b"\x1b\0\0\0\x05a\0\xff\xff\xff\x7f".as_slice(), &[0; 16]].concat()),
        (
            "XML",
            format!("<!DOCTYPE DummyObject [<!ENTITY l0 \"ha\">{laughs}]><DummyObject><name>&l9;</name></DummyObject>")
                .into(),
        ),
        (
            "XML",
            b"<!DOCTYPE a [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><DummyObject><name>&x;</name></DummyObject>"
                .to_vec(),
        ),
    ]
}

#[actix_web::test]
async fn attacks_are_refused_and_leave_no_memory_behind() {
    let (small, large) = (Process::start(&[], 1024), Process::start(&[("MAX_OBJECT_BYTES", "16777216")], 1024));
    let mut before = 0;
    for round in 0..15 {
        for (format, body) in attacks() {
            let path = format!("/decode/{format}/DummyObject");
            let answer = call(&large.url, "POST", &path, "", &body).await;
            assert_eq!(answer.problem(), (422, "deserialize_failed".to_owned()), "{format} {}", body.len());
            assert_eq!(answer.json()["refused_by"], "guard", "{format} {}", body.len());
            if round == 0 {
                let (status, code) = call(&small.url, "POST", &path, "", &body).await.problem();
                let expected = if body.len() > 65_536 { (413, "too_large") } else { (422, "deserialize_failed") };
                assert_eq!((status, code.as_str()), expected, "{format} {}", body.len());
            }
        }
        if round == 4 {
            before = large.memory("VmRSS:");
        }
    }
    for server in [&small, &large] {
        assert_eq!(get(&server.url, "/health_check").await.status, 200);
    }
    let (after, most) = (large.memory("VmRSS:"), large.memory("VmHWM:"));
    assert!(after < before + 4096, "{before} KiB became {after} KiB in 10 rounds");
    assert!(most < before + 16_384, "{most} KiB at most, over {before} KiB");
}

#[actix_web::test]
async fn a_server_that_is_told_to_stop_tells_the_client_of_its_run_first() {
    let provider = Server::start(&[]);
    let mut consumer = Process::start(&[("PROVIDER_ALLOWLIST", &provider.url)], 1024);
    let changes = json!({
        "amount": 100_000, "source": "replay", "object_type": "NameList", "size": "256KiB", "object_format": "XML",
        "engine": "serde-xml-rs", "variants": 1, "checkpoints": [1],
    });
    let body = request(&provider.url, &changes).to_string();
    let headers = "Content-Type: application/json\r\nAccept: application/x-ndjson\r\n";
    let mut answer = send(&consumer.url, "POST", "/triggerReqs", headers, body.as_bytes()).await;
    let mut told = Vec::new();
    while !String::from_utf8_lossy(&told).contains(r#""event":"checkpoint""#) {
        assert!(answer.read_buf(&mut told).await.unwrap() > 0, "{}", String::from_utf8_lossy(&told));
    }
    let pid = Pid::from_child(&consumer.child);
    kill_process(pid, Signal::TERM).unwrap();
    answer.read_to_end(&mut told).await.unwrap();
    let told = String::from_utf8_lossy(&told);
    let last = told.lines().rfind(|line| line.starts_with('{')).unwrap();
    let last: Value = serde_json::from_str(last).unwrap();
    assert_eq!((&last["event"], &last["code"]), (&"problem".into(), &"shutting_down".into()), "{last}");
    assert!(consumer.child.wait().unwrap().success());
}

#[actix_web::test]
async fn a_run_is_a_line_of_the_log_whether_it_goes_well_or_fails() {
    let provider = Provider::failing_after(20, Reaction::Last(answer("500 Oops", b""))).await;
    let mut consumer = Process::logging(&[("PROVIDER_ALLOWLIST", &provider.url)], 1024, Stdio::piped());
    let body = request(&provider.url, &json!({"block": 1})).to_string();
    for status in [200, 502] {
        let headers = "Content-Type: application/json\r\n";
        assert_eq!(call(&consumer.url, "POST", "/triggerReqs", headers, body.as_bytes()).await.status, status);
    }
    consumer.child.kill().unwrap();
    let mut log = String::new();
    consumer.child.stderr.take().unwrap().read_to_string(&mut log).unwrap();
    let lines: Vec<Value> = log.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let [well, failed] = lines.as_slice() else { panic!("{log}") };
    for line in [well, failed] {
        let what = ["operation", "way", "format", "object_type", "engine"].map(|name| line[name].as_str().unwrap());
        assert_eq!(what, ["decode", "pulled", "JSON", "DummyObject", well["engine"].as_str().unwrap()]);
        assert_eq!((&line["amount"], line["ms"].is_u64()), (&20.into(), true));
    }
    assert_eq!((&well["level"], &well["message"], well.get("code")), (&"info".into(), &"a run ended".into(), None));
    assert_eq!((&failed["level"], &failed["code"]), (&"warn".into(), &"provider_status".into()));
    assert!(failed["message"].as_str().unwrap().starts_with("a run failed: "), "{failed}");
}

/// So many clients ask for objects and read a byte: how much memory the server has then, KiB. They have left behind it.
async fn memory_under_clients_that_read_nothing(server: &Process, clients: usize, path: &str) -> u64 {
    let address = server.url.strip_prefix("http://").unwrap().parse().unwrap();
    let mut open = Vec::new();
    for _ in 0..clients {
        let socket = TcpSocket::new_v4().unwrap();
        // In pieces as small as a network's the system takes little of an answer.
        SockRef::from(&socket).set_tcp_mss(536).unwrap();
        socket.set_recv_buffer_size(4096).unwrap();
        let mut stream = socket.connect(address).await.unwrap();
        let asked = format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n").repeat(8);
        stream.write_all(asked.as_bytes()).await.unwrap();
        let mut byte = [0];
        stream.read_exact(&mut byte).await.unwrap();
        open.push(stream);
    }
    server.memory("VmRSS:")
}

/// The room is that of the next answers: of another at once, and of crowds that come again, which take no more.
#[actix_web::test]
async fn what_clients_took_that_read_nothing_is_there_for_the_next() {
    let server = Process::start(&[], 1024);
    let path = "/JSONObject/NameList?size=256KiB&index=1";
    assert_eq!(get(&server.url, path).await.status, 200, "it is made");
    let before = server.memory("VmRSS:");
    // As many as there is room for.
    let taken = memory_under_clients_that_read_nothing(&server, 500, path).await;
    assert!(taken > before + 64 * 1024, "{before} KiB became {taken} KiB: they took nothing to give back");
    let mut crowds = Vec::new();
    for _ in 0..2 {
        assert_eq!(timeout(WAITED, get(&server.url, path)).await.expect("there is room").status, 200);
        let again = timeout(WAITED, memory_under_clients_that_read_nothing(&server, 500, path)).await;
        crowds.push(again.expect("there is room for as many"));
    }
    // The allocator keeps some of the first crowd's pieces, and fills them with the next one's.
    assert!(crowds[1] < crowds[0] + 16 * 1024, "{taken} KiB became {crowds:?} KiB");
}

/// 200 clients ask for eight answers of a MiB each, and read a byte.
#[actix_web::test]
async fn clients_that_read_nothing_cost_little() {
    let server = Process::start(&[], 1024);
    let address = server.url.strip_prefix("http://").unwrap();
    let before = server.memory("VmRSS:");
    let mut clients = Vec::new();
    for _ in 0..200 {
        let mut stream = TcpStream::connect(address).await.unwrap();
        let asked = "GET /plain_text?length=1048576 HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(8);
        stream.write_all(asked.as_bytes()).await.unwrap();
        let mut byte = [0];
        stream.read_exact(&mut byte).await.unwrap();
        clients.push(stream);
    }
    assert_eq!(get(&server.url, "/health_check").await.status, 200);
    let most = server.memory("VmHWM:");
    assert!(most < before + 64 * 1024, "{most} KiB at most, over {before} KiB");
    drop(clients);
    // Nothing of it stays once they have left.
    let mut after = server.memory("VmRSS:");
    for _ in 0..100 {
        if after < before + 32 * 1024 {
            break;
        }
        sleep(Duration::from_millis(100)).await;
        after = server.memory("VmRSS:");
    }
    assert!(after < before + 32 * 1024, "{after} KiB are left over {before} KiB");
}

/// Told by what each thread takes, which is the same on a machine that is busy.
#[actix_web::test]
async fn an_object_of_a_size_is_made_by_none_of_the_threads_that_answer() {
    let server = Process::start(&[], 1024);
    let (all_before, answering_before) = server.time_on_cpu();
    for index in 0..32 {
        let path = format!("/JSONObject/NameList?size=256KiB&index={index}");
        assert_eq!(get(&server.url, &path).await.status, 200);
    }
    let (all, answering) = server.time_on_cpu();
    let (all, answering) = (all - all_before, answering - answering_before);
    assert!(answering < all / 2, "{answering} ns of {all} ns");
}

#[actix_web::test]
async fn an_address_that_others_reach_is_refused_with_78_and_what_to_do() {
    let ends = |variables: &[(&str, &str)]| {
        let mut command = Command::new(PROGRAM);
        command.env("PORT", "0").envs(variables.iter().copied()).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut message = String::new();
        child.stderr.take().unwrap().read_to_string(&mut message).unwrap();
        (child.wait().unwrap().code(), message)
    };
    let (host, allow) = (("HOST", "0.0.0.0"), ("ALLOW_PUBLIC_ADDRESS", "true"));
    let (code, message) = ends(&[host, ("PROVIDER_ALLOWLIST", "none")]);
    assert!(code == Some(78) && message.contains("ALLOW_PUBLIC_ADDRESS=true"), "{code:?} {message}");
    let (code, message) = ends(&[host, allow]);
    assert!(code == Some(78) && message.contains("PROVIDER_ALLOWLIST=none"), "{code:?} {message}");
    let (code, message) = ends(&[host, allow, ("PROVIDER_ALLOWLIST", "none")]);
    assert!(code == Some(78) && message.contains("ALLOWED_HOSTS=none"), "{code:?} {message}");
    let (code, message) = ends(&[("ALLOWED_HOSTS", "http://a")]);
    assert!(code == Some(78) && message.contains("ALLOWED_HOSTS is \"http://a\"; allowed is "), "{code:?} {message}");
    let names = ("ALLOWED_HOSTS", "127.0.0.1");
    let (code, message) = ends(&[host, allow, names, ("PROVIDER_ALLOWLIST", "none")]);
    assert!(code == Some(78) && message.contains("AUTH_TOKEN=none"), "{code:?} {message}");
    let public = Process::start(&[host, allow, names, ("PROVIDER_ALLOWLIST", "none"), ("AUTH_TOKEN", "none")], 1024);
    let reached = public.url.replace("0.0.0.0", "127.0.0.1");
    assert_eq!(get(&reached, "/health_check").await.status, 200, "one that is meant starts");
}

#[actix_web::test]
async fn the_program_tells_the_flags_that_it_was_compiled_with() {
    let server = Process::start(&[], 1024);
    let flags = get(&server.url, "/engines").await.json()["flags"].clone();
    // This test is compiled in the program's profile, and tells its own.
    for (name, value) in compiler_flags!() {
        assert_eq!(flags[name], value, "{name}");
    }
}

#[actix_web::test]
async fn a_thousand_idle_connections_hinder_nobody_whatever_the_system_begins_with() {
    // Both ends of each connection; the server's are not of this process.
    let files = getrlimit(Resource::Nofile);
    setrlimit(Resource::Nofile, Rlimit { current: files.maximum, ..files }).unwrap();
    let server = Process::start(&[], 256);
    let address = server.url.strip_prefix("http://").unwrap();
    let mut idle = Vec::new();
    for _ in 0..1000 {
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(b"GET /health_check HTTP/1.1\r\nHost: localhost\r\n\r\n").await.unwrap();
        let mut byte = [0];
        stream.read_exact(&mut byte).await.unwrap();
        idle.push(stream);
    }
    assert_eq!(get(&server.url, "/health_check").await.status, 200);
    assert_eq!(get(&server.url, "/JSONObject/2").await.status, 200);
    assert_eq!(idle.len(), 1000);
}
