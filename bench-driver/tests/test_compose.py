"""The compose stack through the command, with a docker in miniature first in PATH: its calls, its
waits, its failures in words.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import psutil
import pytest

from bench_driver.errors import StackError
from bench_driver.servers import docker
from bench_driver.servers.docker import Docker
from bench_driver.system.processes import Identity, identify

from . import miniatures
from .conftest import Command, folder_of, program, running, runs_of
from .miniatures import Behaviour, Miniature, right, slow

NAMES = ["rust-server", "java-server", "rust-provider", "java-provider"]
SWEEP = [
    "sweep",
    "--stack=compose",
    "--amounts=10,20",
    "--rounds=2",
    "--warmup=10",
    "--format=json",
]
SWEEP += ["--object-type=DummyObject"]


class Engine:
    """A docker in miniature, and the servers that its containers would hold."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.servers: dict[str, Miniature] = {}
        program(
            home / "bin" / "docker",
            f"'{sys.executable}' '{Path(__file__).with_name('fake_docker.py')}'",
        )
        self.env = {"PATH": f"{home / 'bin'}:{os.environ['PATH']}", "FAKE_DOCKER": str(home)}

    def is_(self, *, fails: str = "", **states: str) -> None:
        """Containers as `rust_server="running"`; those not named are absent."""
        services = {
            name: {
                "state": states.get(name.replace("-", "_")),
                "restarts": 0,
                "port": int(server.url.rpartition(":")[2]),
            }
            for name, server in self.servers.items()
        }
        (self.home / "facts.json").write_text(json.dumps({"services": services, "fails": fails}))

    @property
    def facts(self) -> dict[str, dict[str, Any]]:
        return dict(json.loads((self.home / "facts.json").read_text())["services"])

    @property
    def states(self) -> set[str | None]:
        return {service["state"] for service in self.facts.values()}

    @property
    def calls(self) -> list[list[str]]:
        return [json.loads(line) for line in (self.home / "calls").read_text().splitlines()]

    def compose(self, *words: str) -> list[list[str]]:
        """The calls of these Compose commands, without the word `compose`."""
        return [call[1:] for call in self.calls if call[0] == "compose" and call[1] in words]


UP = {name.replace("-", "_"): "running" for name in NAMES}


@pytest.fixture
def behaviour() -> Behaviour:
    return right


@pytest.fixture
def engine(
    checkout: Path, tmp_path: Path, behaviour: Behaviour, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Engine]:
    (checkout / "docker-compose.yml").touch()
    found = Engine(tmp_path / "docker")
    with ExitStack() as running:
        for name in NAMES:
            found.servers[name] = running.enter_context(
                Miniature(name.partition("-")[0], behaviour)
            )
        found.is_(**UP)
        for variable, value in found.env.items():
            monkeypatch.setenv(variable, value)
        yield found


def test_each_round_restarts_the_containers_and_waits_until_they_are_healthy(
    engine: Engine, bench: Command, checkout: Path
) -> None:
    done = bench(*SWEEP)
    assert done.returncode == 0, done.stderr
    a_round = [["restart", *NAMES], ["up", "--wait", "-d", "--no-build", "--no-recreate", *NAMES]]
    assert engine.compose("restart", "up", "stop", "down") == a_round * 2, (
        "and a stack that was up is left as it was"
    )
    assert {service["restarts"] for service in engine.facts.values()} == {2}
    assert (folder_of(checkout) / "logs" / "round-2.log").read_text().count("listening") == 4


def test_runs_name_providers_as_consumers_know_them(
    engine: Engine, bench: Command, checkout: Path
) -> None:
    assert bench(*SWEEP).returncode == 0
    requests = [made.request for made in runs_of(checkout)]
    assert {request["provider_url"] for request in requests} == {
        "http://rust-provider:8083",
        "http://java-provider:8082",
    }
    assert all(engine.servers[name].requests for name in NAMES[:2])
    assert not any(engine.servers[name].requests for name in NAMES[2:])


