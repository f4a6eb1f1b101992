"""The smallest preset of the study of microblogs, on PostgreSQL and the store that keeps nothing."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from bench_driver.cli import main
from bench_driver.errors import ExitCode, SetupError
from bench_driver.store import trials
from bench_driver.store.opening import read_store
from bench_studies.stores import namespaces, package

from .test_pairs import STORES


@pytest.fixture
def stores(tmp_path: Path) -> Path:
    """A folder with links to what is installed, so that what runs there is this test's alone."""
    for name in ("postgresql", "generator"):
        try:
            installed = package.found(name, STORES, "installed")
        except SetupError as error:
            pytest.skip(f"{error.what}: {error.do}")
        tmp_path.joinpath(installed.name).symlink_to(installed)
    if os.geteuid() == 0 and (why := namespaces.why_none()):
        pytest.skip(f"PostgreSQL does not run as root, and there are no namespaces: {why}")
    return tmp_path


def test_no_acknowledged_tweet_is_missing_also_where_the_primary_is_killed(stores: Path) -> None:
    address = str(stores / "a.sqlite")
    asked = ["--preset", "smallest", "--stores", str(stores), "--store", address]
    assert main(["study", "run", "microblog", *asked]) == ExitCode.OK
    assert not [*stores.glob("running/*")]
    with read_store(address) as kept:
        made = trials.of_run(kept, trials.find(kept, "microblog").id)
    found = {(one.part, one.tags["store"]): one for one in made}
    values = {key: {name: at[0] for name, at in one.readings.items()} for key, one in found.items()}
    for part in ("claims", "killed"):
        mine = values[part, "postgresql"]
        assert mine["acknowledged"] > 5 and mine["rows"] > 2 * mine["acknowledged"]
        assert mine["missing"] == 0
        assert mine["post p50"] > mine["timeline p50"] > 0 or part == "killed"
    undisturbed, killed = values["claims", "postgresql"], values["killed", "postgresql"]
    assert undisturbed["failed"] == undisturbed["unknown"] == 0
    assert undisturbed["visible p50"] > 0 and undisturbed["servers CPU"] > 0
    assert killed["failed"] + killed["unknown"] > 0 and killed["taken over"] > 0
    assert found["killed", "postgresql"].about["errors"], "by kind"
    assert values["claims", "null"]["rate"] > undisturbed["rate"], "it is the generator's ceiling"
