"""The real servers, started as a user does from places that are not ours."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from bench_driver.servers import state
from bench_driver.servers.specs import BENCH_RUST_BUILD, RUST_BUILDS
from bench_driver.system.processes import stop

from .facts import ROOT

BUILD = os.environ.get(BENCH_RUST_BUILD, RUST_BUILDS[0])
BUILDS = (f"rust-server/target/{BUILD}/rust-server", "java-server/target/java-server.jar")
MARKS = ("docs/contract/openapi.yaml", "bench-driver/pyproject.toml")


def servers(root: Path, env: Mapping[str, str], *args: str) -> subprocess.CompletedProcess[str]:
    """`bench-driver servers` in an environment of so little."""
    kept = {
        name: os.environ[name]
        for name in ("PATH", "JAVA_HOME", BENCH_RUST_BUILD)
        if name in os.environ
    }
    command = [sys.executable, "-m", "bench_driver", "servers", *args, f"--root={root}"]
    return subprocess.run(
        command,
        env={**kept, **env},
        cwd=root,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


@pytest.mark.parametrize("env", [{}, {"LC_ALL": "C"}], ids=["no locale", "C"])
def test_servers_start_from_a_folder_of_any_name_without_a_locale(
    tmp_path: Path, env: Mapping[str, str]
) -> None:
    root = tmp_path / "ä+ö %2F?"
    for name in (*MARKS, *BUILDS):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, root / name)
    try:
        up = servers(
            root,
            env,
            "up",
            "rust-server",
            "java-server",
            "--port=rust-server=0",
            "--port=java-server=0",
            "--jvm-flags=-Xmx256m",
        )
        assert up.returncode == 0, up.stderr
        assert servers(root, env, "status").stdout.count("ready") == 2
        assert servers(root, env, "down").stdout.count("stopped") == 2
    finally:
        for entry in state.load(state.path(root)):
            stop(entry.identity, wait_s=10)
