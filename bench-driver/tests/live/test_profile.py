"""A run of each real server while it is sampled: its stacks hold the engine, and its flame graph is
a page.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from bench_driver.cli import main
from bench_driver.errors import ExitCode
from bench_driver.servers import state
from bench_driver.servers.launch import Stack
from bench_driver.servers.specs import Options
from bench_driver.system.repository import find_root

#: What is on the stack of a parse, in each server.
ENGINE = {"rust-server": "serde_json", "java-server": "tools.jackson"}


def may_sample() -> bool:
    """Whether perf is there, and the kernel lets it sample: in many containers it does not."""
    return (
        shutil.which("perf") is not None
        and not subprocess.run(
            ["perf", "record", "-o", "/dev/null", "true"], capture_output=True, check=False
        ).returncode
    )


@pytest.mark.parametrize("consumer", list(ENGINE))
def test_a_run_is_sampled_in_its_engine(
    consumer: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if consumer == "rust-server" and not may_sample():
        pytest.skip("perf is not installed here, or may not sample")
    monkeypatch.setattr(state, "path", lambda root: tmp_path / "stack.json")
    page = tmp_path / "flames.html"
    with Stack.start(
        [consumer, "rust-provider"],
        ports="free",
        options=Options(find_root()),
        state_file=tmp_path / "stack.json",
    ):
        args = [
            "--consumer",
            consumer,
            "--provider",
            "rust-provider",
            "--amount",
            "60000",
            "--source",
            "replay",
            "--profile",
            str(page),
        ]
        ended = main(["run", *args])
    assert ended == ExitCode.OK
    folded = page.with_suffix(".folded").read_text().splitlines()
    samples = {line.rpartition(" ")[0]: int(line.rpartition(" ")[2]) for line in folded}
    within = sum(count for stack, count in samples.items() if ENGINE[consumer] in stack)
    assert within > 20
    outermost_first = re.compile(rf"run;.*[Ww]indow.*{re.escape(ENGINE[consumer])}")
    assert sum(count for stack, count in samples.items() if outermost_first.match(stack)) > 20, (
        "the run's thread, its window, and the engine in that"
    )
    assert within / sum(samples.values()) > 0.1
    assert "Flame graph" in page.read_text()
