use serde_json::Value;

use super::*;

/// What the library gets of bytes that come in pieces of so many, and the fault.
fn judged(request: &[u8], piece: usize) -> (Vec<u8>, Option<Fault>) {
    let (mut grammar, mut good) = (RequestGrammar::new(), Vec::new());
    for mut bytes in request.chunks(piece) {
        while !bytes.is_empty() {
            grammar.go_on();
            match grammar.judge(bytes, &mut good) {
                Ok(judged) => bytes = &bytes[judged..],
                Err(fault) => {
                    assert_eq!(grammar.judge(b"GET", &mut good), Ok(3), "a fault is told once");
                    return (good, Some(fault));
                }
            }
        }
    }
    (good, None)
}

/// The bytes of each case, its name, and the status of its last answer.
fn cases() -> Vec<(Vec<u8>, String, u64)> {
    let cases: Value = serde_json::from_str(include_str!("../../../../providers/vectors/requests.json")).unwrap();
    let case = |case: &Value| {
        let request = case["request"].as_str().unwrap().replace("{host}", "localhost:8081");
        let bytes = request.chars().map(|letter| u8::try_from(letter).unwrap()).collect();
        let status = case["statuses"].as_array().unwrap().last().and_then(Value::as_u64);
        (bytes, case["name"].as_str().unwrap().to_owned(), status.unwrap())
    };
    cases.as_array().unwrap().iter().map(case).collect()
}

#[test]
fn a_case_is_at_fault_where_it_is_refused_for_its_grammar() {
    for (request, name, status) in cases() {
        match judged(&request, request.len()).1 {
            Some(fault) => assert_eq!(u64::from(fault.problem().status().as_u16()), status, "{name}: {fault}"),
            None => assert!(![400, 431].contains(&status), "{name}"),
        }
    }
}

#[test]
fn a_verdict_does_not_depend_on_the_pieces_in_which_a_request_comes() {
    for (request, name, _) in cases() {
        let whole = judged(&request, request.len());
        for piece in [1, 2, 3, 7, 100] {
            assert_eq!(judged(&request, piece), whole, "{name} in pieces of {piece}");
        }
    }
}

#[test]
fn the_library_gets_heads_and_chunks_in_their_plainest_form() {
    let head = "POST /x HTTP/1.1\r\nHost: a\r\n";
    for (sent, passed) in [
        ("Connection: keep-alive\r\nUpgrade: h2c\r\n\r\n", "\r\n"),
        ("Connection: x, Close\r\n\r\nGET", "Connection: close\r\n\r\n"),
        ("Content-Length: 2\r\n\r\n{}\r\nG", "Content-Length: 2\r\n\r\n{}G"),
        (
            "Transfer-Encoding: chunked\r\n\r\n2 ;a=b\r\n{}\r\n0;c\r\nX: y\r\n\r\n",
            "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
        ),
    ] {
        let good = judged(format!("{head}{sent}").as_bytes(), 5);
        assert_eq!(good, (format!("{head}{passed}").into_bytes(), None), "{sent:?}");
    }
}

#[test]
fn of_a_head_that_is_not_whole_the_library_gets_the_first_letter() {
    assert_eq!(judged(b"GET /health_check HTTP/1.1\r\nHost: a\r\n", 4), (b"G".to_vec(), None));
}

#[test]
fn what_is_behind_a_body_is_judged_once_the_body_was_taken() {
    let head = "POST /x HTTP/1.1\r\nHost: a\r\n";
    for body in ["Content-Length: 2\r\n\r\n{}", "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n"] {
        let (mut grammar, mut good) = (RequestGrammar::new(), Vec::new());
        let request = format!("{head}{body}");
        assert_eq!(grammar.judge(format!("{request}\0").as_bytes(), &mut good), Ok(request.len()), "{body:?}");
        assert_eq!((grammar.waits(), good), (true, request.into_bytes()));
        grammar.go_on();
        assert_eq!(grammar.judge(b"\0", &mut Vec::new()), Err(Fault::RequestLine));
    }
}
