"""The containers of docker-compose.yml as the servers of a sweep: restarted for each round.

Consumers are published on this machine. Providers are not: the driver asks them through a shell in
their container, consumers by their service's name.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from ..errors import ServerError, SetupError, StackError
from ..model.cell import Process
from ..system import signals
from .base import Given, Target
from .docker import NATIVE, Container, Docker
from .specs import HOST, SERVERS, ServerSpec

FILE = "docker-compose.yml"
#: A first start may build the images.
START_S, RESTART_S, READY_S, DOWN_S = 1800.0, 120.0, 180.0, 120.0
#: bash opens the connection itself, since the images hold no HTTP client; HTTP/1.0, so that the
#: server closes it after one plain answer. A server answers to its service's name.
_ASK = r"""exec 3<>"/dev/tcp/127.0.0.1/${PORT:-%d}" && printf 'GET /engines HTTP/1.0\r\nHost: %s\r\n\r\n' >&3 && cat <&3"""  # noqa: E501


@dataclass(frozen=True)
class ComposeServers:
    """Those services that a sweep needs; their output goes to a file a round under `logs`."""

    docker: Docker
    names: Sequence[str]
    logs: Path
    restarts = True
    multiplies = False

    def resources(self) -> list[str]:
        """None: they are this machine's, which has a lock."""
        return []

    @contextmanager
    def session(self) -> Iterator[None]:
        """Starts what does not run yet; afterwards takes away what it started, and only that."""
        self.docker.versions()
        any_before = bool(self.docker.run("compose", "ps", "-a", "-q").strip())
        before = self._running()
        missing = [name for name in self.names if name not in before]
        try:
            if missing:
                with self._logs_kept("start"):
                    self._up(*missing, limit_s=START_S, what="the stack did not start")
            yield
        finally:
            if missing:
                with (
                    signals.deferred()
                ):  # a start brings what a service depends on too, so what runs is asked again
                    self._take_away(
                        [spec.name for spec in SERVERS if spec.name in self._running() - before]
                        if any_before
                        else None
                    )

    @contextmanager
    def round(self, number: int) -> Iterator[Sequence[Target]]:
        """Restarts them, and waits until each is healthy."""
        with self._logs_kept(f"round-{number}"):
            self._restart(*self.names)
            containers = self._containers()
            yield [
                self._target(spec, containers[spec.name])
                for spec in SERVERS
                if spec.name in self.names
            ]

    def restart(self, process: Process) -> Target:
        """The service in a restarted container."""
        name = process.server
        self._restart(name)
        spec = next(spec for spec in SERVERS if spec.name == name)
        return self._target(spec, self._containers()[name])

    def _restart(self, *names: str) -> None:
        with (
            signals.deferred()
        ):  # a restart that is cut in two would leave servers stopped that ran before
            self.docker.run(
                "compose",
                "restart",
                *names,
                limit_s=RESTART_S,
                what="the stack could not be restarted",
                do=_LOOK,
            )
        self._up(
            "--no-build",
            "--no-recreate",
            *names,
            limit_s=READY_S,
            what="not every server became healthy",
        )

    def describe(self) -> dict[str, Any]:
        """The stack, the versions of engine and Compose, and each service's image and limits."""
        (engine, compose), containers = self.docker.versions(), self._containers()
        limits = "; ".join(
            f"{name}: {_limits(container)}" for name, container in containers.items()
        )
        words = (
            f"containers of {FILE} (Docker engine {engine}, Compose {compose}), restarted for each "
            f"round; {limits}"
        )
        services = {
            name: {key: value for key, value in asdict(container).items() if key != "pid"}
            for name, container in containers.items()
        }
        about = {
            "stack": "compose",
            "stack_in_words": words,
            "each_round": "in restarted containers",
        }
        return {**about, "docker": {"engine": engine, "compose": compose, "services": services}}

    def _up(self, *args: str, limit_s: float, what: str) -> None:
        self.docker.run(
            "compose", "up", "--wait", "-d", *args, limit_s=limit_s, what=what, do=_LOOK
        )

    def _running(self) -> set[str]:
        return set(
            self.docker.run("compose", "ps", "--services", "--filter", "status=running").split()
        )

    def _take_away(self, services: list[str] | None) -> None:
        """Stops the services; where it is None, removes the whole stack."""
        if services == []:
            return
        words = ("stop", *services) if services else ("down",)
        do = f"run `docker compose {' '.join(words)}` in {self.docker.folder}"
        self.docker.run(
            "compose",
            *words,
            limit_s=DOWN_S,
            what="the stack that the sweep started is still there",
            do=do,
        )

    def _containers(self) -> dict[str, Container]:
        found = self.docker.containers(list(self.names))
        if absent := [name for name in self.names if name not in found]:
            raise StackError(
                f"{absent[0]} has no container",
                why="it was there when the round began, and is gone",
                do=_LOOK,
            )
        return {name: found[name] for name in self.names}

    def _target(self, spec: ServerSpec, container: Container) -> Target:
        if spec.role == "provider":
            return Target(
                spec.name,
                spec.runtime,
                spec.role,
                None,
                f"http://{spec.name}:{spec.port}",
                self._ask(spec),
            )
        if container.published is None:
            why = f"{FILE} publishes no port of it on {HOST}"
            raise StackError(
                f"{spec.name} cannot be reached from here",
                why=why,
                do=f"publish one there: ports: ['{HOST}:{spec.port}:{spec.port}']",
            )
        return Target(
            spec.name,
            spec.runtime,
            spec.role,
            f"http://{HOST}:{container.published}",
            pid=container.pid,
        )

    def _ask(self, spec: ServerSpec) -> dict[str, Any]:
        """What a service answers to `GET /engines`, asked within its container."""
        what = f"{spec.name} could not be asked who it is"
        answer = self.docker.run(
            "compose",
            "exec",
            "-T",
            spec.name,
            "bash",
            "-c",
            _ASK % (spec.port, spec.name),
            what=what,
            do=_LOOK,
        )
        head, _, body = answer.replace("\r\n", "\n").partition("\n\n")
        try:
            if head.split()[1:2] == ["200"]:
                return dict(json.loads(body))
        except (ValueError, TypeError):
            pass
        raise ServerError(
            what,
            why=f"GET /engines in its container answered {answer[:200]!r}",
            do="check that its image is a server of the testbed",
        )

    @contextmanager
    def _logs_kept(self, name: str) -> Iterator[None]:
        """Writes down what the containers say within the block, however it ends."""
        since = datetime.now(UTC).isoformat(timespec="seconds")
        try:
            yield
        finally:
            with (
                signals.deferred(),
                suppress(StackError, OSError),
            ):  # a log that is missing must not hide why the block ended
                said = self.docker.run(
                    "compose", "logs", "--no-color", "--since", since, *self.names
                )
                self.logs.mkdir(parents=True, exist_ok=True)
                (self.logs / f"{name}.log").write_text(said)


_LOOK = (
    f"run `docker compose up --wait` beside {FILE} until all are healthy (`docker compose logs` "
    f"says why not), then sweep again, {NATIVE}"
)


def _limits(container: Container) -> str:
    memory = (
        f"{container.memory_bytes / 2**20:,.0f} MiB"
        if container.memory_bytes
        else "no memory limit"
    )
    share = f" ({container.cpus:g} of their time)" if container.cpus else ""
    return (
        f"cpus {container.cpuset or 'all'}{share}, {memory}, image {container.image} "
        f"{container.image_id.removeprefix('sha256:')[:12]}"
    )


def servers(given: Given) -> ComposeServers:
    """The services of the checkout's docker-compose.yml; SetupError where it has none."""
    root = given.options.root
    if not (root / FILE).is_file():
        raise SetupError(
            f"{root} has no {FILE}",
            why="--stack compose runs its services",
            do=f"name the checkout that has it with --root, {NATIVE}",
        )
    return ComposeServers(Docker(root), given.names, given.logs)
