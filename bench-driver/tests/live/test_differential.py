"""The differential fuzzer for some seconds with fixed seeds, and hypothesis's objects through every
format; docs/fuzzing.md says how to run it for longer.
"""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ..fuzz.bodies import Bodies
from ..fuzz.differential import Fuzzer
from ..fuzz.findings import Finding, agree
from ..fuzz.languages import LANGUAGES
from ..fuzz.provided import SMALLER, carries
from ..fuzz.roundtrip import SETTINGS, property_of
from ..fuzz.wire import Body, Pipe, ask
from .facts import CONSUMERS


@pytest.mark.parametrize("format_name", LANGUAGES)
def test_mutated_bodies_get_one_verdict_and_every_engine_reads_what_is_left(
    pipes: list[Pipe], other_engines: list[Pipe], format_name: str
) -> None:
    fuzzer = Fuzzer(pipes, Bodies(20_250_103, [format_name]), others=other_engines, keep_going=True)
    while fuzzer.executions < 1500:
        fuzzer.step()
    assert [finding.told() for finding in fuzzer.findings] == []
    said = {key.removeprefix(f"{format_name} ") for key in fuzzer.said}
    assert said == {"guard", "reads it"}, (
        "bodies reach the guard and the end, and no engine is left anything to refuse"
    )


@pytest.mark.parametrize("object_type", SMALLER)
def test_any_object_goes_through_every_format_both_ways(
    pipes: list[Pipe], object_type: str
) -> None:
    SETTINGS(property_of(pipes, object_type))()


def test_any_bytes_get_one_verdict(pipes: list[Pipe]) -> None:
    data = st.one_of(
        st.binary(max_size=60),
        st.text(max_size=40).map(str.encode),
        st.recursive(
            st.none() | st.booleans() | st.floats() | st.text(),
            lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
        ).map(lambda value: json.dumps(value).encode()),
    )

    carried = [
        (name, kind) for name in sorted(LANGUAGES) for kind in SMALLER if carries(name, kind)
    ]

    @given(st.sampled_from(carried), data)
    @settings(SETTINGS, max_examples=600)
    def one_verdict(pair: tuple[str, str], data: bytes) -> None:
        format_name, object_type = pair
        body = Body(format_name, object_type, data)
        verdicts = ask(pipes, [body])[0]
        assert agree(body, verdicts), Finding(body, tuple(CONSUMERS), verdicts).told()

    one_verdict()
