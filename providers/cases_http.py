"""The cases of docs/contract/http.md: what a provider may answer, and what a server reads as a request, byte for byte."""

from __future__ import annotations

import json
from collections.abc import Iterator

READ = "read"
#: Stands for the right object in a body, and for its length in decimal and hexadecimal digits.
OBJECT, LENGTH, SIZE = "{object}", "{length}", "{size}"

TYPE = "Content-Type: application/json"
UNREACHABLE, CONTENT_TYPE, TOO_LARGE, TRUNCATED = "provider_unreachable", "provider_content_type", "provider_too_large", "provider_truncated"


def whole(*fields: str, status: str = "HTTP/1.1 200 OK", length: str = f"Content-Length: {LENGTH}", body: str = OBJECT) -> str:
    """An answer with these fields more than its type and length."""
    return "\r\n".join([status, TYPE, *([length] if length else []), *fields, "", body])


def chunked(framing: str, *fields: str, coding: str = "Transfer-Encoding: chunked", status: str = "HTTP/1.1 200 OK") -> str:
    """An answer with a transfer coding, its body framed so."""
    return whole(coding, *fields, status=status, length="", body=framing)


CHUNKS = f"{SIZE}\r\n{OBJECT}\r\n0\r\n\r\n"
#: What an answer is, the bytes of it, and the verdict.
ANSWERS = [
    ("as the servers send it", whole(), READ),
    ("no reason phrase", whole(status="HTTP/1.1 200 "), READ),
    ("no space behind the status", whole(status="HTTP/1.1 200"), READ),
    ("a reason in Latin-1", whole(status="HTTP/1.1 200 \u00e4"), READ),
    ("HTTP/1.0", whole(status="HTTP/1.0 200 OK"), READ),
    ("HTTP/1.0 with keep-alive", whole("Connection: keep-alive", status="HTTP/1.0 200 OK"), READ),
    ("Connection: close", whole("Connection: close"), READ),
    ("close among other options", whole("Connection: x, Close"), READ),
    ("lines that end with LF alone", whole().replace("\r\n", "\n"), READ),
    ("no white space behind a colon", whole("X-Cache:hit"), READ),
    ("white space around a value", whole("X-Cache: \t hit \t "), READ),
    ("an empty value", whole("X-Cache:"), READ),
    ("a value in Latin-1", whole("X-Cache: \u00e4"), READ),
    ("a head of 9,000 bytes", whole("X-Cache: " + "h" * 9000), READ),
    ("90 fields more", whole(*["X-Cache: hit"] * 90), READ),
    ("100 Continue before it", "HTTP/1.1 100 Continue\r\n\r\n" + whole(), READ),
    ("103 Early Hints before it", "HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n" + whole(), READ),
    ("8 interim answers", "HTTP/1.1 102 Processing\r\n\r\n" * 8 + whole(), READ),
    ("a type in capitals with a parameter", whole().replace(TYPE, 'CONTENT-TYPE:Application/JSON ;charset="UTF-8"'), READ),
    ("a parameter in Latin-1", whole().replace(TYPE, f"{TYPE}; x=\u00e4"), READ),
    ("a length with zeros before it", whole(length=f"Content-Length: 000{LENGTH}"), READ),
    ("Content-Encoding: identity", whole("Content-Encoding: identity"), READ),
    ("chunks", chunked(CHUNKS), READ),
    ("Chunked in capitals", chunked(CHUNKS, coding="TRANSFER-ENCODING: CHUNKED"), READ),
    ("a chunk's size with zeros before it", chunked("000" + CHUNKS), READ),
    ("a chunk's size with spaces behind it", chunked(CHUNKS.replace(SIZE, f"{SIZE}  ", 1)), READ),
    ("a chunk extension", chunked(CHUNKS.replace(SIZE, f'{SIZE} ;a="b"', 1)), READ),
    ("trailers", chunked(f"{SIZE}\r\n{OBJECT}\r\n0\r\nX-Time: 1\r\n\r\n"), READ),
    ("another protocol", "SSH-2.0-OpenSSH_9.6\r\n", UNREACHABLE),
    ("another protocol, no line of it whole", "220 mail.example", UNREACHABLE),
    ("HTTP/1.2", whole(status="HTTP/1.2 200 OK"), UNREACHABLE),
    ("HTTP/2", whole(status="HTTP/2 200 OK"), UNREACHABLE),
    ("HTTP/0.9", "{object}", UNREACHABLE),
    ("http in small letters", whole(status="http/1.1 200 OK"), UNREACHABLE),
    ("two spaces before the status", whole(status="HTTP/1.1  200 OK"), UNREACHABLE),
    ("a status of two digits", whole(status="HTTP/1.1 20 OK"), UNREACHABLE),
    ("a status of four digits", whole(status="HTTP/1.1 2000 OK"), UNREACHABLE),
    ("a status over 599", whole(status="HTTP/1.1 600 OK"), UNREACHABLE),
    ("a status under 100", whole(status="HTTP/1.1 099 OK"), UNREACHABLE),
    ("a NUL in the reason", whole(status="HTTP/1.1 200 O\0K"), UNREACHABLE),
    ("an empty line before it", "\r\n" + whole(), UNREACHABLE),
    ("a space before a colon", whole("X-Cache : hit"), UNREACHABLE),
    ("a space in a name", whole("X Cache: hit"), UNREACHABLE),
    ("brackets in a name", whole("X(Cache): hit"), UNREACHABLE),
    ("Latin-1 in a name", whole("X-C\u00e4che: hit"), UNREACHABLE),
    ("a line without a colon", whole("X-Cache"), UNREACHABLE),
    ("a field without a name", whole(": hit"), UNREACHABLE),
    ("a NUL in a value", whole("X-Cache: h\0it"), UNREACHABLE),
    ("a CR in a value", whole("X-Cache: h\rit"), UNREACHABLE),
    ("a DEL in a value", whole("X-Cache: h\x7fit"), UNREACHABLE),
    ("a folded field", whole("X-Cache: hit,\r\n miss"), UNREACHABLE),
    ("a folded field with a tab", whole("X-Cache:\r\n\thit"), UNREACHABLE),
    ("white space before the first field", whole(status="HTTP/1.1 200 OK\r\n X-Cache: hit"), UNREACHABLE),
    ("two equal lengths", whole(f"Content-Length: {LENGTH}"), UNREACHABLE),
    ("two lengths", whole("Content-Length: 1"), UNREACHABLE),
    ("a list of equal lengths", whole(length=f"Content-Length: {LENGTH}, {LENGTH}"), UNREACHABLE),
    ("a length with a plus", whole(length=f"Content-Length: +{LENGTH}"), UNREACHABLE),
    ("a length with a minus", whole(length="Content-Length: -1"), UNREACHABLE),
    ("a length in hexadecimal", whole(length=f"Content-Length: 0x{SIZE}"), UNREACHABLE),
    ("an empty length", whole(length="Content-Length:"), UNREACHABLE),
    ("a length with a space in it", whole(length="Content-Length: 1 2"), UNREACHABLE),
    ("a length and chunks", chunked(CHUNKS, f"Content-Length: {LENGTH}"), UNREACHABLE),
    ("chunks in HTTP/1.0", chunked(CHUNKS, status="HTTP/1.0 200 OK"), UNREACHABLE),
    ("9 interim answers", "HTTP/1.1 102 Processing\r\n\r\n" * 9 + whole(), UNREACHABLE),
    ("a second answer at once", whole() * 2, UNREACHABLE),
    ("an empty line behind the body", whole() + "\r\n", UNREACHABLE),
    ("a byte behind the last chunk", chunked(CHUNKS) + "x", UNREACHABLE),
    ("101 Switching Protocols", "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n", "provider_status"),
    ("204 No Content", "HTTP/1.1 204 No Content\r\n\r\n", "provider_status"),
    ("206 Partial Content", whole(status="HTTP/1.1 206 Partial Content"), "provider_status"),
    ("304 Not Modified", "HTTP/1.1 304 Not Modified\r\n\r\n", "provider_status"),
    ("599", whole(status="HTTP/1.1 599 x"), "provider_status"),
    ("Transfer-Encoding: identity", whole("Transfer-Encoding: identity"), CONTENT_TYPE),
    ("gzip, chunked", chunked(CHUNKS, coding="Transfer-Encoding: gzip, chunked"), CONTENT_TYPE),
    ("gzip and chunked in two fields", chunked(CHUNKS, "Transfer-Encoding: gzip"), CONTENT_TYPE),
    ("chunked twice", chunked(CHUNKS, "Transfer-Encoding: chunked"), CONTENT_TYPE),
    ("chunked, chunked", chunked(CHUNKS, coding="Transfer-Encoding: chunked, chunked"), CONTENT_TYPE),
    ("chunked with a parameter", chunked(CHUNKS, coding="Transfer-Encoding: chunked;q=1"), CONTENT_TYPE),
    ("an empty Transfer-Encoding", chunked(CHUNKS, coding="Transfer-Encoding:"), CONTENT_TYPE),
    ("Content-Encoding: gzip", whole("Content-Encoding: gzip"), CONTENT_TYPE),
    ("identity and gzip in two fields", whole("Content-Encoding: identity", "Content-Encoding: gzip"), CONTENT_TYPE),
    ("an empty Content-Encoding", whole("Content-Encoding:"), CONTENT_TYPE),
    ("no type", whole().replace(f"{TYPE}\r\n", ""), CONTENT_TYPE),
    ("a head of 17,000 bytes", whole("X-Cache: " + "h" * 17_000), TOO_LARGE),
    ("17,000 bytes of a line that does not end", "HTTP/1.1 200 OK\r\nX-Cache: " + "h" * 17_000, TOO_LARGE),
    ("101 fields", whole(*["X-Cache: hit"] * 99), TOO_LARGE),
    ("a length over the cap", whole(length="Content-Length: 1000000000"), TOO_LARGE),
    ("a length over 64 bits", whole(length="Content-Length: 99999999999999999999"), TOO_LARGE),
    ("a chunk over the cap, of which little comes", chunked("ffffffff\r\n{"), TOO_LARGE),
    ("a chunk's size over 64 bits", chunked("fffffffffffffffff\r\n{"), TOO_LARGE),
    ("17,000 bytes of a chunk extension", chunked(f"{SIZE};" + "x" * 17_000), TOO_LARGE),
    ("17,000 bytes of trailers", chunked(f"{SIZE}\r\n{OBJECT}\r\n0\r\n" + "X: 1234567890\r\n" * 1200), TOO_LARGE),
    ("a chunk's size with a plus", chunked(f"+{CHUNKS}"), TRUNCATED),
    ("a chunk's size with a minus", chunked(f"-{CHUNKS}"), TRUNCATED),
    ("a chunk's size in 0x", chunked(f"0x{CHUNKS}"), TRUNCATED),
    ("a chunk's size with a space before it", chunked(f" {CHUNKS}"), TRUNCATED),
    ("an empty chunk's size", chunked(CHUNKS.replace(SIZE, "", 1)), TRUNCATED),
    ("a chunk's size that ends with LF alone", chunked(CHUNKS.replace("\r\n", "\n", 1)), TRUNCATED),
    ("a chunk that ends with LF alone", chunked(f"{SIZE}\r\n{OBJECT}\n0\r\n\r\n"), TRUNCATED),
    ("a chunk without CR LF behind it", chunked(f"{SIZE}\r\n{OBJECT}0\r\n\r\n"), TRUNCATED),
    ("a chunk longer than its size", chunked(f"1\r\n{OBJECT}\r\n0\r\n\r\n"), TRUNCATED),
    ("a NUL in a chunk extension", chunked(CHUNKS.replace(SIZE, f"{SIZE};\0", 1)), TRUNCATED),
    ("a trailer without a colon", chunked(f"{SIZE}\r\n{OBJECT}\r\n0\r\nX\r\n\r\n"), TRUNCATED),
    ("a folded trailer", chunked(f"{SIZE}\r\n{OBJECT}\r\n0\r\nX: y\r\n z\r\n\r\n"), TRUNCATED),
]


