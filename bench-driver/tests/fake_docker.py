"""`docker` in miniature, as a program: the calls that the compose stack makes, answered for
containers that exist in a file and servers that are miniatures.

The folder in FAKE_DOCKER holds `facts.json` (each service's state, its port, and `fails`: what this
docker does wrong) and `calls`, a line a call. A call that nobody foresaw ends with 64.
"""

from __future__ import annotations

import fcntl
import json
import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any, NoReturn

HOME = Path(os.environ["FAKE_DOCKER"])
FACTS: dict[str, Any] = json.loads((HOME / "facts.json").read_text())
SERVICES: dict[str, dict[str, Any]] = FACTS["services"]
IMAGE = "sha256:0123456789abcdef"


def fail(words: str, code: int = 1) -> NoReturn:
    print(words, file=sys.stderr)
    raise SystemExit(code)


def put(names: list[str], state: str | None) -> None:
    for name in names:
        SERVICES[name]["state"] = state
    (HOME / "facts.json").write_text(json.dumps(FACTS))


def there(*states: str) -> list[str]:
    return [name for name, service in SERVICES.items() if service["state"] in states]


def hang() -> NoReturn:
    """As a plugin does: the work is a child's."""
    child = subprocess.Popen([sys.executable, "-c", "import threading; threading.Event().wait()"])
    (HOME / "hanging").write_text(f"{os.getpid()} {child.pid}\n")
    threading.Event().wait()
    raise SystemExit(0)


def up(names: list[str]) -> None:
    if FACTS["fails"] == "hangs":
        hang()
    if FACTS["fails"] == "unhealthy" or (
        FACTS["fails"] == "unhealthy later"
        and any(service["restarts"] for service in SERVICES.values())
    ):
        put(names, "running")
        fail(f"container testbed-{names[0]}-1 is unhealthy")
    consumers = any(name.endswith("-server") for name in names)
    put(
        [*names, *(name for name in SERVICES if consumers and name.endswith("-provider"))],
        "running",
    )


def restart(names: list[str]) -> None:
    for name in names:
        if SERVICES[name]["state"] is None:
            fail(f"no container found for project: {name}")
        SERVICES[name]["restarts"] += 1
    put(names, "running")


def inspect(name: str) -> dict[str, Any]:
    published = (
        [{"HostIp": "127.0.0.1", "HostPort": str(SERVICES[name]["port"])}]
        if name.endswith("-server") and FACTS["fails"] != "unpublished"
        else None
    )
    return {
        "Image": IMAGE,
        "Config": {"Image": "testbed/image", "Labels": {"com.docker.compose.service": name}},
        "HostConfig": {
            "CpusetCpus": "1" if published else "",
            "NanoCpus": 0,
            "Memory": 2 * 2**30 if published else 0,
        },
        "NetworkSettings": {"Ports": {"8081/tcp": published}},
    }


def execute(name: str, command: list[str]) -> NoReturn:
    port = "1" if FACTS["fails"] == "mute" else str(SERVICES[name]["port"])
    os.execvpe(command[0], command, {**os.environ, "PORT": port})


def main(args: list[str]) -> None:
    with (HOME / "calls").open("a") as calls:
        fcntl.flock(calls, fcntl.LOCK_EX)
        calls.write(json.dumps(args) + "\n")
    match args:
        case ["compose", "version", "--short"]:
            if FACTS["fails"] == "no compose":
                fail("docker: 'compose' is not a docker command.")
            print("2.99.0")
        case ["version", "--format", "{{.Server.Version}}"]:
            if FACTS["fails"] == "no engine":
                fail(
                    "Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the "
                    "docker daemon running?"
                )
            print("20.10.99")
        case ["compose", "ps", "-a", "-q"]:
            print(*there("running", "exited"), sep="\n")
        case ["compose", "ps", "--services", "--filter", "status=running"]:
            print(*there("running"), sep="\n")
        case ["compose", "ps", "-q", *names]:
            print(*(name for name in there("running") if name in names), sep="\n")
        case ["compose", "up", "--wait", "-d", "--no-build", "--no-recreate", *names]:
            up(names)
        case ["compose", "up", "--wait", "-d", *names]:
            up(names)
        case ["compose", "restart", *names]:
            restart(names)
        case ["compose", "stop", *names]:
            put(names, "exited")
        case ["compose", "down"]:
            if FACTS["fails"] == "stays":
                fail("network testbed_default has active endpoints")
            put(list(SERVICES), None)
        case ["compose", "logs", "--no-color", "--since", _, *names]:
            print(*(f"{name}-1  | listening" for name in names), sep="\n")
        case ["compose", "exec", "-T", name, *command]:
            execute(name, command)
        case ["inspect", *names]:
            print(json.dumps([inspect(name) for name in names]))
        case _:
            fail(f"unforeseen: {args}", 64)


if __name__ == "__main__":
    main(sys.argv[1:])
