"""The `docker` program: its answers, its failures in words, and containers as it describes them.

Each call has a time limit. One that is cut short, by the limit or by Ctrl-C, is ended with its
children: `docker compose` is a child of `docker`.
"""

from __future__ import annotations

import json
import shlex
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil

from ..errors import BenchError, SetupError, StackError
from ..system import processes

LIMIT_S = 30.0
_TAIL = 12
NATIVE = "or sweep with --stack native"


@dataclass(frozen=True)
class Container:
    """A container of a service: its image, the processors, their time and the memory it may use
    (empty and 0: all), and its port on this machine, if any.

    `pid` is the server's process as this machine counts them, None where it runs on another one, as
    in a virtual machine.
    """

    service: str
    image: str
    image_id: str
    cpuset: str
    cpus: float
    memory_bytes: int
    published: int | None
    pid: int | None = None


class Docker:
    """The program, run in the folder of a `docker-compose.yml`; errors name a way `instead`."""

    def __init__(self, folder: Path, instead: str = NATIVE) -> None:
        self.folder, self._instead = folder, instead

    def versions(self) -> tuple[str, str]:
        """The engine's and Compose's; SetupError where one of the two is missing."""
        compose = self.run(
            *("compose", "version", "--short"),
            error=SetupError,
            what="Docker has no Compose",
            do=f"install Docker's Compose plugin (version 2), {self._instead}",
        )
        do = (
            "start it (systemctl start docker, or Docker Desktop), see with `docker info` that "
            f"this user may use it, {self._instead}"
        )
        engine = self.run(
            "version",
            "--format",
            "{{.Server.Version}}",
            error=SetupError,
            what="no Docker engine answers",
            do=do,
        )
        return engine.strip(), compose.strip()

    def run(
        self,
        *args: str,
        limit_s: float = LIMIT_S,
        error: type[BenchError] = StackError,
        what: str = "",
        do: str = "",
    ) -> str:
        """What `docker <args>` says; `error` with `what` and `do` where it fails or takes longer
        than `limit_s`, SetupError where there is no docker.
        """
        command = ["docker", *args]
        words = f"`{shlex.join(command)}`"
        what, do = what or f"{words} failed", do or f"run it in {self.folder} to see more"
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            try:
                code = processes.exit_code(
                    command, cwd=self.folder, out=out.fileno(), err=err.fileno(), limit_s=limit_s
                )
            except OSError as missing:
                why = f"`docker` cannot be run from PATH: {missing.strerror}"
                raise SetupError(
                    "Docker is not installed",
                    why=why,
                    do=f"install Docker with its Compose plugin, {self._instead}",
                ) from missing
            except subprocess.TimeoutExpired as late:
                raise error(
                    what, why=f"{words} did not end within {limit_s:.0f} s. {_tail(err)}", do=do
                ) from late
            if code:
                raise error(what, why=f"{words} ended with exit code {code}. {_tail(err)}", do=do)
            out.seek(0)
            return out.read().decode(errors="replace")

    def containers(self, services: list[str]) -> dict[str, Container]:
        """The containers of the services by name; those that have none are missing."""
        ids = self.run("compose", "ps", "-q", *services).split()
        found = map(_container, json.loads(self.run("inspect", *ids))) if ids else ()
        return {container.service: container for container in found}


def _tail(err: Any) -> str:
    err.seek(0)
    lines = err.read().decode(errors="replace").strip().splitlines()[-_TAIL:]
    return "It said:\n" + "\n".join(f"  {line}" for line in lines) if lines else "It said nothing."


def _container(said: dict[str, Any]) -> Container:
    """A container out of what `docker inspect` says of it."""
    bindings = [
        binding
        for bound in (said["NetworkSettings"]["Ports"] or {}).values()
        for binding in bound or ()
    ]
    ports = [
        int(binding["HostPort"])
        for binding in bindings
        if binding["HostIp"] in ("127.0.0.1", "0.0.0.0", "")
    ]
    limits = said["HostConfig"]
    service, published = (
        said["Config"]["Labels"]["com.docker.compose.service"],
        ports[0] if ports else None,
    )
    pid = _here(said.get("State", {}).get("Pid", 0), said.get("Id", ""))
    return Container(
        service,
        said["Config"]["Image"],
        said["Image"],
        limits["CpusetCpus"],
        limits["NanoCpus"] / 1e9,
        limits["Memory"],
        published,
        pid,
    )


def _here(pid: int, container_id: str) -> int | None:
    """The server's process, where `pid` is one of this machine's and its control group is the
    container's: the child of the init that Docker puts before it.
    """
    try:
        if not (pid and container_id and container_id in Path(f"/proc/{pid}/cgroup").read_text()):
            return None
        return next((child.pid for child in psutil.Process(pid).children()), pid)
    except (OSError, psutil.Error):
        return None
