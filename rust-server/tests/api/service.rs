//! `/health_check` and `/healthCheck`, and what is on no path.

use crate::client::{call, get};
use crate::server::Server;

#[actix_web::test]
async fn health_is_an_empty_200_under_both_spellings() {
    let server = Server::start(&[]);
    for path in ["/health_check", "/healthCheck"] {
        let answer = get(&server.url, path).await;
        assert_eq!((answer.status, answer.body.len()), (200, 0), "{path}");
        assert_eq!(call(&server.url, "HEAD", path, "", b"").await.status, 200, "{path}");
    }
}

#[actix_web::test]
async fn unknown_paths_are_not_found_whatever_is_accepted() {
    let server = Server::start(&[]);
    for (method, path) in [
        ("GET", "/"),
        ("GET", "/JSONObject/2/"),
        ("GET", "/YAMLObject/1"),
        ("POST", "/decode/YAML/1"),
        ("POST", "/decode/JSON/3"),
        ("PUT", "/x"),
    ] {
        for accept in ["*/*", "text/html", "application/xml"] {
            let answer = call(&server.url, method, path, &format!("Accept: {accept}\r\n"), b"").await;
            assert_eq!(answer.problem(), (404, "not_found".to_owned()), "{method} {path}");
        }
    }
}

#[actix_web::test]
async fn wrong_methods_are_told_the_right_ones() {
    let server = Server::start(&[]);
    for (method, path, allow) in [
        ("POST", "/health_check", "GET, HEAD"),
        ("DELETE", "/JSONObject/1", "GET, HEAD"),
        ("GET", "/triggerReqs", "POST"),
        ("PUT", "/decode/JSON/1", "POST"),
    ] {
        let answer = call(&server.url, method, path, "", b"").await;
        assert_eq!(answer.problem(), (405, "method_not_allowed".to_owned()), "{method} {path}");
        assert_eq!(answer.headers["allow"], allow, "{method} {path}");
    }
}
