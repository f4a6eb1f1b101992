"""The smallest preset of a study on real stores: killed with its driver, resumed, and whole."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from bench_driver.cli import main
from bench_driver.errors import ExitCode, SetupError
from bench_driver.store import trials
from bench_driver.store.opening import read_store
from bench_studies.stores import namespaces, package

from ..conftest import running, said
from .test_pairs import STORES

NAMES = ("postgresql", "redis", "pouchdb")


@pytest.fixture
def stores(tmp_path: Path) -> Path:
    """A folder with links to the installed stores, so that what runs there is this test's alone."""
    for name in NAMES:
        try:
            installed = package.found(name, STORES, "installed")
        except SetupError as error:
            pytest.skip(f"{error.what}: {error.do}")
        tmp_path.joinpath(installed.name).symlink_to(installed)
    if os.geteuid() == 0 and (why := namespaces.why_none()):
        pytest.skip(f"PostgreSQL does not run as root, and there are no namespaces: {why}")
    return tmp_path


def test_a_killed_driver_leaves_nothing_for_long_and_its_run_is_resumed(stores: Path) -> None:
    address = str(stores / "a.sqlite")
    run = ["study", "run", "replication", "--stores", str(stores), "--store", address]
    with running(*run, "--preset", "smallest") as driver:
        said(driver, "round 1:")
        said(driver, "round 1:")  # the first pair is measured
        driver.send_signal(signal.SIGKILL)
    with read_store(address) as kept:
        (cut,) = trials.runs(kept)
        measured = [one for one in trials.of_run(kept, cut.id) if one.state == "complete"]
    assert measured and cut.state == "incomplete"
    assert main([*run, "--resume"]) == ExitCode.OK
    assert not [*stores.glob("running/*")], "also what the killed driver left"
    with read_store(address) as kept:
        (made,) = trials.runs(kept)
        whole = {one.position: one for one in trials.of_run(kept, made.id)}
        assert [one.state for one in trials.of_run(kept, made.id, void=True)] == (
            ["void"] * len(measured)
        ), "what was measured is kept"
    assert made.state == "complete" and {one.attempt for one in whole.values()} == {2}
    for one in whole.values():
        missing = "gone" if one.part == "killed" else "missing"
        assert one.readings[missing][0] == 0, "majority promises it"
        assert one.readings["acknowledged"][0] > 0
