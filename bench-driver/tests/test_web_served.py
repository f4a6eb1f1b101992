"""How the web page is served: of stores that are empty, gone, odd or too new, to which hosts, and
until when.
"""

from __future__ import annotations

import json
import re
import signal
import socket
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import text

from bench_driver.cli import main
from bench_driver.errors import ExitCode, Interrupted
from bench_driver.store.opening import open_store
from bench_driver.system.signals import as_exceptions
from bench_driver.system.sockets import listening
from bench_driver.web.data import Data
from bench_driver.web.server import serve

from .grouped import sweep_of, times
from .serving import NO_OTAVA, Served, at, checkout, served, wrong
from .stores import CELLS, PAIR


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return checkout(tmp_path_factory.mktemp("checkout"))


def test_one_round_and_one_contender_are_told_too(tmp_path: Path, root: Path) -> None:
    with open_store(str(tmp_path / "f.sqlite")) as kept:
        once = sweep_of(kept, 1, times(1), planned_at=at(-2), over=CELLS[:1]).id
        alone = sweep_of(kept, 6, times(2), planned_at=at(-1), over=CELLS[:1], pair=PAIR[:1]).id
    with served(tmp_path / "f.sqlite", BENCH_ROOT=str(root), **NO_OTAVA) as few:
        answered = {name: few.json(f"/api/sweep/{name}.json") for name in (once, alone)}
        assert [wrong(shown, "Sweep") for shown in answered.values()] == [[], []]
        assert wrong(few.json(f"/api/compared/{once}/{alone}.json"), "Comparison") == []
    (row,) = answered[once]["conditions"][0]["pairs"][0]["rows"]
    assert row["ratio"].keys() == {"estimate", "rounds"} and row["kind"] == "too few rounds"
    assert (
        answered[alone]["conditions"][0]["pairs"] == []
        and "nobody is compared" in answered[alone]["told"]["answer"]
    )


def test_an_empty_store_is_an_empty_list(tmp_path: Path, root: Path) -> None:
    with open_store(str(tmp_path / "e.sqlite")):
        pass
    with served(tmp_path / "e.sqlite", BENCH_ROOT=str(root)) as empty:
        assert empty.json("/api/sweeps.json")["sweeps"] == []
        assert "bench-driver sweep" in empty.json("/api/sweep/none.json")["do"]


def test_a_store_that_is_gone_is_told_without_its_folder(tmp_path: Path, root: Path) -> None:
    file = tmp_path / "gone.sqlite"
    with open_store(str(file)):
        pass
    with served(file, BENCH_ROOT=str(root)) as gone:
        file.write_bytes(b"no database" * 1000)
        status, _, body = gone.get("/api/sweeps.json")
        assert (status, json.loads(body)["code"]) == (503, "store_unreadable")
        assert str(tmp_path) not in body.decode() and json.loads(body)["do"]


def test_a_figure_that_is_no_number_is_told_with_what_to_do(tmp_path: Path, root: Path) -> None:
    with open_store(str(tmp_path / "n.sqlite")) as kept:
        sweep = sweep_of(kept, 2, lambda turn: 0.0, over=CELLS[:1]).id
    with served(tmp_path / "n.sqlite", BENCH_ROOT=str(root)) as odd:
        status, _, body = odd.get(f"/api/sweep/{sweep}.json")
        assert odd.get("/api/sweeps.json")[0] == 200, "the others are still there"
    said = json.loads(body)
    assert (status, said["code"], wrong(said, "Problem")) == (422, "not_to_be_shown", [])
    assert "a figure of it is no number" in said["why"] and "slices.csv" in said["do"]


def test_what_no_driver_wrote_is_told_as_not_to_be_shown(tmp_path: Path, root: Path) -> None:
    with open_store(str(tmp_path / "d.sqlite")) as kept:
        sweep = sweep_of(kept, 1, times(1), over=CELLS[:1]).id
        with kept.writing() as connection:
            connection.execute(text("UPDATE attempt SET answer = '{}'"))
    with served(tmp_path / "d.sqlite", BENCH_ROOT=str(root)) as broken:
        status, _, body = broken.get(f"/api/sweep/{sweep}.json")
    assert (status, json.loads(body)["code"], wrong(json.loads(body), "Problem")) == (
        422,
        "not_to_be_shown",
        [],
    )
    assert str(tmp_path) not in body.decode()


