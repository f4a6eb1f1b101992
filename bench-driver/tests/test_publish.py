"""`publish`: the files of a site are the answers of the server."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bench_driver.cli import main
from bench_driver.errors import ExitCode

from .serving import NO_OTAVA, at, checkout, many, served, wrong


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    file = tmp_path_factory.mktemp("store") / "a.sqlite"
    return file, many(file)


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return checkout(tmp_path_factory.mktemp("checkout"))


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch, root: Path) -> None:
    monkeypatch.setenv("BENCH_ROOT", str(root))
    monkeypatch.setenv("BENCH_OTAVA", NO_OTAVA["BENCH_OTAVA"])


def published(store: tuple[Path, list[str]], folder: Path, *sweeps: str) -> int:
    return main(["publish", str(folder), *sweeps, "--store", str(store[0])])


def test_a_site_has_the_servers_answers_as_files(
    store: tuple[Path, list[str]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second, third = store[1][0], store[1][2], store[1][-1]
    site = tmp_path / "made" / "site"
    assert published(store, site, third, first, second, third[:19]) == ExitCode.OK
    told = capsys.readouterr()
    assert told.out == f"{site}\n"
    assert [line.strip() for line in told.err.splitlines() if "?sweep=" in line] == [
        f"https://HOST/?sweep={name}" for name in (third, first, second)
    ]
    assert (site / "index.html").is_file()
    assert (site / ".nojekyll").is_file(), "a host must not leave files out"
    listed = json.loads((site / "api" / "sweeps.json").read_text())
    assert wrong(listed, "Sweeps") == []
    assert {line["id"]: line["baselines"] for line in listed["sweeps"]} == {
        third: [first, second],
        second: [first],
        first: [],
    }
    files = sorted(
        str(file.relative_to(site))
        for file in (site / "api").rglob("*.json")
        if file.name != "sweeps.json"
    )
    assert len(files) == 3 + 3 + 3
    with served(store[0]) as server:
        assert [
            name for name in files if server.get(f"/{name}")[2] != (site / name).read_bytes()
        ] == []


def test_no_folder_of_the_machine_is_told(store: tuple[Path, list[str]], tmp_path: Path) -> None:
    assert published(store, tmp_path / "site", "last") == ExitCode.OK
    told = "".join(file.read_text() for file in (tmp_path / "site" / "api").rglob("*.json"))
    assert str(store[0].parent) not in told and "/nowhere" not in told


def test_a_site_is_written_anew_and_nothing_else_is_written_over(
    store: tuple[Path, list[str]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    site = tmp_path / "site"
    assert published(store, site, store[1][0]) == published(store, site, store[1][1]) == ExitCode.OK
    assert [file.stem for file in (site / "api" / "sweep").iterdir()] == [store[1][1]]
    assert [file.name for file in tmp_path.iterdir()] == ["site"], "no draft is left"
    other = tmp_path / "other"
    other.mkdir()
    (other / "thesis.txt").write_text("years of work")
    capsys.readouterr()
    assert (
        published(store, other, "last")
        == published(store, other / "thesis.txt" / "x", "last")
        == ExitCode.FAILED
    )
    assert "is not written over" in capsys.readouterr().err
    assert [file.name for file in other.iterdir()] == ["thesis.txt"]


def test_a_link_to_a_folder_goes_on_leading_there(
    store: tuple[Path, list[str]], tmp_path: Path
) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    assert published(store, tmp_path / "link", "last") == ExitCode.OK
    assert (tmp_path / "link").is_symlink() and (tmp_path / "real" / "index.html").is_file()


def test_what_cannot_be_published_is_refused_with_what_to_do(
    store: tuple[Path, list[str]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    by_amounts = at(-9)[:19].replace(":", "-")
    assert published(store, tmp_path / "a", by_amounts) == ExitCode.USAGE
    assert "measured it by amounts" in capsys.readouterr().err
    assert published(store, tmp_path / "a", "none") == ExitCode.FAILED
    assert "has no sweep none" in capsys.readouterr().err
    assert not (tmp_path / "a").exists()


def test_without_a_built_page_it_says_what_to_run(
    store: tuple[Path, list[str]], tmp_path: Path, root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = root / "web-client" / "dist" / "index.html"
    page.rename(page.with_suffix(".away"))
    try:
        assert published(store, tmp_path / "a", "last") == ExitCode.CONFIG
    finally:
        page.with_suffix(".away").rename(page)
    assert "make web" in capsys.readouterr().err
