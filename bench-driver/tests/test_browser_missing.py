"""What needs the browser says so where nobody can drive it."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable

import pytest

from bench_driver.cli import main
from bench_driver.errors import ExitCode
from bench_lab.cli import main as lab


@pytest.mark.parametrize(
    ("called", "command"),
    [(main, ["ui-sweep", "--dry-run"]), (lab, ["browser"]), (lab, ["watched"])],
)
def test_without_its_driver_it_says_what_to_do(
    called: Callable[[list[str]], int],
    command: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    assert called(command) == ExitCode.CONFIG
    assert "the browser cannot be driven" in capsys.readouterr().err
