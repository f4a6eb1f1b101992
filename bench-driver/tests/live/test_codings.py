"""Bodies in a content coding: what both servers write, what both read, and what both refuse."""

from __future__ import annotations

import hashlib
import random
import struct
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPMessage
from typing import Any
from urllib.parse import urlsplit

import pytest

from bench_lab.endure.stub import StubProvider, answering, response

from ..fuzz.contract import contract
from ..fuzz.provided import provided
from .conftest import HTTP, trigger
from .facts import CARRIED, CONSUMERS, FORMATS, MEDIA_TYPES, PROVIDERS_FOLDER, RUNTIMES

#: The ending of each coding's files.
ENDINGS = {"gzip": "gz", "zstd": "zst", "br": "br"}
GOLDEN = PROVIDERS_FOLDER / "golden"
CODED = GOLDEN / "coded"
JSON = "DummyObject.json"
PLAIN = (GOLDEN / JSON).read_bytes()
VARIANTS = 64
#: More than an object may have, in few bytes.
BOMB = bytes(16 << 20)


def encode(coding: str, body: bytes) -> bytes:
    """As the tool of the coded goldens writes it."""
    coded: bytes = provided("coded").ENCODERS[ENDINGS[coding]](body)
    return coded


def decode(coding: str, coded: bytes) -> bytes:
    plain: bytes = provided("coded").plain(ENDINGS[coding], coded)
    return plain


def frame(body: bytes, descriptor: int, *fields: bytes) -> bytes:
    """A frame of zstd whose one block is the body as it is, at most 128 KiB."""
    block = (len(body) << 3 | 1).to_bytes(3, "little")
    return b"".join([b"\x28\xb5\x2f\xfd", bytes([descriptor]), *fields, block, body])


#: The window of a frame, 8 MiB and 16 MiB.
WINDOW, WIDE = b"\x68", b"\x70"
SKIPPABLE = b"\x50\x2a\x4d\x18" + struct.pack("<I", 3) + b"abc"


def good() -> dict[str, dict[str, bytes]]:
    """By coding, bodies that are not as the tool writes them, and that both read."""
    gz = encode("gzip", PLAIN)
    size = struct.pack("<H", len(PLAIN) - 256)
    return {
        "gzip": {"a time, a level and a system": gz[:4] + b"\1\2\3\4\2\3" + gz[10:]},
        "zstd": {
            "the widest window": frame(PLAIN, 0x00, WINDOW),
            "a content size": frame(PLAIN, 0x60, size),
        },
        "br": {},
    }


