"""What two sweeps say differently of themselves."""

from __future__ import annotations

from typing import Any

from bench_driver.analysis.differences import differences


def test_what_two_sweeps_say_differently() -> None:
    before: dict[str, Any] = {
        "commit": "a",
        "servers": {
            "r": {"url": "x", "runtime_version": "1.95", "engines": [{"name": "e", "version": "1"}]}
        },
        "seed": 1,
    }
    before |= {
        "stopping": {"seconds": {"1": 150.1}},
        "machine": {"load_average": [1.5]},
        "cells": [{"amount": 4096}],
    }
    after: dict[str, Any] = {
        "commit": "b",
        "servers": {
            "r": {"url": "y", "runtime_version": "1.95", "engines": [{"name": "e", "version": "2"}]}
        },
        "new": 3,
        "machine": {"load_average": [9.9]},
    }
    assert differences({"commit": "a1" * 20}, {"commit": "b2" * 20 + "-dirty"}) == [
        "commit: a1a1a1a1a1a1 -> b2b2b2b2b2b2-dirty"
    ]
    assert differences(before, after) == [
        "commit: a -> b",
        "new: nothing -> 3",
        "servers.r.engines: e 1 -> e 2",
    ]


def test_of_engines_only_what_differs_is_told_and_of_a_choice_its_sweep() -> None:
    def engines(**versions: str) -> dict[str, Any]:
        return {"engines": [{"name": name, "version": one} for name, one in versions.items()]}

    assert differences(engines(a="1", b="1", c="1"), engines(a="1", b="2", d="1")) == [
        "engines: b 1 -> b 2; new: d; gone: c"
    ]
    choice = {"sweep": "2026-11-28T21-55-05Z", "engines": [{"engine": "a", "noise": "quiet"}]}
    assert differences({"best_of": choice}, {}) == ["best_of: 2026-11-28T21-55-05Z -> nothing"]
    assert differences({}, {"x": {"of": [choice], "by": 3}}) == ["x: nothing -> by 3"]