def test_ctrl_c_ends_it_well(tmp_path: Path, root: Path) -> None:
    with open_store(str(tmp_path / "e.sqlite")):
        pass
    with served(tmp_path / "e.sqlite", BENCH_ROOT=str(root)) as running:
        running.process.send_signal(signal.SIGINT)
        assert running.process.wait(timeout=30) == 0


@pytest.mark.timeout(60)
def test_a_signal_that_is_dropped_where_it_is_raised_ends_it_too(tmp_path: Path) -> None:
    def dropped(url: str) -> None:
        with suppress(Interrupted):  # as an interpreter does in a finalizer
            signal.raise_signal(signal.SIGINT)

    data = Data(partial(open_store, str(tmp_path / "e.sqlite")), tmp_path)
    with as_exceptions(), pytest.raises(Interrupted):
        serve(data, None, "127.0.0.1", 0, (), dropped)
    with as_exceptions(), pytest.raises(Interrupted):
        dropped("before it is served")
        serve(data, None, "127.0.0.1", 0, (), pytest.fail)
    data.close()


def test_a_store_that_is_not_there_yet_is_read_as_soon_as_it_is(tmp_path: Path, root: Path) -> None:
    file = tmp_path / "later.sqlite"
    with served(file, BENCH_ROOT=str(root), **NO_OTAVA) as early:
        for path in ("/api/sweeps.json", "/api/live.json", "/api/live"):
            status, _, body = early.get(path)
            told = json.loads(body)
            assert (status, told["code"], wrong(told, "Problem")) == (503, "store_unreadable", [])
            assert (
                "there is no store" in told["detail"]
                and "bench-driver sweep" in told["do"]
                and str(tmp_path) not in body.decode()
            )
        with open_store(str(file)) as store:
            made = sweep_of(store, 1, times(1), over=CELLS[:1])
        assert [line["id"] for line in early.json("/api/sweeps.json")["sweeps"]] == [made.id]


def test_a_store_of_a_newer_driver_is_told_as_one(tmp_path: Path, root: Path) -> None:
    file = tmp_path / "newer.sqlite"
    with open_store(str(file)) as store, store.writing() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with served(file, BENCH_ROOT=str(root)) as newer:
        status, _, body = newer.get("/api/sweeps.json")
    assert (status, json.loads(body)["code"]) == (503, "store_unreadable")
    assert (
        "written by a newer driver" in json.loads(body)["detail"]
        and "use that driver" in json.loads(body)["do"]
    )


def test_what_cannot_be_served_is_refused_with_what_to_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with open_store(str(tmp_path / "e.sqlite")):
        pass
    for args, code, words in (
        (["--host", "0.0.0.0"], ExitCode.USAGE, "--allowed-host"),
        (["--host", "nowhere"], ExitCode.USAGE, "no IP address"),
    ):
        assert main(["serve", "--store", str(tmp_path / "e.sqlite"), *args]) == code
        assert words in " ".join(capsys.readouterr().err.split())
    with socket.create_server(("127.0.0.1", 0)) as taken:
        assert (
            main(
                [
                    "serve",
                    "--store",
                    str(tmp_path / "e.sqlite"),
                    "--port",
                    str(taken.getsockname()[1]),
                ]
            )
            == ExitCode.FAILED
        )
    assert re.search(r"do: +end what listens there", capsys.readouterr().err)


def test_elsewhere_it_answers_to_the_hosts_that_are_allowed(tmp_path: Path, root: Path) -> None:
    with open_store(str(tmp_path / "e.sqlite")):
        pass
    with served(
        tmp_path / "e.sqlite",
        "--host",
        "0.0.0.0",
        "--allowed-host",
        "bench.test",
        BENCH_ROOT=str(root),
    ) as named:
        port = named.url.rpartition(":")[2]
        assert named.url == f"http://bench.test:{port}"
        here = Served(f"http://127.0.0.1:{port}", named.process)
        assert [
            here.get("/", Host=host)[0]
            for host in ("bench.test", f"bench.test:{port}", f"127.0.0.1:{port}")
        ] == [200, 200, 421]


def test_an_answer_waits_for_no_acknowledgement() -> None:
    with (
        listening("127.0.0.1", 0) as bound,
        socket.create_connection(bound.getsockname()),
        bound.accept()[0] as accepted,
    ):
        assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