def bad() -> dict[str, dict[str, bytes]]:
    """By coding, bodies that break one of its rules."""
    whole = {coding: encode(coding, PLAIN) for coding in ENDINGS}
    gz, size = whole["gzip"], struct.pack("<H", len(PLAIN) - 256)
    more = struct.pack("<H", len(PLAIN) - 255)
    found = {
        coding: {
            "nothing": b"",
            "plain bytes": PLAIN,
            "cut by a byte": coded[:-1],
            "cut in the middle": coded[: len(coded) // 2],
            "a byte behind": coded + b"\0",
            "a second member": coded + coded,
        }
        for coding, coded in whole.items()
    }
    found["gzip"] |= {
        "another method": gz[:2] + b"\x07" + gz[3:],
        "a name": gz[:3] + b"\x08" + gz[4:10] + b"a\0" + gz[10:],
        "the flag of text": gz[:3] + b"\x01" + gz[4:],
        "a wrong checksum": gz[:-8] + bytes([gz[-8] ^ 1]) + gz[-7:],
        "a wrong length": gz[:-1] + b"\1",
        "a lying length": gz[:-4] + b"\xff\xff\xff\xff",
        "raw deflate": gz[10:-8],
    }
    found["zstd"] |= {
        "a skippable frame": SKIPPABLE,
        "a skippable frame before": SKIPPABLE + whole["zstd"],
        "a skippable frame behind": whole["zstd"] + SKIPPABLE,
        "a dictionary": frame(PLAIN, 0x01, WINDOW, b"\7"),
        "too wide a window": frame(PLAIN, 0x00, WIDE),
        "the widest window that can be stated": frame(PLAIN, 0x00, b"\xff"),
        "a reserved bit": frame(PLAIN, 0x08, WINDOW),
        "a wrong content size": frame(PLAIN, 0x60, more),
        "a wrong checksum": frame(PLAIN, 0x04, WINDOW) + b"\1\2\3\4",
        "a checksum that is cut": frame(PLAIN, 0x64, size),
    }
    found["br"] |= {"a large window": b"\x11\x1e" + whole["br"][1:]}
    return found


def bombs() -> dict[str, dict[str, bytes]]:
    """By coding, bodies of more than an object may have."""
    found = {coding: {"a bomb": encode(coding, BOMB)} for coding in ENDINGS}
    found["zstd"]["a lying content size"] = frame(PLAIN, 0xC0, WINDOW, struct.pack("<Q", 1 << 40))
    return found


GOOD, BAD, BOMBS = good(), bad(), bombs()


def named(bodies: dict[str, dict[str, bytes]]) -> list[Any]:
    return [
        pytest.param(coding, body, id=f"{coding}, {name}")
        for coding, every in bodies.items()
        for name, body in every.items()
    ]


def run(
    url: str, stub: StubProvider, coding: str, body: bytes, file: str = JSON, **changes: Any
) -> dict[str, Any]:
    """The answer of a run in a coding to this body."""
    object_type, ending = file.split(".")
    format_name = next(name for name in FORMATS if name.lower() == ending)
    head = f"Content-Encoding: {coding}\r\n"
    stub.reset(answering(response(body, MEDIA_TYPES[format_name], headers=head)))
    what = {"object_type": object_type, "object_format": format_name, "coding": coding}
    said: dict[str, Any] = trigger(url, stub.url, **{"amount": 1, **what, **changes}).json()
    return said


def verdict(said: dict[str, Any]) -> tuple[str, str]:
    """What an answer says of a body: its code, and who refused it."""
    return said.get("code", "read"), said.get("refused_by", "")


def verdicts(
    urls: dict[str, str], stub: StubProvider, coding: str, body: bytes
) -> set[tuple[str, str]]:
    """What the consumers say of a body."""
    return {verdict(run(urls[consumer], stub, coding, body)) for consumer in CONSUMERS}


class Provider:
    """A provider that is asked over one connection, whose bodies stay as they come."""

    def __init__(self, url: str) -> None:
        target = urlsplit(url)
        self._connection = HTTPConnection(str(target.hostname), int(target.port or 80), timeout=60)

    def get(self, path: str, accepts: str | None) -> tuple[HTTPMessage, bytes]:
        """The head and the body of an answer to what it is asked to accept."""
        headers = {} if accepts is None else {"Accept-Encoding": accepts}
        self._connection.putrequest("GET", path, skip_accept_encoding=True)
        for name, value in headers.items():
            self._connection.putheader(name, value)
        self._connection.endheaders()
        answer = self._connection.getresponse()
        body = answer.read()
        assert answer.status == 200, body
        return answer.headers, body

    def close(self) -> None:
        self._connection.close()


@pytest.fixture(scope="module")
def both(urls: dict[str, str]) -> Iterator[list[Provider]]:
    """Both live providers."""
    opened = [Provider(urls[f"{runtime}-provider"]) for runtime in RUNTIMES]
    yield opened
    for one in opened:
        one.close()


@pytest.mark.parametrize("file", sorted(path.name for path in CODED.iterdir()))
def test_both_consumers_read_the_coded_goldens_alike(
    urls: dict[str, str], stub: StubProvider, file: str
) -> None:
    name, _, ending = file.rpartition(".")
    coding = next(name for name, end in ENDINGS.items() if end == ending)
    body, plain = (CODED / file).read_bytes(), (GOLDEN / name).read_bytes()
    for consumer in CONSUMERS:
        said = run(urls[consumer], stub, coding, body, name, amount=4, warmup=2, block=2)
        assert said.get("verified") == 4, said
        assert [line for line in stub.heads[0].lower().split("\r\n") if "encoding" in line] == [
            f"accept-encoding: {coding}"
        ]
        assert said["payload"]["sha256"] == hashlib.sha256(plain).hexdigest()
        assert said["payload"]["bytes"] == 4 * len(plain)
        assert said["coded"] == {
            "coding": coding,
            "bytes": 4 * len(body),
            "min_bytes": len(body),
            "max_bytes": len(body),
            "sha256": hashlib.sha256(body).hexdigest(),
        }
        for part in (said["decoding"], said["warmup"]["decoding"]):
            assert 0 < part["min_ns"] <= part["p50_ns"] <= part["max_ns"] <= part["total_ns"]


@pytest.mark.parametrize("coding", ENDINGS)
@pytest.mark.parametrize("consumer", CONSUMERS)
def test_each_consumer_reads_what_each_provider_compresses(
    urls: dict[str, str], consumer: str, coding: str
) -> None:
    for runtime in RUNTIMES:
        known: dict[str, Any] = {"amount": 300, "variants": 128, "server_type": runtime}
        known["object_format"] = "Avro"
        provider = urls[f"{runtime}-provider"]
        plain = trigger(urls[consumer], provider, **known).json()
        assert "coded" not in plain and "decoding" not in plain
        ways: list[dict[str, Any]] = [
            {},
            {"concurrency": 4},
            {"block": 100},
            {"source": "replay"},
        ]
        for how in ways:
            answer = trigger(urls[consumer], provider, **known, **how, coding=coding)
            assert answer.status_code == 200, answer.text
            contract["/triggerReqs"]["POST"].validate_response(answer)
            said = answer.json()
            assert said["payload"]["sha256"] == plain["payload"]["sha256"]
            assert said["payload"]["bytes"] == plain["payload"]["bytes"]
            assert said["coded"]["coding"] == coding
            assert said["coded"]["bytes"] < plain["payload"]["bytes"]


@pytest.mark.parametrize(("object_type", "format_name"), CARRIED)
def test_both_write_the_same_zstd_of_the_canonical_bytes(
    both: list[Provider], object_type: str, format_name: str
) -> None:
    digests = (GOLDEN / f"{object_type}.{format_name.lower()}.sha256").read_text().splitlines()
    path = f"/{format_name}Object/{object_type}"
    for line in digests[:VARIANTS]:
        digest, index = line.split()
        (head, coded), (_, other) = (one.get(f"{path}?index={index}", "zstd") for one in both)
        assert head["Content-Encoding"] == "zstd"
        assert coded == other, f"{object_type} {index} as {format_name}"
        assert hashlib.sha256(decode("zstd", coded)).hexdigest() == digest
    for coding in ("gzip", "br"):
        for one in both:
            assert (
                hashlib.sha256(decode(coding, one.get(path, coding)[1])).hexdigest()
                == (digests[0].split()[0])
            )


def test_an_object_is_compressed_for_who_names_one_coding_and_nothing_more(
    both: list[Provider],
) -> None:
    path = "/JSONObject/DummyObject"
    for one in both:
        for coding in ENDINGS:
            for wish in (coding, coding.upper(), f" {coding} "):
                head, body = one.get(path, wish)
                assert head.get_all("Content-Encoding") == [coding]
                assert head["Content-Length"] == str(len(body))
                assert decode(coding, body) == PLAIN
        assert one.get(path, "gzip")[1][:10] == provided("coded").HEAD
        wishes = [
            "gzip, deflate, br, zstd",
            "gzip, deflate",
            "*",
            "gzip;q=1",
            "identity",
            "deflate",
        ]
        for other in [*wishes, "", None]:
            head, body = one.get(path, other)
            assert (head["Content-Encoding"], body) == (None, PLAIN), other
        head, body = one.get("/json_bytes", "gzip")
        assert (head["Content-Encoding"], body) == (None, PLAIN)


@pytest.mark.parametrize(("coding", "body"), named(GOOD))
def test_both_read_what_another_tool_may_write(
    urls: dict[str, str], stub: StubProvider, coding: str, body: bytes
) -> None:
    assert verdicts(urls, stub, coding, body) == {("read", "")}


@pytest.mark.parametrize(("coding", "body"), named(BAD))
def test_both_refuse_what_breaks_a_rule_before_guard_and_engine(
    urls: dict[str, str], stub: StubProvider, coding: str, body: bytes
) -> None:
    assert verdicts(urls, stub, coding, body) == {("deserialize_failed", "coding")}


@pytest.mark.parametrize(("coding", "body"), named(BOMBS))
def test_both_stop_at_what_an_object_may_have(
    urls: dict[str, str], stub: StubProvider, coding: str, body: bytes
) -> None:
    assert verdicts(urls, stub, coding, body) == {("provider_too_large", "")}


@pytest.mark.parametrize("coding", ENDINGS)
def test_both_say_the_same_of_a_body_cut_or_flipped_anywhere(
    urls: dict[str, str], stub: StubProvider, coding: str
) -> None:
    whole, dice = encode(coding, PLAIN), random.Random(coding)
    for at in sorted(dice.sample(range(1, len(whole)), 40)):
        cut = verdicts(urls, stub, coding, whole[:at])
        assert cut == {("deserialize_failed", "coding")}, f"cut at byte {at}"
        flipped = whole[:at] + bytes([whole[at] ^ 1 << dice.randrange(8)]) + whole[at + 1 :]
        said = verdicts(urls, stub, coding, flipped)
        assert len(said) == 1, f"flipped at byte {at}: {said}"
        (_, refused_by), *_ = said
        assert refused_by != "engine", f"flipped at byte {at}: {said}"


@pytest.mark.parametrize("consumer", CONSUMERS)
def test_another_coding_than_the_one_asked_for_is_refused(
    urls: dict[str, str], stub: StubProvider, consumer: str
) -> None:
    body = encode("gzip", PLAIN)
    right = "Content-Encoding: gzip\r\n"
    for fields in ("", "Content-Encoding: zstd\r\n", "Content-Encoding: identity\r\n", 2 * right):
        stub.reset(answering(response(body, "application/json", headers=fields)))
        said = trigger(urls[consumer], stub.url, coding="gzip").json()
        assert said["code"] == "provider_content_type", (fields, said)
    stub.reset(
        answering(response(body, "application/json", headers="content-encoding:  GZIP \r\n"))
    )
    assert trigger(urls[consumer], stub.url, coding="gzip").status_code == 200
    stub.reset(answering(response(PLAIN, "application/json")))
    assert trigger(urls[consumer], stub.url, coding="identity").status_code == 200
    assert "accept-encoding" not in stub.heads[0].lower()


@pytest.mark.parametrize("consumer", CONSUMERS)
def test_where_a_coding_does_not_go_it_is_refused_by_its_name(
    urls: dict[str, str], consumer: str
) -> None:
    provider = urls["rust-provider"]
    wrong: list[dict[str, Any]] = [
        {"coding": "deflate"},
        {"coding": "zstd", "source": "replay", "threads": 1},
    ]
    for changes in wrong:
        said = trigger(urls[consumer], provider, **changes).json()
        assert (said["code"], said["field"]) == ("invalid_request", "coding"), said
    written = {"amount": 1, "object_format": "JSON", "object_type": "User", "operation": "encode"}
    answer = HTTP.post(f"{urls[consumer]}/triggerReqs", json={**written, "coding": "gzip"})
    assert (answer.status_code, answer.json()["field"]) == (400, "coding")


@pytest.mark.parametrize("consumer", CONSUMERS)
def test_each_announces_its_codings_and_their_libraries(
    urls: dict[str, str], consumer: str
) -> None:
    codings = HTTP.get(f"{urls[consumer]}/engines?format=JSON").json()["codings"]
    assert [one["name"] for one in codings] == [*ENDINGS]
    assert all(one["library"] and one["version"] for one in codings)
