"""Servers that somebody else runs, through the command; and the words that name them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from bench_driver.errors import SetupError, UsageError
from bench_driver.servers.external import parse
from bench_driver.system import repository

from .conftest import Command, folder_of
from .miniatures import Miniature

NAMES = ["rust-server", "java-server", "rust-provider", "java-provider"]
SWEEP = [
    "sweep",
    "--amounts=10,20",
    "--rounds=2",
    "--warmup=10",
    "--format=json",
    "--object-type=DummyObject",
]


@pytest.fixture
def servers() -> Iterator[dict[str, Miniature]]:
    with ExitStack() as running:
        yield {name: running.enter_context(Miniature(name.partition("-")[0])) for name in NAMES}


def given(servers: dict[str, Miniature], *names: str) -> list[str]:
    return [f"--server={name}={servers[name].url}" for name in names or NAMES]


def test_a_sweep_over_external_servers_says_that_they_were_not_restarted(
    servers: dict[str, Miniature], bench: Command, checkout: Path
) -> None:
    done = bench(*SWEEP, "--stack=external", *given(servers))
    assert done.returncode == 0, done.stderr
    folder = folder_of(checkout)
    plan, summary = (
        json.loads((folder / "plan.json").read_text()),
        (folder / "summary.md").read_text(),
    )
    assert (plan["stack"], plan["servers"]["java-server"]["url"]) == (
        "external",
        servers["java-server"].url,
    )
    assert "external servers, not restarted between rounds" in plan["stack_in_words"]
    assert "external servers, not restarted between rounds" in summary
    assert "2 rounds against the same processes" in summary
    assert len(list((folder / "csv").glob("*_from_*"))) == 4
    requests = servers["rust-server"].requests
    half = len(requests) // 2
    assert [one["amount"] for one in requests[:half]] == [
        one["amount"] for one in requests[half:]
    ], "warmed in each round all the same"
    assert {request["provider_url"] for request in requests} == {
        servers["rust-provider"].url,
        servers["java-provider"].url,
    }


def test_the_environment_names_stack_and_servers(
    servers: dict[str, Miniature], bench: Command, checkout: Path
) -> None:
    variable = ",".join(f"{name}={servers[name].url}" for name in ("java-server", "rust-provider"))
    done = bench(*SWEEP, BENCH_STACK="external", BENCH_SERVERS=f" {variable}, ")
    assert done.returncode == 0, done.stderr
    assert [file.name for file in (folder_of(checkout) / "csv").glob("*_from_*")] == [
        "java-server_from_rust-provider_DummyObject_JSON.csv"
    ]
    assert servers["rust-server"].requests == []


def test_options_take_the_place_of_the_environments_servers(
    servers: dict[str, Miniature], bench: Command
) -> None:
    done = bench(
        *SWEEP,
        "--stack=external",
        *given(servers, "rust-server", "java-provider"),
        BENCH_SERVERS="java-server=http://127.0.0.1:1",
    )
    assert done.returncode == 0, done.stderr


def test_a_server_that_is_another_or_none_ends_the_sweep(
    servers: dict[str, Miniature], bench: Command
) -> None:
    swapped = [
        f"--server=rust-server={servers['java-server'].url}",
        *given(servers, "rust-provider"),
    ]
    done = bench(*SWEEP, "--stack=external", *swapped)
    assert (done.returncode, "is not rust-server" in done.stderr) == (1, True), done.stderr
    done = bench(
        *SWEEP,
        "--stack=external",
        "--server=rust-server=http://127.0.0.1:1",
        *given(servers, "rust-provider"),
    )
    assert (done.returncode, "does not answer" in done.stderr) == (1, True), done.stderr


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["--stack=external"], ["no consumer is given", "BENCH_SERVERS"]),
        (
            ["--stack=external", "--server=rust-server=http://a:1"],
            ["no provider is given", "--server NAME=URL"],
        ),
        (
            ["--stack=external", "--server=rust-server"],
            ["'rust-server' cannot be used", "http://host:port"],
        ),
        (["--server=rust-server=http://a:1"], ["--server is for --stack external alone"]),
        (["--stack=external", "--port=rust-server=0"], ["--port is for --stack native alone"]),
        (["--stack=compose", "--jvm-flags=-Xmx1g"], ["--jvm-flags is for --stack native alone"]),
        (["--stack=external", "--java-home=/x"], ["--java-home is for --stack native alone"]),
        (["--stack=kubernetes"], ["kubernetes", "native"]),
    ],
)
def test_what_does_not_go_together_is_refused(
    bench: Command, checkout: Path, args: list[str], words: list[str]
) -> None:
    done = bench("sweep", *args)
    assert done.returncode == 2, done.stderr
    for word in words:
        assert word in done.stderr
    assert not (checkout / "results").exists()


@pytest.mark.parametrize(
    "url",
    [
        "http://a",
        "http://a:1/",
        "http://[::1]:80",
        "http://rust-provider:8083",
        "http://127.0.0.1:65535",
    ],
)
def test_an_origin_is_taken(url: str) -> None:
    assert parse([f"rust-server={url}"], "--server") == {"rust-server": url.rstrip("/")}


@pytest.mark.parametrize(
    "url",
    [
        "",
        "a:1",
        "https://a:1",
        "http://a:1/x",
        "http://a:0",
        "http://a:65536",
        "http://u@a:1",
        "http://a:1?x",
        "http://a b",
    ],
)
def test_anything_else_is_refused(url: str) -> None:
    with pytest.raises(UsageError, match="cannot be used"):
        parse([f"rust-server={url}"], "--server")


def test_a_name_or_an_origin_that_comes_twice_is_refused() -> None:
    with pytest.raises(UsageError, match="names rust-server twice"):
        parse(["rust-server=http://a:1", "rust-server=http://a:2"], "--server")
    with pytest.raises(UsageError, match="at the same origin"):
        parse(["rust-server=http://a:1", "rust-provider=http://a:1/"], "--server")


def test_outside_a_checkout_the_working_directory_takes_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("BENCH_ROOT", raising=False)
    monkeypatch.setattr(repository, "__file__", str(tmp_path / "package" / "repository.py"))
    monkeypatch.chdir(tmp_path)
    assert repository.find_root_or_here() == tmp_path
    with pytest.raises(SetupError):
        repository.find_root_or_here(tmp_path)