def test_the_plan_and_the_summary_say_in_what_the_servers_ran(
    engine: Engine, bench: Command, checkout: Path
) -> None:
    assert bench(*SWEEP).returncode == 0
    plan = json.loads((folder_of(checkout) / "plan.json").read_text())
    assert (plan["stack"], plan["docker"]["engine"], plan["docker"]["compose"]) == (
        "compose",
        "20.10.99",
        "2.99.0",
    )
    consumer = plan["docker"]["services"]["rust-server"]
    assert (consumer["image_id"], consumer["cpuset"], consumer["memory_bytes"]) == (
        "sha256:0123456789abcdef",
        "1",
        2**31,
    )
    provider = plan["servers"]["java-provider"]
    assert (provider["url"], provider["provider_url"], provider["runtime"]) == (
        None,
        "http://java-provider:8082",
        "java",
    )
    summary = (folder_of(checkout) / "summary.md").read_text()
    for words in (
        "containers of docker-compose.yml (Docker engine 20.10.99, Compose 2.99.0), restarted for "
        "each round",
        "rust-server: cpus 1, 2,048 MiB, image testbed/image 0123456789ab",
        "rust-provider: cpus all, no memory limit",
        "2 rounds in restarted containers",
    ):
        assert words in summary


def test_a_stack_that_is_not_up_is_started_and_taken_down(engine: Engine, bench: Command) -> None:
    engine.is_()
    assert bench(*SWEEP).returncode == 0
    changes = engine.compose("up", "restart", "down")
    assert (changes[0], changes[-1]) == (["up", "--wait", "-d", *NAMES], ["down"])
    assert engine.states == {None}


def test_of_a_stack_that_is_partly_up_only_what_was_started_is_stopped(
    engine: Engine, bench: Command
) -> None:
    engine.is_(rust_provider="running", java_server="exited")
    assert bench(*SWEEP, "--consumer=rust", "--provider=rust").returncode == 0
    assert engine.compose("restart")[0] == ["restart", "rust-server", "rust-provider"]
    assert engine.compose("stop", "down") == [["stop", "rust-server", "java-provider"]], (
        "what depended on it came up too"
    )
    assert engine.facts["rust-provider"]["state"] == "running"


@pytest.mark.parametrize(
    ("fails", "code", "words"),
    [
        (
            "no engine",
            78,
            [
                "no Docker engine answers",
                "Is the docker daemon running?",
                "systemctl start docker",
                "--stack native",
            ],
        ),
        ("no compose", 78, ["Docker has no Compose", "not a docker command", "plugin"]),
        (
            "unhealthy",
            1,
            [
                "the stack did not start",
                "testbed-rust-server-1 is unhealthy",
                "docker compose up --wait",
                "docker compose logs",
            ],
        ),
        ("unhealthy later", 1, ["not every server became healthy", "is unhealthy"]),
        (
            "unpublished",
            1,
            ["rust-server cannot be reached from here", "publishes no port", "127.0.0.1:8081:8081"],
        ),
        ("mute", 1, ["rust-provider could not be asked who it is", "exit code"]),
        (
            "stays",
            1,
            [
                "the stack that the sweep started is still there",
                "active endpoints",
                "docker compose down",
            ],
        ),
    ],
)
def test_what_goes_wrong_is_said_and_nothing_is_left(
    engine: Engine, bench: Command, fails: str, code: int, words: list[str]
) -> None:
    engine.is_(fails=fails)
    done = bench(*SWEEP)
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr
    for word in words:
        assert word in done.stderr
    assert engine.states == ({"running"} if fails == "stays" else {None})


def test_a_sweep_that_cannot_take_its_stack_down_still_shows_its_figures(
    engine: Engine, bench: Command, checkout: Path
) -> None:
    engine.is_(fails="stays")
    done = bench(*SWEEP)
    assert "rust-server" in done.stdout
    assert (folder_of(checkout) / "summary.md").exists()


