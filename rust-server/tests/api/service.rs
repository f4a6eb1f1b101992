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
async fn plain_text_is_as_long_as_is_asked() {
    let server = Server::start(&[]);
    for (query, length) in
        [("", 0), ("?length=0", 0), ("?length=1014", 1014), ("?x=1&length=01", 1), ("?length=1048576", 1 << 20)]
    {
        let answer = get(&server.url, &format!("/plain_text{query}")).await;
        assert_eq!((answer.status, answer.body.len()), (200, length), "{query}");
        assert!(answer.body.iter().all(|&byte| byte == b'x'), "{query}");
        assert_eq!(answer.headers["content-length"], length.to_string(), "{query}");
        assert_eq!(answer.headers["content-type"], "text/plain; charset=utf-8");
    }
    for length in ["1048577", "-1", "1e3", ""] {
        let answer = get(&server.url, &format!("/plain_text?length={length}")).await;
        assert_eq!(answer.problem(), (400, "invalid_request".to_owned()), "{length}");
        assert_eq!(answer.json()["detail"], format!("length is {length:?}; allowed is an integer from 0 to 1048576"));
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
