"""One answer over several machines: a verdict each, counted, and never a mean."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from bench_driver.analysis.gather import gather
from bench_driver.analysis.gather_machines import named, parts
from bench_driver.analysis.history.past import Past
from bench_driver.analysis.machines import across, headline
from bench_driver.cli import main
from bench_driver.errors import ExitCode
from bench_driver.report.folder import write
from bench_driver.store import read
from bench_driver.store.opening import open_store
from bench_driver.store.write import set_state

from .grouped import ABOUT, sweep_of, times
from .miniatures import Json
from .stores import CELLS
from .test_pictures import lacks

ID = "2026-11-21T12-00-00Z"
#: By how much Java is slower than usual: it is twice as slow as Rust in JSON, 1.5 times in BSON.
MACHINES = {"ams-1": 1.0, "ams-2": 1.1, "fra-1": 0.9, "arm-1": 0.5}


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> str:
    file = tmp_path_factory.mktemp("machines") / "a.sqlite"
    with open_store(str(file)) as store:
        for seed, (machine, factor) in enumerate(MACHINES.items()):
            sweep_of(
                store,
                6,
                times(seed, factor=factor),
                over=CELLS[:2],
                name=f"{ID}.{machine}",
                cluster={"id": ID, "machine": machine},
                java="Temurin 25",
            )
        sweep_of(store, 6, times(), over=CELLS[:1], label="other", name="other")
    return str(file)


def test_each_machine_has_its_verdict_and_those_are_counted(
    file: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["machines", ID, "--store", file]) == ExitCode.OK
    said = capsys.readouterr().out
    assert said.startswith(
        "4 machines disagree in all 2 rows (NumericObject as JSON, NumericObject as BSON).\n"
        "NumericObject as JSON: rust-server faster by 3 % or more, 1.8"
    ), said
    assert (
        "times, on 3 of 4 machines (ams-1, ams-2, fra-1); the same within 3 % on 1 (arm-1)" in said
    )
    assert (
        "on 3 of 4 machines (ams-1, ams-2, fra-1); java-server faster by 3 % or more, 1.3" in said
    )
    assert "\narm-1    Made-up CPU  2" in said and "Temurin 25" in said


def test_a_machines_interval_is_simultaneous_with_those_of_the_others(file: str) -> None:
    with open_store(file, create=False) as store:
        found = across(parts(store, named(store, [ID])))
        alone = gather(store, read.find(store, f"{ID}.fra-1")).rows[0].decision
    together = found[0].rows["fra-1"].decision
    assert together and alone and together.ratio.estimate == alone.ratio.estimate
    assert together.ratio.low < alone.ratio.low
    assert headline(found[:1]).startswith("4 machines disagree in the one row")


def test_the_picture_has_a_line_a_machine_and_stands_alone(file: str, tmp_path: Path) -> None:
    out = tmp_path / "m.svg"
    assert main(["machines", ID, "--store", file, "--out", str(out)]) == ExitCode.OK
    assert not lacks(out.read_text())
    shown = ["".join(one.itertext()) for one in ElementTree.parse(out).iter()]
    assert {f"NumericObject as JSON, {name}" for name in MACHINES} <= {*shown}
    assert any(f"4 machines; 2026-11-21; sweep {ID}" in one for one in shown)


def test_sweeps_that_differ_in_more_than_their_machine_are_not_put_together(
    file: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    servers = {**ABOUT["servers"], "java-server": {"engines": [{"name": "x", "version": "2"}]}}
    with open_store(str(tmp_path / "b.sqlite")) as store:
        sweep_of(store, 1, over=CELLS[:1], label="one", name="a")
        sweep_of(store, 2, over=CELLS[:1], label="two", name="b", held={"groups": 4})
        sweep_of(store, 2, over=CELLS[:1], label="three", name="c", servers=servers)
    for other, why in (("two", "conditions.groups: nothing -> 4"), ("three", "libraries.java-ser")):
        where = ["--store", str(tmp_path / "b.sqlite")]
        assert main(["machines", "one", other, *where]) == ExitCode.NOT_COMPARABLE
        assert why in capsys.readouterr().err
    assert main(["machines", "other", "--store", file]) == ExitCode.USAGE


def test_parsers_of_the_jdk_may_differ_as_jdks_do(tmp_path: Path) -> None:
    where = ["--store", str(tmp_path / "b.sqlite")]
    with open_store(where[1]) as store:
        for version in ("25.0.3", "17.0.15"):
            known = ABOUT["servers"]["java-server"]
            own = {**known["engines"][0], "name": "jdk-dom", "version": version}
            java = {
                **known,
                "runtime_version": f"Any {version}+9",
                "engines": [*known["engines"], own],
            }
            servers = {**ABOUT["servers"], "java-server": java}
            of: Json = {"java": f"Temurin-{version}", "servers": servers}
            sweep_of(store, 2, over=CELLS[:1], label=version, name=version, **of)
    out = tmp_path / "m.svg"
    assert main(["machines", "25.0.3", "17.0.15", "--out", str(out), *where]) == ExitCode.OK
    shown = "\n".join("".join(one.itertext()) for one in ElementTree.parse(out).iter())
    for version in ("25.0.3", "17.0.15"):
        assert f"\n{version} (Temurin-{version})\n" in shown, "a row names its own JDK"
        assert re.search(rf"java-server \(Any {version}\+9\): .*, on {version}\n", shown)


def test_a_machine_with_fewer_rounds_than_planned_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    where = ["--store", str(tmp_path / "b.sqlite")]
    with open_store(where[1]) as store:
        for name, rounds in {"whole": 6, "cut": 2, "none": 0}.items():
            of: Json = {"cluster": {"id": ID, "machine": name}, "name": f"{ID}.{name}"}
            sweep_of(store, rounds, over=CELLS[:1], held={"rounds": 6}, **of)
            if rounds < 6:
                set_state(store, f"{ID}.{name}", "failed")
    assert main(["machines", ID, *where]) == ExitCode.OK
    said = capsys.readouterr().out
    assert "Fewer rounds than planned: cut has 2 of 6, none has 0 of 6." in " ".join(said.split())
    assert re.search(r"^whole .* 6 *$", said, re.M) and re.search(r"^cut .* 2 of 6", said, re.M)


def test_list_has_a_line_for_all_machines_and_show_says_how_to_see_them(
    file: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["list", "--store", file]) == ExitCode.OK
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines[1:]] == [ID, "other", f"{ID}:"]
    assert lines[-1].startswith(f"{ID}: 4 machines, ams-1, ams-2, fra-1, arm-1; `bench-driver")
    assert main(["show", ID, "--store", file]) == ExitCode.FAILED
    assert f"bench-driver machines {ID}" in capsys.readouterr().err


def test_a_parts_report_has_the_other_machines(file: str, tmp_path: Path) -> None:
    with open_store(file, create=False) as store:
        write(store, read.find(store, f"{ID}.ams-1"), tmp_path / "out", Past(), pngs=False)
    assert "on 3 of 4 machines (ams-1, ams-2, fra-1)" in (tmp_path / "out/summary.md").read_text()


def test_parts_of_one_moment_and_seed_are_merged_by_their_machines(
    file: str, tmp_path: Path
) -> None:
    to = ["--store", str(tmp_path / "to.sqlite")]
    assert main(["store", "merge", file, *to]) == main(["store", "merge", file, *to]) == 0
    with open_store(to[1], create=False) as store:
        assert len(named(store, [ID])) == 4 and len(read.sweeps(store)) == 5
