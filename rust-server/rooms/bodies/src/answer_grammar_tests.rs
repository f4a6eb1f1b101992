use super::*;

/// What becomes of an answer that comes in pieces of so many bytes.
fn judged(answer: &[u8], piece: usize) -> (Option<Fault>, Part) {
    let mut grammar = AnswerGrammar::new(1 << 16);
    grammar.expect();
    for bytes in answer.chunks(piece) {
        if let (_, Some(fault)) = grammar.judge(bytes) {
            return (Some(fault), grammar.part);
        }
    }
    (None, grammar.part)
}

#[test]
fn a_verdict_does_not_depend_on_the_pieces_in_which_an_answer_comes() {
    for answer in [
        &b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc"[..],
        b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200\nX:\n\tfold\n\n",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: Chunked\r\n\r\n3 ;a=\"b\"\r\nabc\r\n0\r\nX: y\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabcd\r\n0\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n+3\r\nabc\r\n0\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nab",
        b"SSH-2.0-OpenSSH_9.6\r\n",
    ] {
        let whole = judged(answer, answer.len());
        for piece in 1..answer.len() {
            assert_eq!(judged(answer, piece), whole, "{piece}: {}", answer.escape_ascii());
        }
    }
}

#[test]
fn what_comes_before_a_request_or_behind_an_answer_is_unasked() {
    let mut grammar = AnswerGrammar::new(1 << 16);
    let answer = b"HTTP/1.1 204 No Content\r\n\r\n";
    assert!(matches!(grammar.judge(answer), (0, Some(Fault::Foreign(_)))));
    grammar.expect();
    assert_eq!(grammar.judge(answer), (answer.len(), None));
    assert!(matches!(grammar.judge(answer), (0, Some(Fault::Foreign(_)))));
}
