"""Random requests, alone and in chains along the contract's links, by schemathesis: each answer
must be one that docs/contract/openapi.yaml names.

cd bench-driver && .venv/bin/python -m tests.fuzz.contract --seconds 60 [--seed 7]
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from random import SystemRandom
from typing import Any

import schemathesis
from hypothesis import given, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import run_state_machine_as_test
from schemathesis.checks import positive_data_acceptance

from bench_driver.system.repository import find_root

from . import roundtrip
from .differential import origins
from .provided import OBJECT_TYPES

#: Operations with rules that no schema can say: which engines there are, which origins are allowed,
#: what decodes.
UNSAYABLE = {"decode", "triggerReqs", "triggerSends", "ingests", "pushFrames", "pushObject"}
#: A request that breaks the schema may be refused for its length before its schema is looked at.
REFUSALS = {
    "checks": {
        "negative_data_rejection": {
            "expected-statuses": ["400", "404", "405", "406", "413", "415", "422"]
        }
    }
}
#: What the contract allows of objects, and what is asked for here.
_MOST, _LONGEST = 1_000_000, 10_000
SETTINGS = settings(roundtrip.SETTINGS, max_examples=60)

contract = schemathesis.openapi.from_path(
    find_root() / "docs" / "contract" / "openapi.yaml",
    config=schemathesis.Config.from_dict(REFUSALS),
)

#: Which names the pattern of an object type stands for is announced, and no schema can say it.
contract.raw_schema["components"]["schemas"]["ObjectType"]["enum"] = OBJECT_TYPES
contract.raw_schema["components"]["parameters"]["object_type"]["schema"]["enum"] = [
    "1",
    "2",
    *OBJECT_TYPES,
]


def _name_of(case: schemathesis.Case[Any]) -> str:
    """The operation's name in the contract."""
    return str(case.operation.definition.raw["operationId"])


def keeps(case: schemathesis.Case[Any], url: str) -> Any:
    """The answer, if it is one that the contract names; else an AssertionError, which says what is
    wrong and how to send the request again.
    """
    _tame(case)
    return case.call_and_validate(base_url=url, excluded_checks=_excluded(case))


def _tame(case: schemathesis.Case[Any]) -> None:
    """Has no ingest opened: one is answered when it ends, which nobody here brings about. Has no
    send leave: on the port of the contract's example nobody listens.

    What is told of both others test. A run is short: a million objects take a build that is not
    optimized longer than a client waits.
    """
    if _name_of(case) == "triggerReqs" and isinstance(case.body, dict):
        long = {
            name: _LONGEST
            for name in ("amount", "warmup")
            if isinstance(many := case.body.get(name), int) and _LONGEST < many <= _MOST
        }
        case.body = {**case.body, **long}
    instead = {
        "ingests": {"engine": "none of its engines"},
        "triggerSends": {"receiver_url": "http://nobody:1"},
    }.get(_name_of(case))
    if instead and isinstance(case.body, dict):
        case.body = {**case.body, **instead}


def chains(url: str, followed: Counter[str], breaches: list[BaseException]) -> type[Any]:
    """A state machine along the links: an announced engine is asked to decode and to run, and an
    object that was provided is decoded. Each breach is kept, and raised.
    """

    class Chains(contract.as_state_machine()):  # type: ignore[misc]  # made at run time
        def get_call_kwargs(self, case: schemathesis.Case[Any]) -> dict[str, Any]:
            return {"base_url": url}

        def before_call(self, case: schemathesis.Case[Any]) -> None:
            _tame(case)
            if (
                isinstance(case.body, dict) and _name_of(case) == "decode"
            ):  # an object along the link, whose bytes the tool parsed
                case.body = json.dumps(
                    case.body, ensure_ascii=False, separators=(",", ":")
                ).encode()

        def validate_response(self, response: Any, case: schemathesis.Case[Any], **_: Any) -> None:
            try:
                case.validate_response(response, excluded_checks=_excluded(case))
            except BaseException as breach:
                breaches.append(breach)
                raise
            followed[f"{_name_of(case)} {response.status_code}"] += 1
            if (
                _name_of(case) == "decode"
                and isinstance(case.body, bytes)
                and case.body.startswith(b'{"')
                and response.status_code == 200
            ):
                sent, back = json.loads(case.body), json.loads(response.content)
                assert {**back, **sent} == back, (
                    "what was given comes back; a list that was left out comes back empty"
                )

    return Chains


def _excluded(case: schemathesis.Case[Any]) -> list[Any]:
    # Which types come in sizes, and how many variants each has, is announced too; so is which names
    # a list of types may hold.
    return (
        [positive_data_acceptance]
        if _name_of(case) in UNSAYABLE or {"size", "object_type"} & (case.query or {}).keys()
        else []
    )


def _alone(url: str, followed: Counter[str]) -> Callable[[], None]:
    """The property over requests of every operation, as the schema allows them and as it does not."""
    operations = [contract[path][method] for path in contract for method in contract[path]]
    modes = list(schemathesis.GenerationMode)

    @given(st.one_of([operation.as_strategy(mode) for operation in operations for mode in modes]))
    def any_request(case: schemathesis.Case[Any]) -> None:
        answer = keeps(case, url)
        followed[f"{_name_of(case)} {answer.status_code}"] += 1

    return any_request


def _rounds(
    urls: Sequence[str], first: int, followed: Counter[str]
) -> Iterator[Callable[[], None]]:
    """What is to be done next, for ever: requests alone, then chains of them, at each server in
    turn.
    """
    for number in range(first, sys.maxsize):
        for url in urls:
            yield SETTINGS(seed(number)(_alone(url, followed)))
            machine = seed(number)(chains(url, followed, []))
            yield lambda machine=machine: run_state_machine_as_test(
                machine, settings=settings(SETTINGS, stateful_step_count=6)
            )  # type: ignore[misc]


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.fuzz.contract",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument(
        "--seed",
        type=int,
        default=SystemRandom().randrange(2**32),
        help="gives the same requests again; any by default, and told",
    )
    parser.add_argument(
        "--server",
        action="append",
        default=[],
        metavar="NAME=URL",
        help="a server that runs already",
    )
    options = parser.parse_args(arguments)
    print(f"seed {options.seed}", flush=True)
    followed: Counter[str] = Counter()
    kinds = 0
    with origins(options.server) as known:
        urls = [url for _, url in known]
        end = time.monotonic() + options.seconds
        for one in _rounds(urls, options.seed, followed):
            if time.monotonic() > end:
                break
            try:
                one()
            except (
                AssertionError,
                BaseExceptionGroup,
            ) as broken:  # the tool groups what several checks say
                print(broken)
                kinds = 1
                break
    print(
        f"{followed.total():,} requests in all: {kinds} kinds of breach; {dict(sorted(followed.items()))}"
    )
    return int(kinds > 0)


if __name__ == "__main__":
    sys.exit(main())
