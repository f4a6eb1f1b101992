"""The page's service: it asks the servers by their names in the network, and answers to nobody but
its own page on this machine.
"""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from bench_driver.system import lock

from .conftest import inside, inspected

#: As in test_compose.py: one of the two files is first.
pytestmark = pytest.mark.timeout(2400)
WEB = "http://127.0.0.1:8090"
PROVIDER = "http://rust-provider:8083"


def run(consumer: str, **headers: str) -> tuple[int, dict[str, Any]]:
    """A run as Try it asks for it."""
    body = {
        "amount": 200,
        "warmup": 100,
        "provider_url": PROVIDER,
        "object_format": "JSON",
        "server_type": "rust",
        "object_type": "DummyObject",
    }
    answer = httpx.post(
        f"{WEB}/api/run/{consumer}",
        json={**body, "source": "replay", "variants": 8},
        headers={"Origin": WEB, **headers},
        timeout=120,
    )
    return answer.status_code, answer.json()


def test_the_page_and_its_data_are_served(stack: dict[str, str]) -> None:
    page = httpx.get(WEB)
    assert (page.status_code, "deserialization testbed" in page.text) == (200, True)
    assert "default-src 'none'" in page.headers["content-security-policy"]
    told = httpx.get(f"{WEB}/api/servers", timeout=60).json()["servers"]
    assert [(one["name"], one["up"], one["url"].split("/")[2]) for one in told] == [
        (name, True, f"{name}:{port}")
        for name, port in (
            ("rust-server", 8081),
            ("java-server", 8080),
            ("rust-provider", 8083),
            ("java-provider", 8082),
        )
    ]
    assert httpx.get(f"{WEB}/api/objects/java-provider/BSON/DummyObject?index=3").status_code == 200
    live = httpx.get(f"{WEB}/api/live.json")
    assert live.status_code == 200 or "bench-driver sweep" in live.json()["do"], (
        "a store that is not there yet is told as one"
    )


def test_both_consumers_run_for_the_page_under_the_machines_lock(
    stack: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for consumer in ("rust-server", "java-server"):
        status, answer = run(consumer)
        assert (status, answer.get("verified")) == (200, 200), answer
    # The service was started before this test had a folder of its own.
    mounts: Any = inspected("web")["Mounts"]
    monkeypatch.setenv(
        lock.BENCH_LOCK, next(one["Source"] for one in mounts if one["Destination"] == "/run/lock")
    )
    with lock.held("bench-driver sweep"):
        status, told = run("rust-server")
    assert (status, told["code"], told["detail"]) == (409, "machine_busy", "a sweep is running")


def test_a_page_of_another_origin_and_one_that_rebinds_its_name_run_nothing(
    stack: dict[str, str],
) -> None:
    for headers, status, code in (
        ({"Origin": "http://evil.example"}, 403, "origin_not_allowed"),
        ({"Origin": "http://127.0.0.1:8081"}, 403, "origin_not_allowed"),
        ({"Host": "evil.example:8090", "Origin": "http://evil.example:8090"}, 421, "misdirected"),
        ({"Host": "web:8090"}, 421, "misdirected"),
    ):
        answered, told = run("rust-server", **headers)
        assert (answered, told["code"]) == (status, code), headers


def test_it_is_published_on_loopback_alone_and_hardened(stack: dict[str, str]) -> None:
    host: Any = inspected("web")["HostConfig"]
    assert [
        binding["HostIp"] for bindings in host["PortBindings"].values() for binding in bindings
    ] == ["127.0.0.1"]
    status = dict(
        line.split(":\t", 1)
        for line in inside("web", "cat /proc/1/status").splitlines()
        if ":\t" in line
    )
    assert (status["CapEff"], status["NoNewPrivs"], host["ReadonlyRootfs"]) == ("0" * 16, "1", True)