def test_without_docker_or_a_compose_file_it_says_what_to_do(
    engine: Engine, bench: Command, checkout: Path, tmp_path: Path
) -> None:
    for path in (tmp_path / "nothing", tmp_path):  # the second holds a folder of that name
        done = bench(*SWEEP, PATH=str(path))
        assert (done.returncode, "Docker is not installed" in done.stderr) == (78, True), (
            done.stderr
        )
    (checkout / "docker-compose.yml").unlink()
    done = bench(*SWEEP)
    assert (
        done.returncode,
        "has no docker-compose.yml" in done.stderr,
        "--root" in done.stderr,
    ) == (78, True, True), done.stderr


def hanging(engine: Engine) -> list[Identity]:
    """The processes of a call that hangs, once it does."""
    file, deadline = engine.home / "hanging", time.monotonic() + 30
    while not (file.exists() and file.read_text().endswith("\n")):
        assert time.monotonic() < deadline, "it never hung"
        time.sleep(0.01)
    found = [identify(int(pid)) for pid in file.read_text().split()]
    return [identity for identity in found if identity]


def all_end(identities: list[Identity]) -> bool:
    deadline = time.monotonic() + 10
    while any(identity.alive for identity in identities) and time.monotonic() < deadline:
        time.sleep(0.01)
    return not any(identity.alive for identity in identities)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_while_the_stack_starts_ends_docker_and_takes_it_down(
    engine: Engine, checkout: Path, number: signal.Signals
) -> None:
    engine.is_(fails="hangs")
    with running(*SWEEP) as command:
        docker = hanging(engine)
        command.send_signal(number)
        _, words = command.communicate(timeout=600)
    assert command.returncode == 130, words
    assert len(docker) == 2
    assert all_end(docker), "docker and its child"
    assert engine.compose("down") == [["down"]]


@pytest.mark.parametrize("behaviour", [slow])
def test_an_interrupt_while_it_measures_keeps_what_it_has_and_takes_the_stack_down(
    engine: Engine, checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(miniatures.slow_runs, "seen", 0)
    engine.is_()
    with running(*SWEEP) as command:
        while miniatures.slow_runs["seen"] < 3:
            assert command.poll() is None
            time.sleep(0.05)
        command.send_signal(signal.SIGINT)
        _, words = command.communicate(timeout=600)
    assert command.returncode == 130, words
    assert engine.states == {None}
    assert "Interrupted" in (folder_of(checkout) / "summary.md").read_text()


def test_a_call_that_takes_too_long_is_ended_with_its_children(
    engine: Engine, tmp_path: Path
) -> None:
    engine.is_(fails="hangs")
    with pytest.raises(StackError, match="it hangs") as late:
        Docker(tmp_path).run(
            "compose", "up", "--wait", "-d", "rust-server", limit_s=2, what="it hangs", do="see"
        )
    assert "did not end within 2 s" in late.value.why
    assert all_end(hanging(engine))


def test_a_containers_process_is_known_where_it_is_one_of_this_machines() -> None:
    (group,) = set(Path("/proc/self/cgroup").read_text().splitlines()[-1:])
    with subprocess.Popen(["sh", "-c", "sleep 60 & echo; wait"], stdout=subprocess.PIPE) as init:
        assert init.stdout
        init.stdout.readline()
        (server,) = psutil.Process(init.pid).children()
        assert docker._here(init.pid, group) == server.pid, "an init passes on what the server uses"
        assert docker._here(server.pid, group) == server.pid
        assert docker._here(init.pid, "0" * 64) is None, (
            "somebody else's process, as where Docker runs in a virtual machine"
        )
        server.kill()
    assert docker._here(2**22 + 1, group) is None
    assert docker._here(0, "") is None
