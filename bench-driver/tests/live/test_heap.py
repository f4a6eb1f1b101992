"""A Java server whose heap is too small, just large enough, and used up."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from bench_driver.errors import ExitCode
from bench_driver.servers import listening
from bench_driver.servers.launch import Stack
from bench_driver.servers.specs import Options, java
from bench_driver.system.repository import find_root

from .conftest import HTTP, trigger

#: What configuration.md says that a run needs.
LEAST = "-Xmx128m"
#: A block of nearly MAX_BLOCK_BYTES.
LARGE = {
    "object_format": "JSON",
    "object_type": "Timeline",
    "size": "256KiB",
    "variants": 32,
    "concurrency": 64,
    "amount": 500,
    "block": 250,
}


@pytest.fixture(scope="module")
def provider() -> Iterator[str]:
    with Stack.start(["rust-provider"], ports="free") as stack:
        yield stack.url("rust-provider")


class Started:
    """A Java server of such a heap, until the block ends."""

    def __init__(self, heap: str, folder: Path, **variables: str) -> None:
        env = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
        self.log = folder / "server.log"
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                java(
                    Options(
                        find_root(), jvm_flags=("-XX:+UseG1GC", "-XX:TieredStopAtLevel=1", heap)
                    )
                ),
                env={**env, "HOST": "127.0.0.1", "PORT": "0", **variables},
                stdout=log,
                stderr=subprocess.STDOUT,
            )

    def url(self) -> str:
        return listening.wait("java-server", "java", self.process, self.log, 120)

    def __enter__(self) -> Started:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()


def answer(url: str, provider: str, **changes: Any) -> httpx.Response | None:
    """What it answers to a run; None where it breaks the connection."""
    try:
        return trigger(url, provider, **{**LARGE, "server_type": "rust", **changes})
    except httpx.TransportError:
        return None


def test_a_heap_that_is_too_small_for_a_run_ends_the_start_with_a_word(tmp_path: Path) -> None:
    with Started("-Xmx24m", tmp_path) as server:
        assert server.process.wait(120) == ExitCode.CONFIG
        assert (
            "java-server: the heap of 24 MiB is below the 128 MiB that a run needs: start java with -Xmx128m or more"
            in server.log.read_text()
        )


def test_a_run_of_the_allowed_limits_goes_well_in_the_least_heap(
    tmp_path: Path, provider: str
) -> None:
    with Started(LEAST, tmp_path, PROVIDER_ALLOWLIST=provider) as server:
        url = server.url()
        told = answer(url, provider)
        assert told is not None, server.log.read_text()
        assert told.status_code == 200, told.text
        assert HTTP.get(f"{url}/health_check").status_code == 200


def test_a_server_whose_heap_is_used_up_answers_or_ends(tmp_path: Path, provider: str) -> None:
    with Started(
        LEAST, tmp_path, PROVIDER_ALLOWLIST=provider, MAX_BLOCK_BYTES=str(1 << 30)
    ) as server:
        url = server.url()
        told = answer(url, provider, amount=2000, block=2000)
        assert told is None or told.status_code != 200, "the block fits the heap: it shows nothing"
        until = time.monotonic() + 60
        while server.process.poll() is None and not _is_well(url):
            assert time.monotonic() < until, "it keeps its port, and answers nobody"
        if server.process.poll() is not None:
            assert server.process.returncode == 3
            assert "the heap is used up" in server.log.read_text()


def _is_well(url: str) -> bool:
    try:
        return HTTP.get(f"{url}/health_check", timeout=5).status_code == 200
    except httpx.TransportError:
        return False