#: Stands for the host and port of the server.
HOST = "Host: {host}"


def request(line: str, *fields: str, body: str = "") -> str:
    """A request with this line, and these fields more than its host."""
    return "\r\n".join([line, HOST, *fields, "", body])


GET, POST = "GET /health_check HTTP/1.1", "POST /decode/JSON/2 HTTP/1.1"
#: What a request is, the bytes of it, and the status.
REQUESTS = [
    ("as a client sends it", request(GET), 200),
    ("HTTP/1.0", request("GET /health_check HTTP/1.0"), 200),
    ("HEAD", request("HEAD /engines HTTP/1.1"), 200),
    ("a whole URL", request("GET http://{host}/health_check HTTP/1.1"), 200),
    ("a value in Latin-1", request(GET, "X-Cache: \u00e4"), 200),
    ("an empty value", request(GET, "X-Cache:"), 200),
    ("white space around a value", request(GET, "X-Cache: \t hit \t "), 200),
    ("a header of 6,000 bytes", request(GET, "X-Cache: " + "h" * 6000), 200),
    ("OPTIONS", request("OPTIONS /engines HTTP/1.1"), 405),
    (
        "a preflight",
        request("OPTIONS /triggerReqs HTTP/1.1", "Origin: http://a.example", "Access-Control-Request-Method: POST"),
        405,
    ),
    ("TRACE", request("TRACE /engines HTTP/1.1"), 405),
    ("PATCH", request("PATCH /engines HTTP/1.1"), 405),
    ("a method that nobody has", request("BREW /engines HTTP/1.1"), 405),
    ("HEAD where there is only POST", request("HEAD /triggerReqs HTTP/1.1"), 405),
    ("OPTIONS of no path", request("OPTIONS /nothing HTTP/1.1"), 404),
    ("a path parameter", request("GET /health_check;jsessionid=1 HTTP/1.1"), 404),
    ("a path parameter of an object", request("GET /JSONObject/1;v=2 HTTP/1.1"), 404),
    ("a path parameter inside a path", request("GET /JSONObject;v=2/1 HTTP/1.1"), 404),
    ("an encoded slash", request("GET /JSONObject%2F1 HTTP/1.1"), 404),
    ("an encoded NUL", request("GET /health_check%00 HTTP/1.1"), 404),
    ("an encoded letter", request("GET /%68ealth_check HTTP/1.1"), 404),
    ("an encoded semicolon", request("GET /health_check%3Bx HTTP/1.1"), 404),
    ("two slashes", request("GET //health_check HTTP/1.1"), 404),
    ("a slash at the end", request("GET /health_check/ HTTP/1.1"), 404),
    ("a path in capitals", request("GET /HEALTH_CHECK HTTP/1.1"), 404),
    ("no host", "GET /health_check HTTP/1.1\r\n\r\n", 400),
    ("two hosts", request(GET, HOST), 400),
    ("a space before a colon", request(GET, "X-Cache : hit"), 400),
    ("a NUL in a value", request(GET, "X-Cache: h\0it"), 400),
    ("two equal lengths", request(POST, "Content-Length: 2", "Content-Length: 2", body="{}"), 400),
    ("a length with a plus", request(POST, "Content-Length: +2", body="{}"), 400),
]


def requests_file() -> bytes:
    """The requests as the tests read them, one a line."""
    rows = ({"name": name, "status": status, "request": sent} for name, sent, status in REQUESTS)
    return ("[\n" + ",\n".join(json.dumps(row) for row in rows) + "\n]\n").encode()


def cases() -> Iterator[dict[str, str]]:
    """Every answer; its characters are bytes."""
    for name, answer, verdict in ANSWERS:
        yield {"name": name, "verdict": verdict, "answer": answer}


def file() -> bytes:
    """The answers as the tests read them, one a line."""
    return ("[\n" + ",\n".join(json.dumps(case) for case in cases()) + "\n]\n").encode()
