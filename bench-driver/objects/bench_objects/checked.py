"""What servers that were just built make of a user's own object types: every engine reads, or
writes, every variant, and what both servers send is what the generator made.
"""

from __future__ import annotations

import hashlib
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import httpx

from bench_driver.cli import screen
from bench_driver.errors import BenchError, ServerError
from bench_driver.model.series import DECODE, ENCODE
from bench_driver.servers.client import Client
from bench_driver.servers.contract import Engine
from bench_driver.servers.launch import Stack
from bench_driver.servers.specs import RUNTIMES, SERVERS, Options, ServerSpec

#: A JVM that compiles once starts soonest; what is looked at here is right or wrong, not fast.
_JVM = ("-XX:TieredStopAtLevel=1",)
#: A build may have left the machine busy, and nothing is timed.
_PATIENT_S, _LIMITS = 600.0, ("RUN_TIMEOUT_BASE_MS", "READ_TIMEOUT_MS")
_VARIANTS = 1024
#: Of so many variants one is compared with the generator's; runs compare all of both servers.
_STEP = 8


@dataclass(frozen=True)
class Live:
    """A server, and its engines of a type: those that read it, and why others do not."""

    name: str
    runtime: str
    client: Client
    engines: list[Engine]
    failing: list[tuple[Engine, str]]


def check(object_types: Sequence[str], copy: Path) -> None:
    """Checks the servers of the copy, built by the profile `quick`, on each of these types, and
    says which formats carry it.

    Raises:
        ServerError: a format's default engine does not read a type, no format carries it, or a
            server sends other bytes than the generator made
    """
    specs = [_quick(spec, copy) for spec in SERVERS if spec.name in RUNTIMES]
    names = [spec.name for spec in specs]
    with (
        tempfile.TemporaryDirectory(prefix="bench-driver-") as logs,
        Stack.start(
            names,
            ports="free",
            options=Options(copy, jvm_flags=_JVM),
            logs=Path(logs),
            servers=specs,
            start_s=_PATIENT_S,
            env={name: f"{1000 * _PATIENT_S:.0f}" for name in _LIMITS},
        ) as stack,
        Client(stack.url(names[0])) as first,
        Client(stack.url(names[1])) as second,
        screen.progress() as shown,
    ):
        for number, object_type in enumerate(object_types, 1):
            live = [
                _live(spec, client, object_type)
                for spec, client in zip(specs, (first, second), strict=True)
            ]
            told = partial(shown, f"{object_type} ({number} of {len(object_types)})")
            _check(object_type, live, copy / "providers" / "golden", told)


def _quick(spec: ServerSpec, copy: Path) -> ServerSpec:
    """The Rust server of the profile `quick`, whichever the environment names."""
    if spec.runtime != "rust":
        return spec
    program = str(copy / "rust-server" / "target" / "quick" / spec.name)
    return replace(spec, command=lambda _: [program])


def _live(spec: ServerSpec, client: Client, object_type: str) -> Live:
    said = client.engines([object_type], within_s=_PATIENT_S)[0].engines
    failing = [
        (engine, why.removeprefix(f"{object_type}: "))
        for engine in said
        for why in engine.failing
        if why.startswith(f"{object_type}: ")
    ]
    engines = [engine for engine in said if object_type in engine.object_types]
    return Live(spec.name, spec.runtime, client, engines, failing)


def _check(
    object_type: str, live: list[Live], goldens: Path, told: Callable[[int, int], None]
) -> None:
    """`told` hears how many engines are checked, and of how many."""
    carried = sorted({engine.format for server in live for engine in server.engines})
    if not carried:
        why = "; ".join(sorted({why for server in live for _, why in server.failing}))
        do = "change the sample, and add the type anew"
        raise ServerError(f"no format carries {object_type}", why=why, do=do)
    for format_name in carried:
        for server in live:
            _compare(object_type, format_name, server, goldens)
    bodies: dict[str, set[str]] = {}
    done, right, all_ = 0, 0, sum(len(server.engines) for server in live)
    for server, other in (live, live[::-1]):
        for engine in server.engines:
            told(done, all_)
            done += 1
            if (payload := _run(object_type, engine, server, other)) is not None:
                bodies.setdefault(engine.format, set()).add(payload)
                right += 1
    if odd := [name for name, digests in bodies.items() if len(digests) > 1]:
        why = f"their variants of {object_type} as {odd[0]} differ"
        raise ServerError("the servers send different bytes", why=why, do=_REPORT)
    screen.say(
        f"{object_type}: {', '.join(carried)} carry it; {right} of {all_} engines read or wrote "
        f"all {_VARIANTS:,} variants"
    )
    for line in _left_out(live, carried):
        screen.say(f"{object_type}: {line}")


#: What both servers say of an engine that has code for some types alone.
_NO_READER = " has no reader of it"
_REPORT = "report this as a defect, with the type's schema"


def _compare(object_type: str, format_name: str, server: Live, goldens: Path) -> None:
    """ServerError where a variant of a server is not what the generator made."""
    digests = (goldens / f"{object_type}.{format_name.lower()}.sha256").read_text().splitlines()
    with httpx.Client(base_url=server.client.url, trust_env=False, timeout=60) as client:
        for line in digests[::_STEP]:
            digest, index = line.split()
            path = f"/{format_name}Object/{object_type}"
            body = client.get(path, params={"index": index}).content
            if hashlib.sha256(body).hexdigest() != digest:
                why = f"its variant {index} as {format_name} is not what the generator made"
                what = f"{server.name} sends another {object_type}"
                raise ServerError(what, why=why, do=_REPORT)


def _run(object_type: str, engine: Engine, server: Live, other: Live) -> str | None:
    """The digest of all variants as an engine met them; None where one that is no default failed,
    which is told. ServerError where a default did.
    """
    request = {
        "amount": _VARIANTS,
        "variants": _VARIANTS,
        "object_type": object_type,
        "object_format": engine.format,
        "operation": engine.operation,
        "engine": engine.name,
        "checkpoints": [*range(_STEP, _VARIANTS + 1, _STEP)],  # each shows that it goes on
    }
    if engine.operation != ENCODE:
        request |= {"provider_url": other.client.url, "server_type": other.runtime}
    try:
        return server.client.run(request)[0].payload.sha256
    except BenchError as error:
        what = f"{engine.name} in {server.name} fails on {object_type}"
        if engine.default:
            raise ServerError(what, why=f"{error.what}: {error.why}", do=_REPORT) from error
        screen.say(f"{what}: {error.what}: {error.why}")
        return None


def _left_out(live: list[Live], carried: list[str]) -> Iterator[str]:
    """Which formats do not carry a type, and which engines that parse the others do not read it."""
    formats, engines = dict[str, str](), defaultdict[str, list[str]](list)
    for server in live:
        for engine, why in server.failing:
            if engine.format not in carried:
                formats[engine.format] = why
            elif engine.operation == DECODE:
                why = "their code is for other types" if why.endswith(_NO_READER) else why
                engines[why.removeprefix(f"{engine.name} ")].append(engine.name)
    yield from (f"not measured as {name}: {why}" for name, why in sorted(formats.items()))
    yield from (f"not read by {', '.join(names)}: {why}" for why, names in engines.items())
