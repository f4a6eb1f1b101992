//! Every body of `providers/reject` and `providers/accept`, to which every server is held.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use testbed_contract::{Format, Rules};

use crate::client::{Answer, call};
use crate::server::Server;

fn folder(name: &str) -> PathBuf {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../providers")).join(name)
}

/// The lines of a folder's index, which must name just the files that are there.
fn cases(name: &str) -> Vec<Value> {
    let index = fs::read_to_string(folder(name).join("index.jsonl")).unwrap();
    let cases: Vec<Value> = index.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let named: BTreeSet<_> = cases.iter().map(|case| case["file"].as_str().unwrap().to_owned()).collect();
    let mut files = BTreeSet::new();
    let walked = Format::ALL.into_iter().filter(|format| format.rules() != Rules::Known);
    for format in walked.map(Format::name) {
        let inside = fs::read_dir(folder(name).join(format)).unwrap();
        files.extend(inside.map(|file| format!("{format}/{}", file.unwrap().file_name().to_str().unwrap())));
        assert!(files.iter().any(|file| file.starts_with(format)), "providers/{name}/{format} is empty");
    }
    assert_eq!((files, cases.len()), (named.clone(), named.len()), "left: providers/{name}/*; right: its index.jsonl");
    cases
}

/// What `/decode` says of a case's body.
async fn decode(server: &Server, name: &str, case: &Value) -> (String, Answer) {
    let file = case["file"].as_str().unwrap();
    let path = format!("/decode/{}", file.split('.').next().unwrap());
    let body = fs::read(folder(name).join(file)).unwrap();
    (path.clone(), call(&server.url, "POST", &path, "", &body).await)
}

#[actix_web::test]
async fn every_rejected_body_is_refused_by_whom_the_index_says() {
    let server = Server::start(&[]);
    let mut wrong = Vec::new();
    for case in cases("reject") {
        let (_, answer) = decode(&server, "reject", &case).await;
        let refused_by = (answer.status == 422).then(|| answer.json()["refused_by"].clone());
        if refused_by.as_ref() != Some(&case["refused_by"]) {
            wrong.push(format!("{case}: {} {}", answer.status, String::from_utf8_lossy(&answer.body)));
        }
    }
    assert!(wrong.is_empty(), "{} are not:\n{}", wrong.len(), wrong.join("\n"));
}

#[actix_web::test]
async fn every_accepted_body_is_decoded_and_so_is_what_comes_back() {
    let server = Server::start(&[]);
    let mut wrong = Vec::new();
    for case in cases("accept") {
        let (path, answer) = decode(&server, "accept", &case).await;
        let object_type = path.rsplit('/').next().unwrap();
        let again = call(&server.url, "POST", &format!("/decode/JSON/{object_type}"), "", &answer.body).await;
        if (answer.status, again.status, &again.body) != (200, 200, &answer.body) {
            wrong.push(format!("{case}: {} {}", answer.status, String::from_utf8_lossy(&answer.body)));
        }
    }
    assert!(wrong.is_empty(), "{} are not:\n{}", wrong.len(), wrong.join("\n"));
}
