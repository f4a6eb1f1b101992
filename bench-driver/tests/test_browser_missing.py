"""What needs the browser says so where nobody can drive it."""

from __future__ import annotations

import importlib.util

import pytest

from bench_driver.cli import main
from bench_driver.errors import ExitCode


def test_without_its_driver_it_says_what_to_do(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    assert main(["ui-sweep", "--dry-run"]) == ExitCode.CONFIG
    assert "the browser cannot be driven" in capsys.readouterr().err
