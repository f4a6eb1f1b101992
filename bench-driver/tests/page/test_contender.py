"""The browser as a contender of a sweep: a consumer of the contract before a provider in miniature,
and in a sweep of its own.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import psutil
import pytest

from bench_browser.spec import BROWSER
from bench_driver.errors import RunFailed
from bench_driver.servers.client import Client
from bench_driver.servers.launch import Stack
from bench_lab.browser.round import FORM, Made

from ..miniatures import Miniature, whole
from .trying import golden, says

RUN = {
    "server_type": "rust",
    "object_type": "DummyObject",
    "object_format": "JSON",
    "source": "replay",
    "variants": 4,
    "amount": 1100,
    "warmup": 600,
}


@contextmanager
def consumer(bodies: Callable[[str], bytes]) -> Iterator[tuple[Client, str]]:
    """The browser, and the origin of its provider."""
    with (
        Miniature("rust", whole, says=says("rust"), bodies=bodies) as provider,
        Stack.start(["browser"], ports="free", allow=[provider.url], servers=[BROWSER]) as stack,
        Client(stack.url("browser")) as client,
    ):
        yield client, provider.url


@pytest.fixture(scope="module")
def there() -> Iterator[tuple[Client, str]]:
    with consumer(golden) as found:
        yield found


def test_it_says_who_it_is_and_what_it_can_do(there: tuple[Client, str]) -> None:
    said, _ = there[0].engines()
    assert (said.runtime, said.runtime_version.partition(" ")[0]) == ("browser", "Chromium")
    assert [(one.name, one.format, one.default) for one in said.engines] == [
        ("JSON.parse-source", "JSON", True),
        ("JSON.parse", "JSON", False),
        ("bson", "BSON", True),
        ("parse-xml", "XML", True),
        ("DOMParser", "XML", False),
    ]
    carried = {one.format: set(one.object_types) for one in said.engines}
    assert (
        "DummyObject" in carried["JSON"] & carried["BSON"] & carried["XML"]
        and len(carried["JSON"]) > 10
    )


@pytest.mark.parametrize(
    ("format_name", "engine"),
    [("JSON", None), ("JSON", "JSON.parse"), ("BSON", None), ("XML", None), ("XML", "DOMParser")],
)
def test_every_engine_answers_as_a_consumer_does(
    there: tuple[Client, str], format_name: str, engine: str | None
) -> None:
    client, provider = there
    request = {
        **RUN,
        "provider_url": provider,
        "object_format": format_name,
        **({"engine": engine} if engine else {}),
    }
    result, raw = client.run(request)
    assert (result.verified, result.engine.name) == (
        1100,
        engine or {"JSON": "JSON.parse-source", "BSON": "bson", "XML": "parse-xml"}[format_name],
    )
    size = len(golden(f"/{format_name}Object/DummyObject?index=0"))
    assert (result.payload.bytes, result.payload.min_bytes, result.payload.max_bytes) == (
        1100 * size,
        size,
        size,
    )
    assert len(raw["blocks"]["mean_ns"]) == 2, "of 1,100 objects the last 100 make no block"
    assert (
        result.windows.min_ns <= result.windows.p50_ns <= result.windows.max_ns
        and result.windows.total_ns > 0
    )
    assert result.warmup and result.warmup.amount == 600 and result.warmup.windows.total_ns > 0
    again, _ = client.run({**request, "warmup": 0, "amount": 300})
    assert (again.connections, again.warmup, again.verified) == (0, None, 300), (
        "the bodies are kept, and 300 make no block"
    )


@pytest.mark.parametrize(
    ("changed", "status", "code"),
    [
        ({"source": "http"}, 400, "invalid_request"),
        ({"block": 500}, 400, "invalid_request"),
        ({"checkpoints": [10]}, 400, "invalid_request"),
        ({"operation": "encode"}, 400, "invalid_request"),
        ({"engine": "bson"}, 400, "invalid_request"),
        ({"object_type": "Nothing"}, 400, "invalid_request"),
        ({"amount": 0}, 400, "invalid_request"),
        ({"provider_url": "http://127.0.0.1:1"}, 403, "provider_not_allowed"),
    ],
    ids=lambda value: json.dumps(value) if isinstance(value, dict) else None,
)
def test_what_it_cannot_do_is_refused(
    there: tuple[Client, str], changed: dict[str, Any], status: int, code: str
) -> None:
    client, provider = there
    answer = httpx.post(
        f"{client.url}/triggerReqs",
        json={**RUN, "provider_url": provider, **changed},
        trust_env=False,
    )
    assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text


def test_a_request_beyond_all_measure_is_refused(there: tuple[Client, str]) -> None:
    answer = httpx.post(f"{there[0].url}/triggerReqs", content=b" " * 70_000, trust_env=False)
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")


def test_a_page_that_crashed_is_told_as_a_consumer_that_is_gone() -> None:
    with (
        Stack.start(["browser"], ports="free", servers=[BROWSER]) as stack,
        Client(stack.url("browser")) as client,
    ):
        assert client.healthy()
        children = psutil.Process(stack.server("browser").process.pid).children(recursive=True)
        for renderer in [child for child in children if "--type=renderer" in child.cmdline()]:
            renderer.kill()
        until = time.monotonic() + 10
        while client.healthy() and time.monotonic() < until:
            time.sleep(0.05)
        assert not client.healthy()
    assert not [
        child for child in children if child.is_running() and child.status() != psutil.STATUS_ZOMBIE
    ], "nothing of it is left"


@pytest.mark.parametrize("engine", ["parse-xml", "DOMParser"])
def test_a_client_that_goes_away_ends_its_run(there: tuple[Client, str], engine: str) -> None:
    client, provider = there
    url, request = (
        f"{client.url}/triggerReqs",
        {**RUN, "provider_url": provider, "object_format": "XML", "engine": engine},
    )
    with pytest.raises(httpx.ReadTimeout):
        httpx.post(url, json={**request, "amount": 1_000_000}, timeout=2, trust_env=False)
    until = time.monotonic() + 20  # of a million objects each takes longer than 20 us
    while (
        answer := httpx.post(url, json=request, trust_env=False)
    ).status_code == 409 and time.monotonic() < until:
        time.sleep(0.05)
    assert answer.status_code == 200, answer.text


def test_a_page_of_another_origin_starts_nothing(there: tuple[Client, str]) -> None:
    client, provider = there
    for headers, status in (
        ({"Origin": "http://evil.example"}, 403),
        ({"Host": "evil.example"}, 421),
    ):
        answer = httpx.post(
            f"{client.url}/triggerReqs",
            json={**RUN, "provider_url": provider},
            headers=headers,
            trust_env=False,
        )
        assert answer.status_code == status


def test_objects_that_another_format_has_otherwise_are_found_and_the_next_run_goes_on() -> None:
    def bodies(path: str) -> bytes:
        return (
            golden(path).replace(b'"index":0', b'"index":7')
            if path.startswith("/JSONObject/DummyObject")
            else golden(path)
        )

    with consumer(bodies) as (client, provider):
        with pytest.raises(RunFailed) as failed:
            client.run({**RUN, "provider_url": provider})
        assert failed.value.problem["code"] == "deserialize_failed"
        assert "reads another object in body 0 than bson" in failed.value.problem["detail"]
        assert (
            client.run({**RUN, "provider_url": provider, "object_type": "NumericObject"})[
                0
            ].verified
            == 1100
        )


def test_bodies_that_are_none_are_found() -> None:
    with consumer(lambda path: b"<" if path.startswith("/XML") else golden(path)) as (
        client,
        provider,
    ):
        with pytest.raises(RunFailed) as failed:
            client.run({**RUN, "provider_url": provider, "object_format": "XML"})
        assert failed.value.problem["code"] == "deserialize_failed"


def test_without_chromium_it_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(Exception, match="did not start") as failed, consumer(golden):
        pass
    assert "apt-get install chromium" in str(failed.value)


def test_a_round_of_what_its_figures_are_worth_is_read_back_as_it_was() -> None:
    made = Made({"bson": 0.1}, {"bson": 4210.5}, 0.013, "Chromium 1", "Node v1")
    assert FORM.taken(json.loads(json.dumps(FORM.told(made)))) == made
