"""Two providers and the page before them, each a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from bench_driver.errors import SetupError
from bench_driver.servers.external import BENCH_SERVERS
from bench_driver.servers.launch import Stack
from bench_driver.servers.specs import Options, of_role
from bench_driver.system.lock import BENCH_LOCK
from bench_driver.web.built import built


@contextmanager
def started(options: Options, logs: Path) -> Iterator[tuple[str, dict[str, str]]]:
    """The page's URL, and each provider's, until the block ends.

    SetupError, StackError.

    The page's server has an empty store, and a lock of its own: whoever measures by it holds the
    machine's.
    """
    built(options.root)
    names = of_role("provider")
    with (
        Stack.start(names, ports="free", options=options, logs=logs) as stack,
        tempfile.TemporaryDirectory(prefix="bench-ui-") as own,
    ):
        urls = {name: stack.url(name) for name in names}
        here = {
            BENCH_SERVERS: ",".join(f"{name}={url}" for name, url in urls.items()),
            BENCH_LOCK: own,
        }
        with page(options.root, Path(own) / "empty.sqlite", logs / "serve.log", here) as url:
            yield url, urls


@contextmanager
def page(root: Path, store: Path, log: Path, env: Mapping[str, str]) -> Iterator[str]:
    """`bench-driver serve` of a store, and its address, until the block ends. SetupError."""
    command = [
        sys.executable,
        "-m",
        "bench_driver",
        "serve",
        "--port",
        "0",
        "--root",
        str(root),
        "--store",
        str(store),
    ]
    with (
        log.open("wb") as said,
        subprocess.Popen(
            command, env={**os.environ, **env}, stdout=subprocess.PIPE, stderr=said, text=True
        ) as serving,
    ):
        try:
            assert serving.stdout
            if not (url := serving.stdout.readline().strip()):
                raise SetupError(
                    "the page's server did not start",
                    why=f"exit code {serving.wait()}",
                    do=f"read {log}",
                )
            yield url
        finally:
            serving.terminate()
