"""What is judged of a machine, by readings that are made up, and the command on this one."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from bench_driver.servers import checkup, jdk
from bench_driver.servers.specs import Options
from bench_driver.system import lock, readings
from bench_driver.system.readings import Readings

from .conftest import Command, jdk_at

QUIET = Readings(
    frozenset({0, 1}),
    2,
    busy=3.0,
    steal=0.0,
    load=0.1,
    available=8 << 30,
    swapped=0,
    governors=frozenset({"performance"}),
)


def states(seen: Readings) -> dict[str, str]:
    return {found.name: found.state for found in checkup.machine(seen)}


def test_a_quiet_machine_is_good_in_everything() -> None:
    assert set(states(QUIET).values()) == {"good"}


@pytest.mark.parametrize(
    ("name", "seen"),
    [
        ("cores", replace(QUIET, allowed=frozenset({1}))),
        ("other work", replace(QUIET, busy=10.0)),
        ("steal", replace(QUIET, steal=1.0)),
        ("memory", replace(QUIET, available=(4 << 30) - 1)),
        ("swap", replace(QUIET, swapped=1)),
        ("governor", replace(QUIET, governors=frozenset({"performance", "powersave"}))),
    ],
)
def test_each_disturbance_is_found_alone_and_says_what_to_do(name: str, seen: Readings) -> None:
    assert {found for found, state in states(seen).items() if state != "good"} == {name}
    assert all(found.do for found in checkup.machine(seen) if found.name == name)


def test_what_the_system_does_not_tell_is_no_disturbance() -> None:
    assert "steal" not in states(replace(QUIET, steal=None))
    assert states(replace(QUIET, governors=frozenset()))["governor"] == "good"


def test_pinning_is_shown_and_inherited() -> None:
    (found,) = [
        found
        for found in checkup.machine(replace(QUIET, allowed=frozenset({1})))
        if found.name == "pinning"
    ]
    assert found.seen == "held to 1; the servers inherit that"


def test_an_older_jdk_is_good_enough_to_start_and_not_to_publish(tmp_path: Path) -> None:
    old, new = (jdk.read(jdk_at(tmp_path / version, version)) for version in ("17.0.1", "25.0.3"))
    assert old and new
    found = checkup.java([old, new], Options(tmp_path, old.home))
    assert (found.state, "also 25.0.3" in found.seen, "--java-home" in found.do) == (
        "mind",
        True,
        True,
    )
    assert checkup.java([old, new], Options(tmp_path, new.home)).state == "good"
    assert checkup.java([], Options(tmp_path, tmp_path / "none")).state == "stop"


def test_a_port_that_is_taken_names_its_server_and_its_holder() -> None:
    found = checkup.ports([("rust-server", 8081, "nginx (pid 7)")])
    assert (found.state, found.seen) == ("stop", "taken: 8081 of rust-server by nginx (pid 7)")


def test_variables_that_servers_would_start_with_are_named() -> None:
    assert checkup.variables({}).state == "good"
    found = checkup.variables({"MAX_AMOUNT": "5", "MAX_BLOCK": "6"})
    assert (found.state, found.seen) == ("mind", "MAX_AMOUNT=5, MAX_BLOCK=6")


def test_readings_of_this_machine_are_possible_ones() -> None:
    seen = readings.read(0.05)
    assert 1 <= len(seen.allowed) <= seen.cores
    assert 0 <= seen.busy <= 100
    assert seen.steal is None or 0 <= seen.steal <= 100
    assert seen.available > 0 <= seen.swapped


def test_the_command_ends_with_1_where_a_sweep_would_not_start(
    bench: Command, checkout: Path
) -> None:
    done = bench("doctor", "--json")
    found = {item["name"]: item for item in json.loads(done.stdout)}
    assert found["rust server"]["state"] == found["java server"]["state"] == "good"
    assert done.returncode == any(item["state"] == "stop" for item in found.values())
    (checkout / "rust-server" / "target" / "release" / "rust-server").unlink()
    done = bench("doctor", MAX_BLOCK="6")
    assert "MAX_BLOCK=6" in done.stdout
    assert (done.returncode, "make build" in done.stdout, "will not start" in done.stdout) == (
        1,
        True,
        True,
    )


def test_a_sweep_that_measures_now_is_named_as_what_holds_the_machine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BENCH_LOCK", str(tmp_path))
    assert checkup.measuring().state == "good"
    with lock.held("sweep --preset first"):
        found = checkup.measuring()
    assert (found.state, "`sweep --preset first` measures" in found.seen) == ("stop", True)
