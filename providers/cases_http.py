"""The cases of docs/contract/http.md: what a provider may answer, and what a server reads as a
request, byte for byte.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping

READ = "read"
#: Stands for the right object in a body, and for its length in decimal and hexadecimal digits.
OBJECT, LENGTH, SIZE = "{object}", "{length}", "{size}"

TYPE = "Content-Type: application/json"
UNREACHABLE, CONTENT_TYPE, TOO_LARGE, TRUNCATED = (
    "provider_unreachable",
    "provider_content_type",
    "provider_too_large",
    "provider_truncated",
)


def whole(
    *fields: str,
    status: str = "HTTP/1.1 200 OK",
    length: str = f"Content-Length: {LENGTH}",
    body: str = OBJECT,
) -> str:
    """An answer with these fields more than its type and length."""
    return "\r\n".join([status, TYPE, *([length] if length else []), *fields, "", body])


def chunked(
    framing: str,
    *fields: str,
    coding: str = "Transfer-Encoding: chunked",
    status: str = "HTTP/1.1 200 OK",
) -> str:
    """An answer with a transfer coding, its body framed so."""
    return whole(coding, *fields, status=status, length="", body=framing)


def endless(*fields: str, status: str = "HTTP/1.1 200 OK", body: str = "<html>") -> str:
    """An answer whose body ends with its connection, which stays open."""
    return "\r\n".join([status, *fields, "", body])


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
    ("100 fields", whole(*["X-Cache: hit"] * 98), READ),
    ("100 Continue before it", "HTTP/1.1 100 Continue\r\n\r\n" + whole(), READ),
    ("103 Early Hints before it", "HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n" + whole(), READ),
    ("8 interim answers", "HTTP/1.1 102 Processing\r\n\r\n" * 8 + whole(), READ),
    (
        "a type in capitals with a parameter",
        whole().replace(TYPE, 'CONTENT-TYPE:Application/JSON ;charset="UTF-8"'),
        READ,
    ),
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
    (
        "white space before the first field",
        whole(status="HTTP/1.1 200 OK\r\n X-Cache: hit"),
        UNREACHABLE,
    ),
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
    (
        "101 Switching Protocols",
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n",
        "provider_status",
    ),
    ("204 No Content", "HTTP/1.1 204 No Content\r\n\r\n", "provider_status"),
    ("206 Partial Content", whole(status="HTTP/1.1 206 Partial Content"), "provider_status"),
    ("304 Not Modified", "HTTP/1.1 304 Not Modified\r\n\r\n", "provider_status"),
    ("599", whole(status="HTTP/1.1 599 x"), "provider_status"),
    ("Transfer-Encoding: identity", whole("Transfer-Encoding: identity"), CONTENT_TYPE),
    ("gzip, chunked", chunked(CHUNKS, coding="Transfer-Encoding: gzip, chunked"), CONTENT_TYPE),
    ("gzip and chunked in two fields", chunked(CHUNKS, "Transfer-Encoding: gzip"), CONTENT_TYPE),
    ("chunked twice", chunked(CHUNKS, "Transfer-Encoding: chunked"), CONTENT_TYPE),
    (
        "chunked, chunked",
        chunked(CHUNKS, coding="Transfer-Encoding: chunked, chunked"),
        CONTENT_TYPE,
    ),
    (
        "chunked with a parameter",
        chunked(CHUNKS, coding="Transfer-Encoding: chunked;q=1"),
        CONTENT_TYPE,
    ),
    ("an empty Transfer-Encoding", chunked(CHUNKS, coding="Transfer-Encoding:"), CONTENT_TYPE),
    ("Content-Encoding: gzip", whole("Content-Encoding: gzip"), CONTENT_TYPE),
    (
        "identity and gzip in two fields",
        whole("Content-Encoding: identity", "Content-Encoding: gzip"),
        CONTENT_TYPE,
    ),
    ("an empty Content-Encoding", whole("Content-Encoding:"), CONTENT_TYPE),
    ("no type", whole().replace(f"{TYPE}\r\n", ""), CONTENT_TYPE),
    ("another type, and no end", endless("Content-Type: text/html"), CONTENT_TYPE),
    (
        "another type, no end, and no byte",
        endless("Content-Type: text/html", body=""),
        CONTENT_TYPE,
    ),
    (
        "another type and no end in HTTP/1.0",
        endless("Content-Type: text/html", status="HTTP/1.0 200 OK"),
        CONTENT_TYPE,
    ),
    ("no type, and no end", endless(), CONTENT_TYPE),
    ("a coding, and no end", endless(TYPE, "Content-Encoding: br"), CONTENT_TYPE),
    ("a head of 17,000 bytes", whole("X-Cache: " + "h" * 17_000), TOO_LARGE),
    (
        "17,000 bytes of a line that does not end",
        "HTTP/1.1 200 OK\r\nX-Cache: " + "h" * 17_000,
        TOO_LARGE,
    ),
    ("101 fields", whole(*["X-Cache: hit"] * 99), TOO_LARGE),
    ("a length over the cap", whole(length="Content-Length: 1000000000"), TOO_LARGE),
    ("a length over 64 bits", whole(length="Content-Length: 99999999999999999999"), TOO_LARGE),
    ("a chunk over the cap, of which little comes", chunked("ffffffff\r\n{"), TOO_LARGE),
    ("a chunk's size over 64 bits", chunked("fffffffffffffffff\r\n{"), TOO_LARGE),
    ("17,000 bytes of a chunk extension", chunked(f"{SIZE};" + "x" * 17_000), TOO_LARGE),
    (
        "17,000 bytes of trailers",
        chunked(f"{SIZE}\r\n{OBJECT}\r\n0\r\n" + "X: 1234567890\r\n" * 1200),
        TOO_LARGE,
    ),
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


GET, POST = "GET /health_check HTTP/1.1", "POST /decode/JSON/1 HTTP/1.1"
NEXT = request(GET)
CHUNKED, EMPTY = "Transfer-Encoding: chunked", "2\r\n{}\r\n0\r\n\r\n"
#: More than `/decode` takes of an object without a size.
LONG = " " * 70_000


def posted(*fields: str, body: str = "{}", line: str = POST) -> str:
    """A request with a body, of which the first server to read it says 422: an object without
    members.
    """
    return request(line, *fields, body=body)


def target(text: str) -> str:
    """A request for this target."""
    return request(f"GET {text} HTTP/1.1")


#: What a request is, the bytes of it, and the statuses of the answers; the connection is kept.
KEPT: list[tuple[str, str, list[int]]] = [
    ("as a client sends it", request(GET), [200]),
    ("as curl sends it", request(GET, "User-Agent: curl/8.5.0", "Accept: */*"), [200]),
    (
        "as a browser sends it",
        request(
            "GET /engines HTTP/1.1",
            "Connection: keep-alive",
            'sec-ch-ua: "Chromium";v="131", "Not_A Brand";v="24"',
            "sec-ch-ua-mobile: ?0",
            "User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko)",
            "Accept: text/html,application/xhtml+xml;q=0.9,*/*;q=0.8",
            "Sec-Fetch-Site: none",
            "Accept-Encoding: gzip, deflate, br, zstd",
            "Accept-Language: de-DE,de;q=0.9",
            "Cookie: a=b; c=d",
        ),
        [200],
    ),
    (
        "as a proxy sends it",
        request(
            GET,
            "X-Forwarded-For: 10.0.0.1, 10.0.0.2",
            "X-Forwarded-Proto: https",
            "Forwarded: for=10.0.0.1;proto=https",
            "Via: 1.1 proxy.example (squid)",
            "X-Request-Id: 7b2e",
        ),
        [200],
    ),
    ("HEAD", request("HEAD /engines HTTP/1.1"), [200]),
    ("a whole URL", target("http://{host}/health_check"), [200]),
    ("a whole URL with its scheme in capitals", target("HTTP://{host}/health_check"), [200]),
    ("a whole URL with a query", target("http://{host}/health_check?x=1"), [200]),
    ("a value in Latin-1", request(GET, "X-Cache: \u00e4"), [200]),
    ("an empty value", request(GET, "X-Cache:"), [200]),
    ("white space around a value", request(GET, "X-Cache: \t hit \t "), [200]),
    ("a tab in a value", request(GET, "X-Cache: h\tit"), [200]),
    ("every letter of a name", request(GET, "!#$%&'*+-.^_`|~09azAZ: hit"), [200]),
    ("a header of 16,000 bytes", request(GET, "X-Cache: " + "h" * 16_000), [200]),
    ("90 fields", request(GET, *["X-Cache: hit"] * 89), [200]),
    ("an empty line before it", "\r\n" + request(GET), [200]),
    ("Connection: keep-alive", request(GET, "Connection: keep-alive"), [200]),
    (
        "Connection: Keep-Alive and another option",
        request(GET, "Connection: Keep-Alive, TE"),
        [200],
    ),
    (
        "an offer of WebSocket",
        request(GET, "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13"),
        [200],
    ),
    (
        "an offer of HTTP/2",
        request(
            GET,
            "Connection: Upgrade, HTTP2-Settings",
            "Upgrade: h2c",
            "HTTP2-Settings: AAMAAABkAAQ",
        ),
        [200],
    ),
    ("Expect without a body", request(GET, "Expect: 100-continue"), [200]),
    ("a query", target("/health_check?a=b&c=d%20e+f"), [200]),
    ("a query with % alone", target("/health_check?a=%"), [200]),
    ("a query with a second question mark", target("/health_check?a=?/"), [200]),
    ("an empty query", target("/health_check?"), [200]),
    ("a method in small letters", request("get /health_check HTTP/1.1"), [405]),
    ("OPTIONS", request("OPTIONS /engines HTTP/1.1"), [405]),
    (
        "a preflight",
        request(
            "OPTIONS /triggerReqs HTTP/1.1",
            "Origin: http://a.example",
            "Access-Control-Request-Method: POST",
        ),
        [405],
    ),
    ("TRACE", request("TRACE /engines HTTP/1.1"), [405]),
    ("PATCH", request("PATCH /engines HTTP/1.1"), [405]),
    ("PRI", request("PRI /engines HTTP/1.1"), [405]),
    ("a method with a hyphen", request("M-SEARCH /engines HTTP/1.1"), [405]),
    ("a method that nobody has", request("BREW /engines HTTP/1.1"), [405]),
    ("HEAD where there is only POST", request("HEAD /triggerReqs HTTP/1.1"), [405]),
    ("OPTIONS of no path", request("OPTIONS /nothing HTTP/1.1"), [404]),
    ("a path parameter", target("/health_check;jsessionid=1"), [404]),
    ("a path parameter of an object", target("/JSONObject/1;v=2"), [404]),
    ("a path parameter inside a path", target("/JSONObject;v=2/1"), [404]),
    ("an encoded slash", target("/JSONObject%2F1"), [404]),
    ("an encoded NUL", target("/health_check%00"), [404]),
    ("an encoded letter", target("/%68ealth_check"), [404]),
    ("an encoded semicolon", target("/health_check%3Bx"), [404]),
    ("an encoded backslash", target("/health_check%5C"), [404]),
    ("an encoded letter that is no UTF-8", target("/health_check%ff"), [404]),
    ("two slashes", target("//health_check"), [404]),
    ("two slashes inside a path", target("/JSONObject//1"), [404]),
    ("a slash at the end", target("/health_check/"), [404]),
    ("a path in capitals", target("/HEALTH_CHECK"), [404]),
    ("this folder", target("/./health_check"), [404]),
    ("this folder at the end", target("/health_check/."), [404]),
    ("an encoded folder up, before the root", target("/%2e%2E/health_check"), [404]),
    ("a folder up in a query", target("/health_check?x=/../y"), [200]),
    ("an encoded folder up", target("/engines/%2e%2e/health_check"), [404]),
    ("the root", target("/"), [404]),
    ("a path that ends with dots", target("/health_check.."), [404]),
    ("a body with its length", posted("Content-Length: 2"), [422]),
    ("a length with zeros before it", posted("Content-Length: 0002"), [422]),
    ("a length of 0 with GET", request(GET, "Content-Length: 0"), [200]),
    ("chunks", posted(CHUNKED, body=EMPTY), [422]),
    ("Chunked in capitals", posted("TRANSFER-ENCODING: CHUNKED", body=EMPTY), [422]),
    ("chunks in one letter each", posted(CHUNKED, body="1\r\n{\r\n1\r\n}\r\n0\r\n\r\n"), [422]),
    ("a chunk's size with zeros before it", posted(CHUNKED, body="000" + EMPTY), [422]),
    ("a chunk's size of 9 digits", posted(CHUNKED, body="00000000" + EMPTY), [422]),
    ("a chunk's size of 16 digits", posted(CHUNKED, body="0" * 15 + EMPTY), [422]),
    ("a last chunk's size of 16 digits", posted(CHUNKED, body=EMPTY.replace("0", "0" * 16)), [422]),
    (
        "a chunk's size with spaces behind it",
        posted(CHUNKED, body=EMPTY.replace("2", "2  ", 1)),
        [422],
    ),
    ("a chunk extension", posted(CHUNKED, body=EMPTY.replace("2", '2 ;a="b"', 1)), [422]),
    (
        "16,000 bytes of a chunk extension",
        posted(CHUNKED, body=EMPTY.replace("2", "2;" + "x" * 16_000, 1)),
        [422],
    ),
    (
        "trailers",
        posted(CHUNKED, body="2\r\n{}\r\n0\r\nX-Time: 1\r\nContent-Length: 5\r\n\r\n"),
        [422],
    ),
    ("two requests at once", NEXT + NEXT, [200, 200]),
    ("three requests at once", NEXT + request("GET /nothing HTTP/1.1") + NEXT, [200, 404, 200]),
    ("a request behind a body", posted("Content-Length: 2") + NEXT, [422, 200]),
    ("a request behind chunks", posted(CHUNKED, body=EMPTY) + NEXT, [422, 200]),
    (
        "a request behind trailers",
        posted(CHUNKED, body="2\r\n{}\r\n0\r\nX: y\r\n\r\n") + NEXT,
        [422, 200],
    ),
    ("a request behind an empty line", posted("Content-Length: 2") + "\r\n" + NEXT, [422, 200]),
    (
        "a request behind an offer of WebSocket",
        request(GET, "Connection: Upgrade", "Upgrade: websocket") + NEXT,
        [200, 200],
    ),
    ("a request as a body", posted("Content-Length: 35", body=request(GET)[:35]), [422]),
]
#: The same, and the connection is closed behind the last answer.
CLOSED: list[tuple[str, str, list[int]]] = [
    ("HTTP/1.0", request("GET /health_check HTTP/1.0"), [200]),
    (
        "HTTP/1.0 with keep-alive",
        request("GET /health_check HTTP/1.0", "Connection: keep-alive"),
        [200],
    ),
    (
        "a request behind HTTP/1.0",
        request("GET /health_check HTTP/1.0", "Connection: keep-alive") + NEXT,
        [200],
    ),
    ("Connection: close", request(GET, "Connection: close"), [200]),
    ("close in capitals among other options", request(GET, "Connection: x ,\tCLOSE"), [200]),
    (
        "close in a second Connection",
        request(GET, "Connection: close", "Connection: keep-alive"),
        [200],
    ),
    ("a request behind Connection: close", request(GET, "Connection: close") + NEXT, [200]),
    (
        "a request behind close and a body",
        posted("Connection: close", "Content-Length: 2") + NEXT,
        [422],
    ),
    (
        "a request behind close and chunks",
        posted("Connection: close", CHUNKED, body=EMPTY) + NEXT,
        [422],
    ),
    ("a body that GET does not take", request(GET, "Content-Length: 3", body="abc"), [200]),
    ("chunks that GET does not take", request(GET, CHUNKED, body="3\r\nabc\r\n0\r\n\r\n"), [200]),
    ("chunks without data that GET does not take", request(GET, CHUNKED, body="0\r\n\r\n"), [200]),
    (
        "a body that HEAD does not take",
        request("HEAD /engines HTTP/1.1", "Content-Length: 3", body="abc"),
        [200],
    ),
    (
        "a body that no path takes",
        request("POST /nothing HTTP/1.1", "Content-Length: 2", body="{}"),
        [404],
    ),
    ("a bad request behind Connection: close", request(GET, "Connection: close") + "\0", [200]),
    ("a bad request behind a good one", NEXT + "GET\r\n\r\n" + NEXT, [200, 400]),
    (
        "a request behind a body of no path",
        posted("Content-Length: 2", line="POST /nothing HTTP/1.1") + NEXT,
        [404],
    ),
    (
        "a request behind a long body of no path",
        posted("Content-Length: 70000", body=LONG, line="POST /nothing HTTP/1.1") + NEXT,
        [404],
    ),
    (
        "a request behind a body of another method",
        posted("Content-Length: 2", line="POST /engines HTTP/1.1") + NEXT,
        [405],
    ),
    (
        "a request behind a body of no type",
        posted("Content-Length: 2", line="POST /triggerReqs HTTP/1.1") + NEXT,
        [415],
    ),
    (
        "a request behind a body in a coding",
        posted("Content-Encoding: gzip", "Content-Length: 2") + NEXT,
        [415],
    ),
    (
        "a request behind a body over the cap",
        posted("Content-Length: 70000", body=LONG) + NEXT,
        [413],
    ),
    (
        "a request behind chunks over the cap",
        posted(CHUNKED, body=f"11170\r\n{LONG}\r\n0\r\n\r\n") + NEXT,
        [413],
    ),
    (
        "a request behind another page's body",
        posted("Origin: http://evil.example", "Content-Length: 2") + NEXT,
        [403],
    ),
    (
        "a request behind a body for another host",
        posted("Content-Length: 2").replace(HOST, "Host: evil.example") + NEXT,
        [421],
    ),
    (
        "a request behind GET with a body",
        request(GET, "Content-Length: 3", body="abc") + NEXT,
        [200],
    ),
    ("a request behind GET with chunks", request(GET, CHUNKED, body=EMPTY) + NEXT, [200]),
]
#: What is refused: nothing behind it is answered, and the connection is closed.
REFUSED: list[tuple[str, str, int]] = [
    ("no host", "GET /health_check HTTP/1.1\r\n\r\n", 400),
    ("no host in HTTP/1.0", "GET /health_check HTTP/1.0\r\n\r\n", 400),
    ("two hosts", request(GET, HOST), 400),
    ("two hosts, another's second", request(GET, "Host: evil.example"), 400),
    ("an empty host", "GET /health_check HTTP/1.1\r\nHost:\r\n\r\n", 400),
    ("a host with a space", "GET /health_check HTTP/1.1\r\nHost: a b\r\n\r\n", 400),
    ("a host with a user", "GET /health_check HTTP/1.1\r\nHost: a@{host}\r\n\r\n", 400),
    ("a host with a path", "GET /health_check HTTP/1.1\r\nHost: {host}/\r\n\r\n", 400),
    ("a list of hosts", "GET /health_check HTTP/1.1\r\nHost: {host}, {host}\r\n\r\n", 400),
    ("a whole URL of another host", target("http://evil.example/health_check"), 400),
    ("a whole URL with a user", target("http://a@{host}/health_check"), 400),
    (
        "a whole URL with a user that looks like a host",
        target("http://{host}@evil.example/health_check"),
        400,
    ),
    ("a whole URL without a host", target("http:///health_check"), 400),
    ("a whole URL without a path", target("http://{host}"), 400),
    ("a whole URL of another scheme", target("https://{host}/health_check"), 400),
    ("a fragment", target("/health_check#x"), 400),
    ("a fragment in a query", target("/health_check?x#y"), 400),
    ("a fragment in a whole URL", target("http://{host}/health_check#x"), 400),
    ("a host and port as target", target("{host}"), 400),
    ("an asterisk as target", request("OPTIONS * HTTP/1.1"), 400),
    ("CONNECT", request("CONNECT {host} HTTP/1.1"), 400),
    ("CONNECT of a path", request("CONNECT /health_check HTTP/1.1"), 400),
    ("a target without a slash", target("health_check"), 400),
    ("a backslash in a path", target("/health_check\\"), 400),
    ("a quote in a path", target('/health_check"'), 400),
    ("a bracket in a query", target("/health_check?a[0]=1"), 400),
    ("a brace in a path", target("/{x}"), 400),
    ("a letter beyond ASCII in a path", target("/health_check\u00e4"), 400),
    ("a NUL in a path", target("/health_check\0"), 400),
    ("a tab in a path", target("/health\tcheck"), 400),
    ("a folder up", target("/engines/../health_check"), 400),
    ("a folder up, before the root", target("/../health_check"), 400),
    ("a folder up at the end", target("/engines/..?x"), 400),
    ("% alone in a path", target("/health_check%"), 400),
    ("% with one digit in a path", target("/health_check%2"), 400),
    ("% with letters in a path", target("/health_check%zz"), 400),
    ("% before a query", target("/health_check%?00"), 400),
    ("no target", request("GET HTTP/1.1"), 400),
    ("no version", request("GET /health_check"), 400),
    ("HTTP/0.9", "GET /health_check\r\n", 400),
    ("HTTP/1.2", request("GET /health_check HTTP/1.2"), 400),
    ("HTTP/2", request("GET /health_check HTTP/2"), 400),
    ("HTTP/2 with prior knowledge", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400),
    ("http in small letters", request("GET /health_check http/1.1"), 400),
    ("two spaces behind the method", request("GET  /health_check HTTP/1.1"), 400),
    ("two spaces before the version", request("GET /health_check  HTTP/1.1"), 400),
    ("a space behind the version", request("GET /health_check HTTP/1.1 "), 400),
    ("a space before the method", request(" GET /health_check HTTP/1.1"), 400),
    ("tabs in the request line", request("GET\t/health_check\tHTTP/1.1"), 400),
    ("a method with a digit", request("GET1 /health_check HTTP/1.1"), 400),
    ("a method with an asterisk", request("G* /LENGTH HTTP/1.1"), 400),
    ("a method that is an asterisk", request("* /LENGTH HTTP/1.1"), 400),
    ("a method with a bracket", request("GET( /health_check HTTP/1.1"), 400),
    ("another protocol", "SSH-2.0-OpenSSH_9.6\r\n", 400),
    ("TLS", "\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03", 400),
    ("a space before a colon", request(GET, "X-Cache : hit"), 400),
    ("a space before the colon of a length", posted("Content-Length : 2"), 400),
    ("a tab before the colon of a coding", posted("Transfer-Encoding\t: chunked", body=EMPTY), 400),
    ("a space in a name", request(GET, "X Cache: hit"), 400),
    ("brackets in a name", request(GET, "X(Cache): hit"), 400),
    ("Latin-1 in a name", request(GET, "X-C\u00e4che: hit"), 400),
    ("a NUL in a name", request(GET, "X-\0: hit"), 400),
    ("a line without a colon", request(GET, "X-Cache"), 400),
    ("a field without a name", request(GET, ": hit"), 400),
    ("a NUL in a value", request(GET, "X-Cache: h\0it"), 400),
    ("a CR in a value", request(GET, "X-Cache: h\rit"), 400),
    ("a CR before a line's end", request(GET, "X-Cache: hit\r"), 400),
    ("a DEL in a value", request(GET, "X-Cache: h\x7fit"), 400),
    ("a folded field", request(GET, "X-Cache: hit,\r\n miss"), 400),
    ("a folded field with a tab", request(GET, "X-Cache:\r\n\thit"), 400),
    ("a folded host", "GET /health_check HTTP/1.1\r\nHost:\r\n {host}\r\n\r\n", 400),
    ("a folded length", posted("Content-Length:\r\n 2"), 400),
    ("a folded coding", posted("Transfer-Encoding:\r\n chunked", body=EMPTY), 400),
    ("a coding folded inside its name", posted("Transfer-\r\n Encoding: chunked", body=EMPTY), 400),
    ("white space before the first field", request(GET + "\r\n X-Cache: hit"), 400),
    ("lines that end with LF alone", request(GET).replace("\r\n", "\n"), 400),
    ("one line that ends with LF alone", request(GET, "X-Cache: hit\nX-Other: hit"), 400),
    ("an empty line that ends with LF alone", "\n" + request(GET), 400),
    ("lines that end with CR alone", request(GET).replace("\r\n", "\r") + "\r\n\r\n", 400),
    ("two equal lengths", posted("Content-Length: 2", "Content-Length: 2"), 400),
    ("two lengths", posted("Content-Length: 2", "Content-Length: 0"), 400),
    ("a list of equal lengths", posted("Content-Length: 2, 2"), 400),
    ("a length with a plus", posted("Content-Length: +2"), 400),
    ("a length with a minus", posted("Content-Length: -2"), 400),
    ("a length in hexadecimal", posted("Content-Length: 0x2"), 400),
    ("an empty length", posted("Content-Length:"), 400),
    ("a length with a space in it", posted("Content-Length: 1 2"), 400),
    ("a length and chunks", posted("Content-Length: 2", CHUNKED, body=EMPTY), 400),
    ("chunks and a length", posted(CHUNKED, "Content-Length: 2", body=EMPTY), 400),
    ("chunks in HTTP/1.0", posted(CHUNKED, line="POST /decode/JSON/1 HTTP/1.0", body=EMPTY), 400),
    ("chunked twice", posted(CHUNKED, CHUNKED, body=EMPTY), 400),
    ("chunked, chunked", posted("Transfer-Encoding: chunked, chunked", body=EMPTY), 400),
    ("gzip, chunked", posted("Transfer-Encoding: gzip, chunked", body=EMPTY), 400),
    ("chunked, identity", posted("Transfer-Encoding: chunked, identity", body=EMPTY), 400),
    (
        "Transfer-Encoding: identity",
        posted("Transfer-Encoding: identity", "Content-Length: 2"),
        400,
    ),
    ("an unknown coding", posted("Transfer-Encoding: xchunked", body=EMPTY), 400),
    ("chunked in quotes", posted('Transfer-Encoding: "chunked"', body=EMPTY), 400),
    ("chunked with a parameter", posted("Transfer-Encoding: chunked;q=1", body=EMPTY), 400),
    (
        "a control character before chunked",
        posted("Transfer-Encoding: \x0bchunked", body=EMPTY),
        400,
    ),
    ("an empty Transfer-Encoding", posted("Transfer-Encoding:", body=EMPTY), 400),
    ("an unknown Expect", request(GET, "Expect: the-unexpected"), 400),
    ("a head of 17,000 bytes", request(GET, "X-Cache: " + "h" * 17_000), 431),
    ("a target of 17,000 bytes", target("/" + "h" * 17_000), 431),
    ("17,000 bytes of a line that does not end", GET + "\r\nX-Cache: " + "h" * 17_000, 431),
    ("17,000 bytes of empty lines", "\r\n" * 8500, 431),
    ("91 fields", request(GET, *["X-Cache: hit"] * 90), 431),
    ("a length over 64 bits", posted("Content-Length: 99999999999999999999"), 413),
    ("a length over the cap", posted("Content-Length: 1000000000"), 413),
    ("a chunk's size with a plus", posted(CHUNKED, body=f"+{EMPTY}"), 400),
    ("a chunk's size with a minus", posted(CHUNKED, body=f"-{EMPTY}"), 400),
    ("a chunk's size in 0x", posted(CHUNKED, body=f"0x{EMPTY}"), 400),
    ("a chunk's size with a space before it", posted(CHUNKED, body=f" {EMPTY}"), 400),
    ("a chunk's size in no digits", posted(CHUNKED, body="g\r\n{}\r\n0\r\n\r\n"), 400),
    ("an empty chunk's size", posted(CHUNKED, body="\r\n{}\r\n0\r\n\r\n"), 400),
    (
        "a chunk's size that ends with LF alone",
        posted(CHUNKED, body=EMPTY.replace("\r\n", "\n", 1)),
        400,
    ),
    ("a chunk that ends with LF alone", posted(CHUNKED, body="2\r\n{}\n0\r\n\r\n"), 400),
    ("a chunk without CR LF behind it", posted(CHUNKED, body="2\r\n{}0\r\n\r\n"), 400),
    ("letters behind a chunk, no line of them whole", posted(CHUNKED, body="2\r\n{}no chunk"), 400),
    ("letters as a chunk's size, no line of them whole", posted(CHUNKED, body="no chunk"), 400),
    ("a chunk longer than its size", posted(CHUNKED, body="1\r\n{}\r\n0\r\n\r\n"), 400),
    ("a chunk of 4 GiB", posted(CHUNKED, body="ffffffff\r\n{"), 400),
    ("a chunk's size of 17 digits", posted(CHUNKED, body="0" * 16 + EMPTY), 400),
    (
        "a chunk's size over 64 bits",
        posted(CHUNKED, body="10000000000000002\r\n{}\r\n0\r\n\r\n"),
        400,
    ),
    ("a NUL in a chunk extension", posted(CHUNKED, body=EMPTY.replace("2", "2;\0", 1)), 400),
    ("an LF in a chunk extension", posted(CHUNKED, body=EMPTY.replace("2", "2;\n", 1)), 400),
    ("17,000 bytes of a chunk extension", posted(CHUNKED, body="2;" + "x" * 17_000), 400),
    (
        "17,000 bytes of chunk extensions together",
        posted(CHUNKED, body=("1;" + "x" * 998 + "\r\n \r\n") * 17),
        400,
    ),
    (
        "17,000 bytes of trailers",
        posted(CHUNKED, body="2\r\n{}\r\n0\r\n" + "X: 1234567890\r\n" * 1200),
        400,
    ),
    ("a trailer without a colon", posted(CHUNKED, body="2\r\n{}\r\n0\r\nX\r\n\r\n"), 400),
    ("a folded trailer", posted(CHUNKED, body="2\r\n{}\r\n0\r\nX: y\r\n z\r\n\r\n"), 400),
]


def requests_file() -> bytes:
    """The requests as the tests read them, one a line. Behind each that is refused stands one that
    would be answered.
    """
    rows = [*((*case, True) for case in KEPT), *((*case, False) for case in CLOSED)]
    rows += [
        (name, sent + NEXT if sent.endswith("\r\n\r\n") else sent, [status], False)
        for name, sent, status in REFUSED
    ]
    return _lines(
        {"name": name, "statuses": statuses, "kept": kept, "request": sent}
        for name, sent, statuses, kept in rows
    )


def cases() -> Iterator[dict[str, str]]:
    """Every answer; its characters are bytes."""
    for name, answer, verdict in ANSWERS:
        yield {"name": name, "verdict": verdict, "answer": answer}


def file() -> bytes:
    """The answers as the tests read them, one a line."""
    return _lines(cases())


def _lines(cases: Iterable[Mapping[str, object]]) -> bytes:
    """A list in JSON, a case a line."""
    return ("[\n" + ",\n".join(json.dumps(case) for case in cases) + "\n]\n").encode()
