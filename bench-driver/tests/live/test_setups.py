"""An upgrade checked for real: the Java server built with an older library, beside the usual one
and one with another collector.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from bench_driver.cli import main
from bench_driver.errors import ExitCode
from bench_driver.store import read
from bench_driver.store.opening import open_store
from bench_driver.store.slices import whole_slices

pytestmark = pytest.mark.thorough

OLDER = "2.14.0"
#: As short as it can be: what is tested is who is compared.
SHORT = [
    "--rounds",
    "1",
    "--groups",
    "4",
    "--object-type",
    "DummyObject",
    "--warmup",
    "2000",
    "--processes",
    "shared",
]


def test_an_upgrade_is_checked_between_two_builds(tmp_path: Path) -> None:
    ports = [
        word
        for name in ("java-server", "rust-provider", "java-provider")
        for word in ("--port", f"{name}=0")
    ]
    store = str(tmp_path / "results.sqlite")
    args = [
        "gson",
        OLDER,
        *SHORT,
        *ports,
        "--setup",
        "serial",
        "--out",
        str(tmp_path / "out"),
        "--store",
        store,
    ]
    assert main(["upgrade-check", *args]) == ExitCode.UNDECIDED, "one round decides nothing"
    with open_store(store) as kept:
        sweep = read.find(kept)
        slices = list(whole_slices(kept, sweep.id))
    servers = sweep.about["servers"]
    versions = {
        name: engine["version"]
        for name, said in servers.items()
        for engine in said["engines"]
        if engine["name"] == "gson"
    }
    older = f"java-server+gson={OLDER}"
    assert versions[older] == OLDER
    assert versions["java-server"] == versions["java-server+serial"] != OLDER
    assert (
        servers["java-server"]["flags"]["gc"],
        servers["java-server+serial"]["flags"]["gc"],
    ) == ("G1", "Serial")
    setups = {(one.cell.format, one.contender.server, one.contender.engine) for one in slices}
    assert setups == {
        ("JSON", name, "gson") for name in ("java-server", older, "java-server+serial")
    }
    page = (tmp_path / "out" / "report.html").read_text()
    assert older in page
    assert "setups move java-server by at most" in page
