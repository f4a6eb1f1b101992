"""`python -m bench_lab.link.inside`: a round, by a process that begins in a network namespace of
its own. Consumers run in there, providers in a second one; a relay is the only way between. It
takes what it is to do, and gives what it measured, as JSON.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, replace
from itertools import product
from pathlib import Path
from typing import Any

from bench_driver.errors import StackError
from bench_driver.servers.client import Client
from bench_driver.servers.launch import Stack
from bench_driver.servers.specs import SERVERS, Options, ServerSpec
from bench_driver.system import signals

from .model import Fetch
from .relay import Relay, interface

_NEAR, _FAR = "10.99.0.1", "10.99.0.2"
#: Consumer and provider of other runtimes, each runtime once at each end; and what provides the
#: same over loopback.
PAIRS = [
    ("rust-server", "java-provider", "java-server"),
    ("java-server", "rust-provider", "rust-server"),
]
_SIZED = {"object_type": "NameList"}
#: Bandwidth, what is fetched, how many after how many: as many of a body at each, so that they are
#: the same bodies. Without a bandwidth it goes over the link and over loopback.
RUNS: list[tuple[float | None, dict[str, str], int, int]] = [
    (bits_s, {**_SIZED, "size": size}, amount, warmup)
    for size, amount, warmup in (("1KiB", 200, 20), ("64KiB", 20, 3))
    for bits_s in (None, 0.0, 1e8, 2e7)
]
#: So often each run is made in a round.
PASSES = 5
#: Requests before, of each that is fetched: for the JIT compiler.
WARMING = (("1KiB", 4000), ("64KiB", 300))

_SPINS = """
import os, sys
os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
os.sched_setaffinity(0, {int(sys.argv[1])})
while True:
    pass
"""


def main(given: str) -> None:
    """A round."""
    said = json.loads(given)
    java = Path(said["java_home"]) if said["java_home"] else None
    options = Options(Path(said["root"]), java, tuple(said["jvm_flags"]))
    with _linked() as (relay, far), ExitStack() as held:
        for core in os.sched_getaffinity(0):
            held.enter_context(_awake(core))
        specs = [_beyond(spec, far) if spec.role == "provider" else spec for spec in SERVERS]
        allowed = [
            f"http://{_FAR if spec.role == 'provider' else '127.0.0.1'}:{spec.port}"
            for spec in specs
        ]
        logs = Path(said["logs"])
        stack = held.enter_context(
            Stack.start(options=options, logs=logs, servers=specs, allow=allowed)
        )
        clients = {one.name: held.enter_context(Client(one.url)) for one in stack.servers}
        types = (_SIZED["object_type"],)
        about = {name: client.engines(types, "JSON")[1] for name, client in clients.items()}
        fetches = _measured(said["number"], stack, clients, relay)
    json.dump({"servers": about, "fetches": [asdict(one) for one in fetches]}, sys.stdout)


def _measured(number: int, stack: Stack, clients: dict[str, Client], relay: Relay) -> list[Fetch]:
    def run(consumer: str, provider: str, what: dict[str, str], amount: int, warmup: int) -> Any:
        server = stack.server(provider)
        whose = {"provider_url": server.url, "server_type": server.runtime}
        sizes = {"amount": amount, "warmup": warmup}
        how = {"source": "http", "concurrency": 1, "object_format": "JSON"}
        return clients[consumer].run({**what, **whose, **sizes, **how})[1]

    for consumer, *providers in PAIRS:
        for provider, (size, amount) in product(providers, WARMING):
            run(consumer, provider, {**_SIZED, "size": size}, amount, 0)
    order = [(pair, one) for pair in PAIRS for one in RUNS] * PASSES
    random.Random(f"runs of round {number}").shuffle(order)
    fetches = []
    for (consumer, provider, near), (bits_s, what, amount, warmup) in order:
        relay.shape(bits_s or 0.0)
        before = relay.payload
        answer = run(consumer, near if bits_s is None else provider, what, amount, warmup)
        request, whole = (
            (after - start) / (amount + warmup)
            for after, start in zip(relay.payload, before, strict=True)
        )
        body = answer["payload"]["bytes"] / amount
        took = answer["fetch"]["p50_ns"]
        fetches.append(Fetch(consumer, provider, body, request, whole, took, bits_s))
    return fetches


@contextmanager
def _linked() -> Iterator[tuple[Relay, list[str]]]:
    """The relay, and what a command line begins with that runs at the other end."""
    # Ends with its input, which ends with this process.
    keeper = subprocess.Popen(
        ["unshare", "-n", "sh", "-c", "echo; exec cat"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert keeper.stdin and keeper.stdout
    with keeper, keeper.stdin:
        keeper.stdout.readline()
        far = ["nsenter", "-t", str(keeper.pid), "-n", "--"]
        ends = interface("near"), interface("far")
        _ip("link set far netns", str(keeper.pid))
        for inside, name, mine, other in (([], "near", _NEAR, _FAR), (far, "far", _FAR, _NEAR)):
            _ip("link set lo up", inside=inside)
            # Without addresses of IPv6 it is silent until a server speaks.
            _ip("link set", name, "addrgenmode none up", inside=inside)
            _ip("addr add", mine, "peer", other, "dev", name, inside=inside)
        with Relay(ends) as relay:
            yield relay, far


@contextmanager
def _awake(core: int) -> Iterator[None]:
    """Keeps a core from going to sleep: who waits for a frame would wait for the core, too. What
    runs on it gives way to everything else.
    """
    with subprocess.Popen([sys.executable, "-c", _SPINS, str(core)]) as spinning:
        try:
            yield
        finally:
            spinning.kill()


def _ip(*words: str, inside: list[str] | None = None) -> None:
    command = [*(inside or []), "ip", *" ".join(words).split()]
    done = subprocess.run(command, capture_output=True, check=False)
    if done.returncode:
        why = done.stderr.decode(errors="replace").strip()
        raise StackError(f"`{' '.join(command)}` failed", why=why)


def _beyond(spec: ServerSpec, far: list[str]) -> ServerSpec:
    """A provider at the other end, which nobody else reaches."""
    own = {
        "HOST": _FAR,
        "ALLOW_PUBLIC_ADDRESS": "true",
        "ALLOWED_HOSTS": f"{_FAR}:*",
        "AUTH_TOKEN": "none",
    }
    start = [*far, "env", *(f"{name}={value}" for name, value in own.items())]
    return replace(spec, command=lambda options: [*start, *spec.command(options)])


if __name__ == "__main__":
    with signals.as_exceptions():
        main(sys.argv[1])
