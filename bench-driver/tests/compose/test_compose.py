"""Every scenario by curl's own means, the hardening as it looks from inside, both ways to sweep,
and the end of a run on SIGTERM.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import product
from pathlib import Path

import httpx
import pytest

from bench_driver.model.formats import USUAL
from bench_driver.system import lock

from .conftest import OWN, ROOT, SERVERS, docker, inside, inspected

#: The first waits until every image is built, which on a machine that is busy, and has none of
#: their layers, takes half an hour.
pytestmark = pytest.mark.timeout(2400)
PROVIDERS = {"rust": "http://rust-provider:8083", "java": "http://java-provider:8082"}


def request(runtime: str, object_type: str, format_name: str, *, amount: int) -> dict[str, object]:
    return {
        "amount": amount,
        "provider_url": PROVIDERS[runtime],
        "object_format": format_name,
        "server_type": runtime,
        "object_type": object_type,
    }


@pytest.mark.parametrize("consumer", ["rust-server", "java-server"])
def test_every_scenario_is_verified(stack: dict[str, str], consumer: str) -> None:
    for runtime, object_type, format_name in product(
        PROVIDERS, ("NumericObject", "DummyObject"), USUAL
    ):
        body = request(runtime, object_type, format_name, amount=200)
        result = httpx.post(f"{stack[consumer]}/triggerReqs", json=body, timeout=120).json()
        assert result["verified"] == 200, result
        assert result["cpu"].get("throttled_periods", 0) == 0, (
            "CPU sets hold a container to its cores without throttling it"
        )


@pytest.mark.parametrize("service", SERVERS)
def test_a_container_is_hardened_from_inside(stack: dict[str, str], service: str) -> None:
    status = dict(
        line.split(":\t", 1)
        for line in inside(service, "cat /proc/1/status").splitlines()
        if ":\t" in line
    )
    assert inside(service, "id -u; id -g").split() == ["10001", "10001"]
    assert (status["CapEff"], status["CapBnd"], status["NoNewPrivs"]) == ("0" * 16, "0" * 16, "1")
    assert "read-only" in inside(service, "touch /etc/probe 2>&1; true").lower()
    assert inside(service, "touch /tmp/probe && echo writable") == "writable"


@pytest.mark.parametrize("service", SERVERS)
def test_a_container_has_its_limits_and_publishes_on_loopback_alone(
    stack: dict[str, str], service: str
) -> None:
    host = inspected(service)["HostConfig"]
    assert isinstance(host, dict)
    assert host["Memory"] == 2 << 30
    assert host["PidsLimit"] == 512
    assert host["CpusetCpus"] == ("0" if service.endswith("provider") else "1")
    published = [
        binding["HostIp"] for bindings in host["PortBindings"].values() for binding in bindings
    ]
    assert published == ([] if service.endswith("provider") else ["127.0.0.1"])


def test_the_jvm_states_its_flags(stack: dict[str, str]) -> None:
    flags = httpx.get(stack["java-server"] + "/engines").json()["flags"]
    assert (flags["gc"], flags["heap_max_mib"], flags["aot_cache"]) == ("G1", "1024", "true")


def test_a_run_over_many_connections_has_its_threads_among_many_clients(
    stack: dict[str, str],
) -> None:
    """Java gives each client that is being answered a thread, and each connection of a run one:
    both have room.
    """
    head = b"POST /decode/JSON/2 HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
    with ExitStack() as held:
        for _ in range(300):
            held.enter_context(socket.create_connection(("127.0.0.1", 8080))).sendall(head)
        body = request("rust", "DummyObject", "JSON", amount=2000) | {"concurrency": 64}
        result = httpx.post(f"{stack['java-server']}/triggerReqs", json=body, timeout=120).json()
    assert (result.get("verified"), result.get("connections")) == (2000, 64), result


def test_a_container_answers_to_its_names_alone(stack: dict[str, str]) -> None:
    for host, status in (("localhost", 200), ("java-server:8080", 200), ("evil.example", 421)):
        assert (
            httpx.get(f"{stack['java-server']}/health_check", headers={"Host": host}).status_code
            == status
        ), host
    body = request("rust", "DummyObject", "JSON", amount=10)
    assert (
        httpx.post(
            f"{stack['java-server']}/triggerReqs",
            json=body,
            headers={"Origin": "http://evil.example"},
        ).status_code
        == 403
    )


def test_logs_are_lines_of_json_with_one_line_a_run(stack: dict[str, str]) -> None:
    for service in ("rust-server", "java-server"):
        before = logged(service)
        for _ in range(3):
            httpx.get(f"{stack[service]}/health_check")
        body = request("rust", "DummyObject", "JSON", amount=123)
        httpx.post(f"{stack[service]}/triggerReqs", json=body, timeout=120)
        (line,) = logged(service)[len(before) :]
        assert (line["message"], line["object_type"], line["amount"]) == (
            "a run ended",
            "DummyObject",
            123,
        ), service
    for service in SERVERS:
        first, *others = logged(service)
        assert first["event"] == "listening", service
        assert {line["message"] for line in others} <= {"a run ended"}, service


def logged(service: str) -> list[dict[str, object]]:
    """The lines of a service's log, each of which is an object of JSON."""
    lines = docker("compose", "logs", "--no-log-prefix", "--no-color", service).splitlines()
    return [json.loads(line) for line in lines if line]


