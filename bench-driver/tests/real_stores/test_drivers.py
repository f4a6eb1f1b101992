"""The study of drivers on real servers: what each library reads back is what was sent."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from bench_driver.cli import main
from bench_driver.errors import ExitCode, SetupError
from bench_driver.model.trials import Tag, Trial
from bench_driver.store import trials
from bench_driver.store.opening import read_store
from bench_studies.drivers import clients, trial
from bench_studies.stores import namespaces, package, sandboxes
from bench_studies.stores.mongo_java import MongoJava
from bench_studies.stores.mongodb import MongoDB

from .test_pairs import STORES

NAMES = ("postgresql", "mongo-java", "drivers-node", "drivers-python")


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


def run(stores: Path) -> tuple[int, list[Trial]]:
    address = str(stores / "a.sqlite")
    asked = ["--preset", "smallest", "--stores", str(stores), "--store", address]
    code = main(["study", "run", "drivers", *asked])
    with read_store(address) as kept:
        return code, trials.of_run(kept, trials.find(kept, "drivers").id)


def test_every_library_reads_back_what_was_sent(stores: Path) -> None:
    code, made = run(stores)
    assert code == ExitCode.OK and {one.state for one in made} == {"complete"}
    for one in made:
        values = {name: value for name, (value, _) in one.readings.items()}
        assert values["documents"] == one.tags["n"]
        assert min(values[name] for name in ("client CPU", "server CPU", "wall")) > 0
        assert values["peak memory"] > 2**24
        assert ("allocated" in values) is (one.tags["language"] == "node")
    assert {"node", "python"} == {name for one in made for name in one.about["runtimes"]}
    assert not [*stores.glob("running/*")]


def test_a_client_that_drops_a_field_fails_its_trials(
    stores: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    shutil.copytree(clients._HERE / "node", tmp_path / "node")
    shutil.copytree(clients._HERE / "python", tmp_path / "python")
    changed = tmp_path / "node" / "mongodb.js"
    whole = changed.read_text()
    dropping = whole.replace(
        "one.toObject?.() ?? one)", "({ ...(one.toObject?.() ?? one), a3: undefined }))"
    )
    assert dropping != whole
    changed.write_text(dropping)
    monkeypatch.setattr(clients, "_HERE", tmp_path)
    code, made = run(stores)
    assert code == ExitCode.FAILED
    assert "read back other documents than the 1,000 that were sent" in capsys.readouterr().err
    assert {one.tags["store"] for one in made if one.state == "failed"} == {"mongo-java"}


def test_a_mongodb_by_its_url_gets_a_database_of_its_own_which_is_dropped(stores: Path) -> None:
    """The emulator stands for it: what is tested is whose database is used, and what is left."""
    tags: dict[str, Tag] = {"store": "mongodb", "language": "node", "library": "mongoose"}
    one = Trial(
        "a",
        "drivers",
        "claims",
        "x",
        "",
        7,
        1,
        1,
        {**tags, "fields": 6, "n": 40, "operation": "find"},
    )
    with sandboxes.opened(stores, loopback=True) as box:
        jars = package.found("mongo-java", stores, "installed")
        server = MongoJava(jars, box.folder / "server", box)
        server.start("memory")
        client = package.found("drivers-node", stores, "installed")
        theirs = MongoDB(client, box.folder / "theirs", box)
        theirs.url = server.address()["uri"]
        theirs.start("majority")
        assert theirs.settings()["version"] == "7.0.0"
        readings = trial.measure(lambda _: client, theirs, one, box.folder)
        assert readings["documents"][0] == 40 and "server CPU" not in readings
        databases = "db.admin().listDatabases().then(all => all.databases.map(one => one.name))"
        assert listed(client, theirs.url, databases) == [theirs.address()["database"]]
        theirs.stop()
        assert listed(client, theirs.url, databases) == []
        server.stop()


def listed(client: Path, url: str, asked: str) -> list[str]:
    program = f"""
const client = new (require("mongodb").MongoClient)("{url}"), db = client.db("admin");
({asked}).then(found => {{ console.log(JSON.stringify(found)); return client.close(); }});
"""
    variables = {**os.environ, "NODE_PATH": str(client / "node_modules")}
    done = subprocess.run(["node", "-e", program], env=variables, capture_output=True, check=True)
    return list(json.loads(done.stdout))
