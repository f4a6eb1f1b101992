"""Every way in which a provider fails, and what a run must answer: the one list, which the tests, the command and docs/failures.md share.

A failure is made by the stub, which says what no decent server says; by toxiproxy in front of a real provider; or by a place where no provider is.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path

from .behaviours import close, endless, reset, silent, trickling, whole_and_closed
from .row import Cut, Place, Proxied, Row, Stub, Toxic
from .stub import answering, chunked, response

JSON, XML = "application/json", "application/xml"


def golden(root: Path, name: str = "DummyObject.json") -> bytes:
    """The canonical bytes of an object."""
    return (root / "providers" / "golden" / name).read_bytes()


def rows(root: Path) -> list[Row]:
    """All of them, in the order of the table."""
    good = golden(root)
    another = (root / "providers" / "objects" / "DummyObject.variants.jsonl").read_bytes().splitlines()[1]
    made = [*_unreachable(good), *_statuses(good), *_types(good), *_cut(good), *_large(), *_slow(good), *_wrong(good, another), *_odd_but_right(good)]
    assert len({row.name for row in made}) == len(made), "names are unique"
    return made


def _says(data: bytes) -> Stub:
    return Stub(answering(data, stay_open=False))


def _unreachable(good: bytes) -> Iterator[Row]:
    code = "provider_unreachable"
    yield Row("the provider is down", "nobody listens at the port", Place("closed"), code)
    yield Row("the proxy is down", "toxiproxy: proxy disabled", Proxied(down=True), code)
    yield Row("the name has no address", "a label of 64 letters, which no name service can know", Place("unknown"), code)
    yield Row("the backlog is full", "a listening socket that accepts nothing more", Place("full"), "provider_timeout")
    yield Row("the origin is not allowed", "a provider that is not in PROVIDER_ALLOWLIST", Place("unlisted"), "provider_not_allowed")
    yield Row("closes without a word", "stub: reads the request, closes", Stub(close), code)
    yield Row("resets the connection", "stub: reads the request, RST", Stub(reset), code)
    yield Row("the connection is reset", "toxiproxy: reset_peer", Proxied(Toxic("reset_peer", {"timeout": 0})), code)
    yield Row("drops the answer and closes", "toxiproxy: timeout, 100 ms", Proxied(Toxic("timeout", {"timeout": 100})), code)
    closing = Stub(whole_and_closed(response(good, JSON)))
    yield Row("closes between answers, unannounced", "stub: the whole answer and FIN in one packet", closing, code, completed=1, unseen=True)
    yield Row("speaks no HTTP", "stub: `220 ready`", _says(b"220 ready\r\n\r\n"), code)
    yield Row("speaks HTTP/2", "stub: a SETTINGS frame", _says(b"\0\0\0\4\0\0\0\0\0"), code)
    yield Row("breaks off inside the head", "toxiproxy: limit_data, byte 20 of the head", Proxied(Cut(0, 20)), code)
    yield Row("breaks off before the third answer", "toxiproxy: limit_data, byte 1 of the third head", Proxied(Cut(2, 1)), code, completed=2)


def _statuses(good: bytes) -> Iterator[Row]:
    code = "provider_status"
    yield Row("answers 500", "stub: 500", _says(response(b"no", "text/plain", status="500 Internal Server Error")), code)
    yield Row("answers 503 with Retry-After", "stub: 503", _says(response(b"", JSON, status="503 Service Unavailable", headers="Retry-After: 0\r\n")), code)
    yield Row("answers 404", "stub: 404, of the right type", _says(response(b"{}", JSON, status="404 Not Found")), code)
    yield Row(
        "answers 401", "stub: 401, asks for a password", _says(response(b"", JSON, status="401 Unauthorized", headers="WWW-Authenticate: Basic\r\n")), code
    )
    yield Row("answers 204", "stub: 204", _says(b"HTTP/1.1 204 No Content\r\n\r\n"), code)
    yield Row("answers 206", "stub: 206 with the whole object", _says(response(good, JSON, status="206 Partial Content")), code)
    yield Row("redirects", "stub: 302 to another port", _says(response(b"", JSON, status="302 Found", headers="Location: http://127.0.0.1:9/\r\n")), code)
    yield Row("redirects for good", "stub: 308 to itself", _says(response(b"", JSON, status="308 Permanent Redirect", headers="Location: /\r\n")), code)


def _types(good: bytes) -> Iterator[Row]:
    code = "provider_content_type"
    bomb = gzip.compress(bytes(16 << 20))
    yield Row("sends HTML", "stub: text/html", _says(response(b"<html></html>", "text/html")), code)
    yield Row("sends another format's type", "stub: application/xml over JSON", _says(response(good, XML)), code)
    yield Row("sends no type", "stub: no Content-Type", _says(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(good) + good), code)
    yield Row("compresses", "stub: Content-Encoding: gzip", _says(response(gzip.compress(good), JSON, headers="Content-Encoding: gzip\r\n")), code)
    yield Row("sends a gzip bomb", "stub: 16 MiB of zeros in 16 KiB of gzip", _says(response(bomb, JSON, headers="Content-Encoding: gzip\r\n")), code)


def _cut(good: bytes) -> Iterator[Row]:
    code = "provider_truncated"
    yield Row("ends before its length", "stub: one byte less than Content-Length", _says(response(good[:-1], JSON, length=len(good))), code)
    yield Row("ends inside a chunk", "stub: closes within a chunk", _says(chunked(JSON, good[:10], end=b"ff\r\nabc")), code)
    yield Row("ends before the last chunk", "stub: closes after a chunk", _says(chunked(JSON, good, end=b"")), code)
    yield Row("breaks off as the body begins", "toxiproxy: limit_data, byte 1 of the body", Proxied(Cut(0, 1, "body")), code)
    yield Row("breaks off inside the body", "toxiproxy: limit_data, byte 700 of the body", Proxied(Cut(0, 700, "body")), code)
    yield Row("breaks off inside the third body", "toxiproxy: limit_data, two answers and 700 bytes", Proxied(Cut(2, 700, "body")), code, completed=2)


def _large() -> Iterator[Row]:
    code, head = "provider_too_large", f"HTTP/1.1 200 OK\r\nContent-Type: {JSON}\r\n".encode()
    yield Row("declares a byte too much", "stub: Content-Length 65537", _says(response(b"{", JSON, length=65_537)), code)
    yield Row("declares 8 EiB", "stub: Content-Length 2^63 - 1", _says(response(b"{", JSON, length=2**63 - 1)), code)
    yield Row("sends too much in chunks", "stub: 17 chunks of 4 KiB", _says(chunked(JSON, *[b" " * 4096] * 17)), code)
    yield Row("sends chunks without end", "stub: chunked, endless", Stub(endless(head + b"Transfer-Encoding: chunked\r\n\r\n", b"4\r\n    \r\n")), code)
    yield Row("sends a body without end", "stub: no length, endless", Stub(endless(head + b"Connection: close\r\n\r\n", b" ")), code)
    yield Row("sends a head without end", "stub: header after header, endless", Stub(endless(head, b"X-More: more\r\n")), code)
    yield Row("sends a header without end", "stub: one header line, endless", Stub(endless(head + b"X-More: ", b"x")), code)


def _slow(good: bytes) -> Iterator[Row]:
    code, whole = "provider_timeout", response(good, JSON)
    yield Row("answers too late", "toxiproxy: latency, 3 s", Proxied(Toxic("latency", {"latency": 3000, "jitter": 0})), code)
    yield Row("never answers", "toxiproxy: timeout, 0", Proxied(Toxic("timeout", {"timeout": 0})), code)
    yield Row("sends too slowly", "toxiproxy: bandwidth, 1 KB/s", Proxied(Toxic("bandwidth", {"rate": 1})), code)
    yield Row("reads the request and is silent", "stub: nothing", Stub(silent), code)
    yield Row("trickles its head", "stub: a byte every 50 ms (slow-loris)", Stub(trickling(whole)), code)
    yield Row("trickles its body", "stub: the head at once, a byte of the body every 50 ms", Stub(trickling(whole, len(whole) - len(good))), code)
    yield Row("trickles its chunks", "stub: the same in chunks", Stub(trickling(chunked(JSON, *([b" "] * 500)), 90)), code)
    closes = answering(response(good[:-1], JSON, length=len(good)), stay_open=False)
    yield Row("ends early and closes late", "toxiproxy: slow_close, 5 s, before the stub", Proxied(Toxic("slow_close", {"delay": 5000}), closes), code)
    many = Stub(endless(b"", b"HTTP/1.1 100 Continue\r\n\r\n"))
    yield Row("says 100 Continue without end", "stub: interim answers, endless", many, "provider_unreachable")


def _wrong(good: bytes, another: bytes) -> Iterator[Row]:
    def row(name: str, how: str, body: bytes, refused_by: str = "guard") -> Row:
        return Row(name, f"stub: {how}", _says(response(body, JSON)), "deserialize_failed", refused_by)

    yield row("sends no JSON", "`{]`", b"{]")
    yield row("sends an empty body", "Content-Length 0", b"")
    yield row("sends null", "`null`", b"null")
    yield row("sends a field more", '`,"more":1` at its end', good[:-1] + b',"more":1}')
    yield row("sends a field less", "no `age`", good.replace(b'"age":29,', b""))
    yield row("sends two objects", "the object twice", good + good)
    yield row("sends bytes that are no UTF-8", "a byte of Latin-1", good.replace(b"blue", b"bl\xfce"))
    yield row("sends 65 levels", "`[` 65 times", b"[" * 65 + b"]" * 65)
    yield row("sends another object", "variant 1 in place of 0: valid bytes", another, "comparison")
    yield row("sends gzip and does not say so", "16 MiB of zeros, as JSON", gzip.compress(bytes(16 << 20)))


def _odd_but_right(good: bytes) -> Iterator[Row]:
    whole = response(good, JSON)
    yield Row("the answer comes late, in time", "toxiproxy: latency, 20 ms", Proxied(Toxic("latency", {"latency": 20, "jitter": 5})))
    yield Row("the answer comes in slices", "toxiproxy: slicer, 10 bytes", Proxied(Toxic("slicer", {"average_size": 10, "size_variation": 5, "delay": 0})))
    yield Row("closes slowly", "toxiproxy: slow_close, 5 s", Proxied(Toxic("slow_close", {"delay": 5000})))
    yield Row("closes after each answer", "stub: Connection: close", _says(response(good, JSON, headers="Connection: close\r\n")))
    yield Row("sends no length and closes", "stub: neither Content-Length nor chunks", _says(whole.replace(b"Content-Length: %d\r\n" % len(good), b"")))
    yield Row("sends its body byte by byte", "stub: chunks of one byte", Stub(answering(chunked(JSON, *(bytes([byte]) for byte in good)))))
    yield Row("says 103 Early Hints first", "stub: an interim answer", Stub(answering(b"HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n" + whole)))
