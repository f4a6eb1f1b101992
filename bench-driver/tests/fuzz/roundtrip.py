"""Random objects through every format and both servers, by hypothesis: from bytes that neither made
to each one's JSON, and each one's JSON through the other.

cd bench-driver && .venv/bin/python -m tests.fuzz.roundtrip --seconds 60 [--seed 7]
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from random import SystemRandom
from typing import Any

from hypothesis import HealthCheck, Phase, given, seed, settings

from .differential import servers
from .languages import LANGUAGES
from .objects import encode, objects
from .provided import RECORDS, SMALLER, carries
from .wire import Body, Pipe, Verdict, ask

ROUND = 100
SETTINGS = settings(
    max_examples=ROUND,
    deadline=None,
    database=None,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.explicit, Phase.generate, Phase.shrink],
    print_blob=False,
)


def normal(text: bytes) -> str:
    """An object to compare: doubles as doubles, fields in order."""
    return repr(Verdict(200, text).object())


def goes_through(pipes: Sequence[Pipe], object_type: str, value: Any) -> None:
    """AssertionError, which says what was lost where, unless the object comes out of every format
    and server as it went in.
    """
    expected = normal(encode("JSON", object_type, value))
    for format_name in (name for name in LANGUAGES if carries(name, object_type)):
        body = Body(format_name, object_type, encode(format_name, object_type, value))
        verdicts = ask(pipes, [body])[0]
        for pipe, verdict in zip(pipes, verdicts, strict=True):
            assert verdict.read, f"{pipe.name}: {verdict.detail()} for {body.data!r}"
            assert normal(verdict.answer) == expected, (
                f"{pipe.name} reads {verdict.answer!r} from {body.data!r}"
            )
        for answer in {verdict.answer for verdict in verdicts}:
            again = ask(pipes, [Body("JSON", object_type, answer)])[0]
            assert [normal(verdict.answer) for verdict in again] == [expected] * len(pipes), (
                f"{answer!r}"
            )


def property_of(pipes: Sequence[Pipe], object_type: str) -> Callable[[], None]:
    """The property over all objects of a type; hypothesis makes a failing one small."""

    @given(objects(RECORDS[object_type]))
    def any_object(value: Any) -> None:
        goes_through(pipes, object_type, value)

    return any_object


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.fuzz.roundtrip",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=SystemRandom().randrange(2**32))
    parser.add_argument("--server", action="append", default=[], metavar="NAME=URL")
    options = parser.parse_args(arguments)
    print(f"seed {options.seed}", flush=True)
    rounds = 0
    with servers(options.server) as pipes:
        end = time.monotonic() + options.seconds
        while time.monotonic() < end:
            for object_type in SMALLER:
                try:
                    SETTINGS(seed(options.seed + rounds)(property_of(pipes, object_type)))()
                except AssertionError as lost:
                    print(
                        f"{rounds * ROUND:,} objects in all: 1 kinds of loss: {object_type}: {lost}"
                    )
                    return 1
                rounds += 1
    print(f"{rounds * ROUND:,} objects in all: 0 kinds of loss")
    return 0


if __name__ == "__main__":
    sys.exit(main())
