"""The differential fuzzer for some seconds with fixed seeds, and hypothesis's objects through every format; docs/fuzzing.md says how to run it for longer."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from ..fuzz.bodies import OBJECT_TYPES, SCHEMAS, Bodies
from ..fuzz.differential import Fuzzer
from ..fuzz.findings import Finding, agree
from ..fuzz.languages import LANGUAGES
from ..fuzz.objects import encode, objects
from ..fuzz.wire import Body, Pipe, Verdict, ask
from .facts import CONSUMERS

WITH_SERVERS = settings(
    max_examples=80, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck), phases=[Phase.explicit, Phase.generate, Phase.shrink]
)


@pytest.fixture(scope="module")
def pipes(urls: dict[str, str]) -> Iterator[list[Pipe]]:
    opened = [Pipe(consumer, urls[consumer]) for consumer in CONSUMERS]
    yield opened
    for pipe in opened:
        pipe.close()


@pytest.mark.parametrize("format_name", LANGUAGES)
def test_mutated_bodies_get_one_verdict(pipes: list[Pipe], format_name: str) -> None:
    fuzzer = Fuzzer(pipes, Bodies(20_250_103, [format_name]), keep_going=True)
    while fuzzer.executions < 4000:
        fuzzer.step()
    assert [finding.told() for finding in fuzzer.findings] == []
    said = {key.removeprefix(f"{format_name} ") for key in fuzzer.said}
    assert said == {"guard", "engine", "reads it"}, "bodies reach the guard, the engines and the end"


@pytest.mark.parametrize("object_type", OBJECT_TYPES)
def test_any_object_goes_through_every_format_both_ways(pipes: list[Pipe], object_type: str) -> None:
    """From bytes that neither server made to each server's JSON, and each one's JSON through the other."""

    @given(objects(SCHEMAS[object_type]))
    @WITH_SERVERS
    def goes_through(value: Any) -> None:
        expected = normal(encode("JSON", object_type, value))
        for format_name in LANGUAGES:
            body = Body(format_name, object_type, encode(format_name, object_type, value))
            verdicts = ask(pipes, [body])[0]
            for pipe, verdict in zip(pipes, verdicts, strict=True):
                assert verdict.read, f"{pipe.name}: {verdict.detail()} for {body.data!r}"
                assert normal(verdict.answer) == expected, f"{pipe.name}: {body.data!r}"
            for answer in {verdict.answer for verdict in verdicts}:
                again = ask(pipes, [Body("JSON", object_type, answer)])[0]
                assert [normal(verdict.answer) for verdict in again] == [expected] * len(pipes)

    goes_through()


def normal(text: bytes) -> str:
    """An object to compare: doubles as doubles, fields in order."""
    return repr(Verdict(200, text).object())


def test_any_bytes_get_one_verdict(pipes: list[Pipe]) -> None:
    data = st.one_of(
        st.binary(max_size=60),
        st.text(max_size=40).map(str.encode),
        st.recursive(st.none() | st.booleans() | st.floats() | st.text(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)).map(
            lambda value: json.dumps(value).encode()
        ),
    )

    @given(st.sampled_from(sorted(LANGUAGES)), st.sampled_from(OBJECT_TYPES), data)
    @settings(WITH_SERVERS, max_examples=600)
    def one_verdict(format_name: str, object_type: str, data: bytes) -> None:
        body = Body(format_name, object_type, data)
        verdicts = ask(pipes, [body])[0]
        assert agree(body, verdicts), Finding(body, tuple(CONSUMERS), verdicts).told()

    one_verdict()
