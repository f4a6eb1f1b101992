"""What a server that was just started says of its engines, beside a run and behind it."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest

from bench_driver.measure.remembered import refuse_uncommitted
from bench_driver.plan.request import Request
from bench_driver.servers.client import Client
from bench_driver.servers.launch import Stack
from bench_driver.system.repository import find_root

from .conftest import HTTP
from .facts import CONSUMERS, RUNTIMES

#: What an answer may take, s, on a machine that is busy with a run and with other tests.
SOON_S = 1.0
RUN = {
    "amount": 100_000,
    "object_format": "JSON",
    "server_type": "rust",
    "object_type": "DummyObject",
}


@pytest.mark.parametrize(("consumer", "runtime"), [*zip(CONSUMERS, RUNTIMES, strict=True)])
def test_engines_are_told_at_once_beside_the_first_run_and_proven_behind_it(
    consumer: str, runtime: str
) -> None:
    with (
        Stack.start([consumer, "rust-provider"], ports="free") as stack,
        ThreadPoolExecutor() as pool,
        Client(stack.url(consumer)) as client,
    ):
        began = Event()
        run = pool.submit(
            client.run, {**RUN, "provider_url": stack.url("rust-provider")}, lambda _: began.set()
        )
        assert began.wait(60)
        HTTP.get(f"{stack.url(consumer)}/health_check")
        asked = time.monotonic()
        says = HTTP.get(f"{stack.url(consumer)}/engines").json()
        took_s = time.monotonic() - asked
        again = HTTP.get(f"{stack.url(consumer)}/engines").json()
        assert not run.done(), "the run was too short: it shows nothing"
        assert took_s < SOON_S
        assert again["engines"] == says["engines"], "none was proven beside the run"
        assert any("unproven" in engine for engine in says["engines"]) == (runtime == "java")
        assert run.result(120)[0].verified == RUN["amount"]
        with Client(stack.url(consumer)) as other:
            engines, _ = other.engines()
    assert all(
        len(engine.object_types) + len(engine.failing) == len(engines.object_types)
        for engine in engines.engines
    )


@pytest.mark.parametrize("consumer", CONSUMERS)
def test_no_engine_is_refused_for_want_of_a_file(urls: dict[str, str], consumer: str) -> None:
    says = HTTP.get(f"{urls[consumer]}/engines").json()
    refuse_uncommitted(Request(engines=tuple(one["name"] for one in says["engines"])), find_root())
