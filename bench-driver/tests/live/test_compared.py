"""Formats whose guard compares: what is not the variant's own bytes is refused before an engine
sees it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import httpx
import pytest

from bench_lab.endure.stub import StubProvider, answering, response

from .conftest import HTTP, trigger
from .facts import CARRIED, CONSUMERS, FORMATS, GUARDED, MEDIA_TYPES, PROVIDERS_FOLDER

COMPARED = [name for name in FORMATS if name not in GUARDED]
GOLDENS = [one for one in CARRIED if one[1] in COMPARED]
#: Of these a run is asked for each body: a record with all kinds but two; a map, null and names that
#: are no identifiers; lists of lists.
SAMPLES = [one for one in GOLDENS if one[0] in ("Order", "LogLine", "Polygon")]
SIZED = "Order"


def golden(object_type: str, format_name: str) -> bytes:
    return (PROVIDERS_FOLDER / "golden" / f"{object_type}.{format_name.lower()}").read_bytes()


def unlike(body: bytes) -> list[bytes]:
    """The body cut, longer, and with one bit of each of some bytes flipped."""
    at = range(0, len(body), max(1, len(body) // 7))
    flipped = [body[:one] + bytes([body[one] ^ 1]) + body[one + 1 :] for one in at]
    return [b"", body[:-1], body[: len(body) // 2], body + b"\0", body + body, *flipped]


def provided(url: str, format_name: str, object_type: str, **query: Any) -> bytes:
    return HTTP.get(f"{url}/{format_name}Object/{object_type}", params=query).content


def refused(answers: Sequence[httpx.Response], status: int) -> bool:
    """Whether the guard of each server refuses, for the same reason at the same byte."""
    problems = [answer.json() for answer in answers]
    reasons = {problem["detail"].partition(": ")[2] for problem in problems}
    return len(reasons) == 1 and all(
        (answer.status_code, problem["code"], problem["refused_by"])
        == (status, "deserialize_failed", "guard")
        for answer, problem in zip(answers, problems, strict=True)
    )


@pytest.mark.parametrize(("object_type", "format_name"), GOLDENS)
def test_only_the_bodies_of_variants_are_decoded(
    urls: dict[str, str], object_type: str, format_name: str
) -> None:
    def decoded(body: bytes) -> list[httpx.Response]:
        path = f"decode/{format_name}/{object_type}"
        return [HTTP.post(f"{urls[consumer]}/{path}", content=body) for consumer in CONSUMERS]

    due = provided(urls["rust-provider"], "JSON", object_type, index=1023)
    last = provided(urls["rust-provider"], format_name, object_type, index=1023)
    assert [(answer.status_code, answer.content) for answer in decoded(last)] == [(200, due)] * 2
    for body in unlike(golden(object_type, format_name)):
        assert refused(decoded(body), 422)


def run_of(
    urls: dict[str, str], stub: StubProvider, format_name: str, body: bytes, **asked: Any
) -> list[httpx.Response]:
    """What both consumers answer to a run of one object, whose provider sends this body."""
    stub.reset(answering(response(body, MEDIA_TYPES[format_name])))
    return [
        trigger(urls[consumer], stub.url, object_format=format_name, amount=1, **asked)
        for consumer in CONSUMERS
    ]


@pytest.mark.parametrize(("object_type", "format_name"), SAMPLES)
def test_a_run_takes_the_variant_that_is_due_alone(
    urls: dict[str, str], stub: StubProvider, object_type: str, format_name: str
) -> None:
    def runs(body: bytes) -> list[httpx.Response]:
        return run_of(urls, stub, format_name, body, object_type=object_type)

    own = golden(object_type, format_name)
    assert [answer.json()["verified"] for answer in runs(own)] == [1, 1]
    other = provided(urls["java-provider"], format_name, object_type, index=1)
    for body in (other, *unlike(own)):
        answers = runs(body)
        assert refused(answers, 502)
        assert [answer.json()["completed"] for answer in answers] == [0, 0]


@pytest.mark.parametrize("format_name", COMPARED)
def test_a_run_of_a_size_takes_no_other_sizes_body(
    urls: dict[str, str], stub: StubProvider, format_name: str
) -> None:
    def runs(of: str) -> list[httpx.Response]:
        body = provided(urls["rust-provider"], format_name, SIZED, size=of)
        return run_of(urls, stub, format_name, body, object_type=SIZED, size="1KiB")

    assert [answer.json()["verified"] for answer in runs("1KiB")] == [1, 1]
    assert refused(runs("16KiB"), 502)


@pytest.mark.parametrize("format_name", COMPARED)
@pytest.mark.parametrize("consumer", CONSUMERS)
def test_what_such_a_format_has_not_is_an_invalid_request(
    urls: dict[str, str], consumer: str, format_name: str
) -> None:
    sized = HTTP.post(f"{urls[consumer]}/decode/{format_name}/Order?size=1KiB", content=b"\x0a\x00")
    partial = trigger(
        urls[consumer],
        urls["rust-provider"],
        amount=1,
        object_format=format_name,
        operation="partial",
    )
    for answer in (sized, partial):
        assert (answer.status_code, answer.json()["code"]) == (400, "invalid_request")