@pytest.fixture
def results(tmp_path: Path) -> Iterator[Path]:
    """Where the container's driver writes: ./results of the checkout; what a test adds there is
    taken away again.
    """
    folder = ROOT / "results"
    before = set(folder.glob("*")) if folder.exists() else set()
    folder.mkdir(exist_ok=True)
    yield folder
    for made in set(folder.glob("*")) - before:
        subprocess.run(["rm", "-r", str(made)], check=True)


#: Beside it each test names a store of its own: the checkout's says how long sweeps take here.
SHORT = [
    "--rounds",
    "1",
    "--amounts",
    "50,100",
    "--warmup",
    "100",
    "--warmup-provider",
    "0",
    "--format",
    "JSON",
]


def test_the_driver_in_its_container_sweeps_and_the_user_owns_the_results(
    stack: dict[str, str], results: Path
) -> None:
    own = ["--store", "/results/from-container.sqlite", "--out", "/results/from-container"]
    docker("compose", "--profile", "bench", "run", "--rm", "bench-driver", "sweep", *SHORT, *own)
    made = results / "from-container"
    assert len(list((made / "csv").glob("*_from_*.csv"))) == 8
    assert (made / "summary.md").stat().st_uid == os.getuid()
    assert "external" in (made / "summary.md").read_text()


def test_a_container_does_not_sweep_while_the_host_measures(
    stack: dict[str, str], results: Path
) -> None:
    with lock.held("the host's driver"):
        own = ["--store", "/results/busy.sqlite", "--out", "/results/busy"]
        docker(
            "compose",
            "--profile",
            "bench",
            "run",
            "--rm",
            "bench-driver",
            "sweep",
            *SHORT,
            *own,
            ended=(1,),
        )
    assert not (results / "busy").exists()


def test_four_nights_in_containers_have_a_history(stack: dict[str, str], results: Path) -> None:
    night = [
        "nightly",
        *SHORT,
        "--object-type",
        "NumericObject",
        "--store",
        "/results/nights/store.sqlite",
    ]
    (results / "nights").mkdir()
    for number in range(4):
        out = ["--out", f"/results/nights/{number}"]
        said = docker(
            "compose", "run", "--rm", "nightly", *night, *out, ended=(4,)
        )  # one round finds no change
        assert f"report: /results/nights/{number}/report.html" in said
    assert "change points need" not in said, "four nights are enough for Otava to be asked"
    drawn = [
        "history",
        "rust/NumericObject/JSON/http",
        "--store",
        "/results/nights/store.sqlite",
        "--out",
        "/results/nights/h.svg",
    ]
    assert "over 4 nights" in docker("compose", "run", "--rm", "nightly", *drawn)
    assert (results / "nights" / "h.svg").stat().st_uid == os.getuid()


def test_the_driver_on_the_host_sweeps_fresh_containers(
    stack: dict[str, str], tmp_path: Path
) -> None:
    before = {service: inspected(service)["State"] for service in SERVERS}
    own = ["--store", str(tmp_path / "store.sqlite"), "--out", str(tmp_path / "out")]
    command = [sys.executable, "-m", "bench_driver", "sweep", "--stack", "compose", *SHORT, *own]
    done = subprocess.run(
        command, cwd=ROOT, env={**os.environ, **OWN}, capture_output=True, text=True, timeout=600
    )
    assert done.returncode == 0, done.stderr[-4000:]
    assert len(list((tmp_path / "out" / "csv").glob("*_from_*.csv"))) == 8
    for service in SERVERS:
        old, new = before[service], inspected(service)["State"]
        assert isinstance(old, dict)
        assert isinstance(new, dict)
        assert new["StartedAt"] > old["StartedAt"], f"{service} was not restarted"


@pytest.mark.parametrize("consumer", ["rust-server", "java-server"])
def test_a_stop_ends_a_run_with_a_problem(stack: dict[str, str], consumer: str) -> None:
    body = request("rust", "DummyObject", "JSON", amount=1_000_000)
    with httpx.stream(
        "POST",
        f"{stack[consumer]}/triggerReqs",
        json=body,
        headers={"Accept": "application/x-ndjson"},
        timeout=120,
    ) as answer:
        events = (json.loads(line) for line in answer.iter_lines())
        assert next(events)["event"] == "started"
        begun = time.monotonic()
        docker("compose", "stop", consumer)
        took = time.monotonic() - begun
        last = next(events)
    assert (last["event"], last["code"]) == ("problem", "shutting_down")
    state = inspected(consumer, running=False)["State"]
    assert isinstance(state, dict)
    assert state["ExitCode"] in (0, 143)
    assert took < 5, "before the grace period ends in SIGKILL"
    docker("compose", "up", "--wait", "--no-build")
