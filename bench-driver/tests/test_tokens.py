"""A server's token goes to its origin, from a file, and nowhere else: to no other server, and into
nothing that is written or shown.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from bench_driver.errors import UsageError
from bench_driver.servers import tokens
from bench_driver.store.opening import open_store

from . import serving
from .conftest import Command
from .miniatures import Json, Miniature
from .test_external import NAMES, SWEEP, given

#: Each has this in its token.
SECRET = "S3cretS3cretS3cret"


@pytest.fixture
def servers() -> Iterator[dict[str, Miniature]]:
    with ExitStack() as running:
        known = {name: running.enter_context(Miniature(name.partition("-")[0])) for name in NAMES}
        for name, server in known.items():
            server.token = f"{SECRET}-{name}"
        yield known


@pytest.fixture
def file(servers: dict[str, Miniature], tmp_path: Path) -> Path:
    lines = [f"{server.url} {server.token}\n" for server in servers.values()]
    path = tmp_path / "tokens"
    path.write_text("\n".join(lines))
    return path


def sent(head: Json) -> str:
    return str(head.get("Authorization", ""))


def run(servers: dict[str, Miniature]) -> list[str]:
    consumer, provider = servers["rust-server"].url, servers["java-provider"].url
    return ["run", f"--consumer={consumer}", f"--provider={provider}", "--amount=10"]


def told(done: list[subprocess.CompletedProcess[str]], folder: Path) -> list[str]:
    """Where the tokens are, of all that was printed and written."""
    printed = [one.args[0] for one in done if SECRET in one.stdout + one.stderr]
    files = (path for path in folder.rglob("*") if path.is_file())
    return printed + [str(path) for path in files if SECRET.encode() in path.read_bytes()]


def test_each_server_is_sent_its_own_token_which_is_told_nowhere(
    servers: dict[str, Miniature], file: Path, bench: Command, checkout: Path
) -> None:
    done = [
        bench(*SWEEP, "--stack=external", *given(servers), BENCH_TOKENS_FILE=str(file)),
        bench(*run(servers), BENCH_TOKENS_FILE=str(file)),
        bench("show"),
    ]
    assert [one.returncode for one in done] == [0] * 3, [one.stderr for one in done]
    for server in servers.values():
        assert {sent(head) for head in server.heads} == {f"Bearer {server.token}"}
    assert told(done, checkout) == []


def test_a_server_whose_token_is_not_there_is_named_with_what_to_do(
    servers: dict[str, Miniature], file: Path, bench: Command, checkout: Path
) -> None:
    asking = servers["rust-server"]
    asking.token = f"{SECRET}-of-another-day"
    commands = [[*SWEEP, "--stack=external", *given(servers)], run(servers)]
    done = [bench(*command, BENCH_TOKENS_FILE=str(file)) for command in commands]
    file.write_text("")
    done += [bench(*command, BENCH_TOKENS_FILE=str(file)) for command in commands]
    for one, why in zip(done, ["another token"] * 2 + ["none"] * 2, strict=True):
        assert (one.returncode, "asks for a token" in one.stderr) == (1, True), one.stderr
        assert f"it was sent {why}" in one.stderr and "BENCH_TOKENS_FILE" in one.stderr
    assert told(done, checkout) == []


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (f"http://a:1 {SECRET}\nhttp://A:1/ {SECRET}\n", "line 2"),
        (f"http://a {SECRET}\n\nhttp://a:80 {SECRET}\n", "line 3"),
        (f"https://a:1 {SECRET}", "line 1"),
        (f"http://a:1 {SECRET} {SECRET}", "line 1"),
        (f"http://a:1/{SECRET}", "line 1"),
        ("http://a:1 S3cret", "line 1"),
        (SECRET, "line 1"),
        (None, "cannot be read"),
    ],
)
def test_a_file_that_cannot_be_used_is_refused_and_not_told(
    text: str | None, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "tokens"
    if text is not None:
        path.write_text(text)
    monkeypatch.setenv(tokens.BENCH_TOKENS_FILE, str(path))
    with pytest.raises(UsageError) as refused:
        tokens.headers("http://a:1")
    assert why in str(refused.value) and "S3cret" not in str(refused.value)


def test_an_origin_is_the_same_however_it_is_spelled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "tokens").write_text(f" http://A/\t{SECRET}1 \r\nhttp://[::1]:8081  {SECRET}2")
    monkeypatch.setenv(tokens.BENCH_TOKENS_FILE, str(tmp_path / "tokens"))
    known = {"http://a:80": "1", "http://a": "1", "http://A/": "1", "http://[::1]:8081": "2"}
    for url, number in known.items():
        assert tokens.headers(url) == {"Authorization": f"Bearer {SECRET}{number}"}
    for url in ("http://a:81", "http://b", "https://a:80", "http://a.b", "http://[::1]"):
        assert tokens.headers(url) == {}


def test_the_page_sends_tokens_for_its_reader(
    servers: dict[str, Miniature], file: Path, tmp_path: Path
) -> None:
    root, store = serving.checkout(tmp_path / "root"), tmp_path / "e.sqlite"
    with open_store(str(store)):
        pass
    servers["java-server"].token += "-of-another-day"
    serving.tell(root, {name: server.url for name, server in servers.items()})
    with serving.served(store, BENCH_ROOT=str(root), BENCH_TOKENS_FILE=str(file)) as page:
        first, second, *_ = page.json("/api/servers")["servers"]
        status, _, _ = page.get("/api/objects/rust-provider/JSON/DummyObject")
    assert (first["up"], status) == (True, 200)
    assert (second["up"], second["why"].partition(",")[0]) == (False, "it asks for a token")
