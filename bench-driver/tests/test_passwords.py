"""No password of a store's URL is in anything that is written or shown, however the URL says it."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import select

from bench_driver.model.published import published
from bench_driver.store import copy, read
from bench_driver.store.opening import open_store
from bench_driver.store.schema import METADATA

from .conftest import FREE, Command
from .stores import OldPlan, add, measure

SWEEP = ["sweep", *FREE, "--amounts=10", "--rounds=1", "--format=json", "--object-type=DummyObject"]
SWEEP += ["--warmup=10"]
#: Each has this in its password.
SECRET = "S3cret"
PASSWORDS = {
    "plain": "bench:S3cret@",
    "with a slash": "bench:S3cret%2Fx@",
    "behind the question mark": "bench@|&password=S3cret",
}


def written(folder: Path) -> Iterator[tuple[Path, bytes]]:
    yield from ((path, path.read_bytes()) for path in folder.rglob("*") if path.is_file())


def commands(address: str, out: Path) -> list[list[str]]:
    """What reads the store, and what is refused."""
    exported = str(out / "exported.sqlite")
    right = [["report", "last", "--no-png", f"--out={out / 'report'}"], ["show"], ["list"]]
    right += [["show", "--json"], ["store", "export", "last", "--to", exported]]
    wrong = [["show", "none"], ["store", "export", "last", "--to", exported], ["sweep", "--resume"]]
    return [[*command, "--store", address] for command in (*right, *wrong)]


@pytest.mark.parametrize("password", PASSWORDS.values(), ids=PASSWORDS.keys())
def test_a_sweep_into_postgresql_tells_nobody_its_password(
    password: str,
    address: str,
    bench: Command,
    checkout: Path,
    tmp_path: Path,
) -> None:
    user, _, query = password.partition("|")
    url = address.replace("bench:secret@", user) + query
    made = [bench(*SWEEP, f"--store={url}")]
    made += [bench(*command) for command in commands(url, tmp_path / "out")]
    assert [one.returncode for one in made] == [0] * 6 + [1] * 3, [one.stderr for one in made]
    made.append(bench("list", "--store", url.replace("postgresql+psycopg", "postgresql+nothing")))
    made.append(bench("list", "--store", url.replace("?host=", "?host=/nowhere")))
    check(made, checkout, tmp_path)
    with open_store(address) as store, store.reading() as connection:
        for table in METADATA.sorted_tables:
            rows = connection.execute(select(table)).all()
            assert SECRET not in repr(rows), table.name
            assert rows or table.name in ("lock", "slice", "trial", "reading", "dispatch")


def check(made: list[subprocess.CompletedProcess[str]], checkout: Path, tmp_path: Path) -> None:
    for one in made:
        assert SECRET not in one.stdout + one.stderr, one.args
    files = [*written(checkout / "results"), *written(tmp_path / "out")]
    assert {"plan.json", "report.html", "summary.md"} <= {path.name for path, _ in files}
    assert not [path for path, content in files if SECRET.encode() in content]


@pytest.mark.parametrize(
    "url", ["postgresql://u:S3cret@h/d", "postgres://h/d?user=u&password=S3cret"]
)
def test_what_an_older_driver_kept_of_a_url_is_told_to_nobody(
    url: str,
    bench: Command,
    checkout: Path,
    tmp_path: Path,
) -> None:
    file = checkout / "results" / "results.sqlite"
    with open_store(str(file)) as store:
        command, places = f"bench-driver sweep --store {url}", {"url": url, "places": [url]}
        swept = add(store, OldPlan(rounds=1), command=command, setup=places, note=url)
        measure(store, swept.id)
    made = [bench(*command) for command in commands(str(file), tmp_path / "out")[:5]]
    assert [one.returncode for one in made] == [0, 1, 0, 0, 0], "it has no answer to show"
    for one in made:
        assert SECRET not in one.stdout + one.stderr, one.args
    assert not [path for path, content in written(tmp_path / "out") if SECRET.encode() in content]
    with open_store(str(file)) as store, open_store(str(tmp_path / "b.sqlite")) as other:
        (copied,) = copy.copy(store, other, [published(read.find(store))])
        assert SECRET not in repr(copied)
