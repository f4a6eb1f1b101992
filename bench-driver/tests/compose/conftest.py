"""The stack in containers, under a project name of its own: built, brought up, and taken down
without a trace.
"""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Container, Iterator
from pathlib import Path

import pytest

from bench_driver.servers.client import Client

ROOT = Path(__file__).resolve().parents[3]
PROJECT = "testbed-test"
#: Containers and images of their own, so that a user's stay as they are, with a Rust server that is
#: built sooner.
OWN = {"COMPOSE_PROJECT_NAME": PROJECT, "TESTBED_TAG": "test", "TESTBED_PROFILE": "quick"}
PROFILES = ("--profile", "bench", "--profile", "night")
SERVERS = ("rust-server", "java-server", "rust-provider", "java-provider")


def docker(*arguments: str, timeout: float = 1800, ended: Container[int] = (0,)) -> str:
    """What a `docker` command prints, run at the repository's root; its errors are the test's,
    unless it may have `ended` so.
    """
    # An engine whose Buildx bears no version, as distributions build it, cannot bake; Compose then
    # builds as it did before.
    own = {**OWN, "TESTBED_USER": f"{os.getuid()}:{os.getgid()}", "COMPOSE_BAKE": "false"}
    done = subprocess.run(
        ["docker", *arguments],
        cwd=ROOT,
        env={**os.environ, **own},
        capture_output=True,
        text=True,
        timeout=timeout,
    )
    assert done.returncode in ended, (
        f"docker {' '.join(arguments)}\n{done.stdout[-4000:]}\n{done.stderr[-4000:]}"
    )
    return done.stdout


def inside(service: str, command: str) -> str:
    """What a shell command prints inside a running service's container."""
    return docker("compose", "exec", "-T", service, "bash", "-c", command, timeout=60).strip()


def inspected(service: str, *, running: bool = True) -> dict[str, object]:
    """What the engine says of a service's container."""
    container = docker("compose", "ps", "-q", *([] if running else ["--all"]), service).strip()
    return dict(json.loads(docker("inspect", container))[0])


def leftovers() -> dict[str, list[str]]:
    """Containers, networks and volumes that bear the project's label."""
    label = f"label=com.docker.compose.project={PROJECT}"
    lists = {
        "containers": ("ps", "-aq"),
        "networks": ("network", "ls", "-q"),
        "volumes": ("volume", "ls", "-q"),
    }
    return {what: docker(*command, "--filter", label).split() for what, command in lists.items()}


@pytest.fixture(scope="session")
def stack() -> Iterator[dict[str, str]]:
    """The published servers' origins, once all four are healthy."""
    docker("compose", *PROFILES, "build")
    try:
        docker("compose", "up", "--wait", "--no-build", "--force-recreate")
        origins = {"rust-server": "http://127.0.0.1:8081", "java-server": "http://127.0.0.1:8080"}
        for (
            origin
        ) in origins.values():  # which proves its engines now, so that no test waits for that
            with Client(origin) as client:
                client.engines()
        yield origins
    finally:
        docker(
            "compose",
            *PROFILES,
            "down",
            "--volumes",
            "--remove-orphans",
            "--rmi",
            "all",
            "--timeout",
            "5",
        )
        left = leftovers()
    assert not any(left.values()), left
