"""Try it behind `bench-driver serve`: who answers, a provider's bytes, and runs that hold the
machine's lock.
"""

from __future__ import annotations

import json
import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import httpx
import pytest

from bench_driver.store.opening import open_store
from bench_driver.system import lock

from .miniatures import Behaviour, Json, Long, Miniature, problem, refusing, whole
from .serving import Served, checkout, served, tell, wrong

REQUEST = {
    "amount": 500,
    "provider_url": "http://127.0.0.1:1",
    "object_format": "JSON",
    "server_type": "rust",
    "object_type": "DummyObject",
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    with open_store(str(tmp_path / "e.sqlite")):
        pass
    return checkout(tmp_path / "checkout")


def serving(root: Path) -> Any:
    return served(root.parent / "e.sqlite", BENCH_ROOT=str(root))


def asked(server: Served, path: str, body: Any, **headers: str) -> tuple[int, Any]:
    """A POST's status and answer."""
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    try:
        with urlopen(
            Request(
                server.url + path,
                data=data,
                headers={"Content-Type": "application/json", **headers},
            ),
            timeout=60,
        ) as answer:
            return answer.status, json.loads(answer.read())
    except HTTPError as error:
        with error:
            return error.code, json.loads(error.read())


def test_servers_say_who_they_are_or_that_they_are_down(root: Path) -> None:
    with Miniature("rust") as rust, Miniature("java") as wrong_one:
        wrong_one.says = {"runtime": "java"}
        tell(
            root,
            {
                "rust-server": rust.url,
                "java-server": wrong_one.url,
                "rust-provider": "http://127.0.0.1:1",
                "java-provider": "http://127.0.0.1:1",
            },
        )
        with serving(root) as server:
            told = server.json("/api/servers")
    assert wrong(told, "Servers") == []
    first, second, third, _ = told["servers"]
    assert (first["name"], first["role"], first["up"], first["url"]) == (
        "rust-server",
        "consumer",
        True,
        rust.url,
    )
    assert [engine["name"] for engine in first["engines"][:3]] == [
        "rust-json",
        "rust-bson",
        "rust-xml",
    ], "defaults first"
    assert [(one["up"], one["why"]) for one in (second, third)] == [
        (False, "its answer cannot be read"),
        (False, "it does not answer"),
    ]


def test_a_server_that_was_just_started_is_shown_with_the_engines_that_it_proves(
    root: Path,
) -> None:
    with Miniature("rust") as rust:
        rust.unproven_answers = 2
        tell(
            root,
            {
                "rust-server": rust.url,
                "java-server": "http://127.0.0.1:1",
                "rust-provider": "http://127.0.0.1:1",
                "java-provider": "http://127.0.0.1:1",
            },
        )
        with serving(root) as server:
            first = server.json("/api/servers")["servers"][0]
    assert all(engine["object_types"] for engine in first["engines"])


def test_a_server_that_names_another_is_not_followed(root: Path) -> None:
    class Elsewhere(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(302)
            self.send_header("Location", f"{rust.url}{self.path}")
            self.end_headers()

        def log_message(self, *_: object) -> None: ...

    with (
        Miniature("rust", bodies=lambda path: path.encode()) as rust,
        ThreadingHTTPServer(("127.0.0.1", 0), Elsewhere) as elsewhere,
    ):
        threading.Thread(target=elsewhere.serve_forever).start()
        try:
            url = f"http://127.0.0.1:{elsewhere.server_port}"
            tell(root, {"rust-server": url, "rust-provider": url})
            with serving(root) as server:
                first = server.json("/api/servers")["servers"][0]
                status, _, _ = server.get("/api/objects/rust-provider/JSON/DummyObject")
        finally:
            elsewhere.shutdown()
    assert (first["up"], first["why"], status) == (False, "its answer cannot be read", 502)
    assert not rust.heads


def test_servers_that_are_given_are_asked_there(root: Path) -> None:
    with Miniature("rust", whole) as rust:
        tell(root, {"rust-server": "http://127.0.0.1:1"})
        with served(
            root.parent / "e.sqlite", BENCH_ROOT=str(root), BENCH_SERVERS=f"rust-server={rust.url}"
        ) as server:
            assert server.json("/api/servers")["servers"][0]["url"] == rust.url
            assert asked(server, "/api/run/rust-server", REQUEST)[0] == 200
        assert rust.heads[-1]["Host"] == rust.url.removeprefix("http://")


def test_a_providers_bytes_come_as_they_are(root: Path) -> None:
    with Miniature("rust", bodies=lambda path: path.encode()) as rust:
        tell(root, {"rust-provider": rust.url})
        with serving(root) as server:
            status, headers, body = server.get(
                "/api/objects/rust-provider/BSON/DummyObject?index=7"
            )
    assert (status, headers["content-type"], body) == (
        200,
        "application/json",
        b"/BSONObject/DummyObject?index=7",
    )


def test_a_long_body_is_not_packed_on_its_way(root: Path) -> None:
    long = b"7" * 60_000
    with Miniature("rust", bodies=lambda path: long) as rust:
        tell(root, {"rust-provider": rust.url})
        with serving(root) as server:
            _, headers, body = server.get(
                "/api/objects/rust-provider/JSON/DummyObject", Accept_Encoding="gzip"
            )
    assert body == long and "content-encoding" not in headers


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("/api/objects/rust-server/JSON/DummyObject", "unknown_server"),
        ("/api/objects/http:%2F%2Fevil.example/JSON/DummyObject", "not_found"),
        ("/api/objects/rust-provider/JSON/..%3Fx", "not_found"),
        ("/api/objects/rust-provider/json/DummyObject", "not_found"),
    ],
)
def test_nobody_but_a_provider_is_asked_for_objects(root: Path, path: str, code: str) -> None:
    with Miniature("rust") as rust:
        tell(root, {"rust-provider": rust.url})
        with serving(root) as server:
            status, _, body = server.get(path)
        assert (status, json.loads(body)["code"], wrong(json.loads(body), "Problem")) == (
            404,
            code,
            [],
        )
        assert rust.heads == []


def test_a_run_goes_to_the_consumer_under_its_own_host_and_holds_the_lock(
    root: Path, own_lock: Path
) -> None:
    held: list[str] = []

    def looking(runtime: str, request: Json) -> Iterator[Json | bytes]:
        held.append((own_lock / "bench-driver.lock").read_text())
        yield from whole(runtime, request)

    with Miniature("rust", looking) as rust:
        tell(root, {"rust-server": rust.url})
        with serving(root) as server:
            status, answer = asked(
                server, "/api/run/rust-server", REQUEST, Origin=server.url, Cookie="a=b"
            )
    assert (status, answer["parse"]["mean_ns"], rust.requests) == (200, 2000.0, [REQUEST])
    assert rust.heads[-1]["Host"] == rust.url.removeprefix("http://")
    assert (
        not {"Origin", "Cookie"} & rust.heads[-1].keys()
        and rust.heads[-1]["Accept"] == "application/json"
    )
    assert json.loads(held[0])["command"].startswith("bench-driver serve")
    assert (own_lock / "bench-driver.lock").read_text() == ""


@pytest.mark.parametrize(
    ("behaviour", "status", "code", "words"),
    [
        (refusing(problem(409, "busy")), 409, "server_busy", "rust-server is busy"),
        (
            refusing(problem(403, "provider_not_allowed")),
            403,
            "server_refused",
            "PROVIDER_ALLOWLIST",
        ),
        (
            refusing(problem(400, "invalid_request")),
            400,
            "server_refused",
            "invalid_request on purpose",
        ),
    ],
)
def test_what_the_server_refuses_is_told(
    root: Path, behaviour: Behaviour, status: int, code: str, words: str
) -> None:
    with Miniature("rust", behaviour) as rust:
        tell(root, {"rust-server": rust.url})
        with serving(root) as server:
            answered, told = asked(server, "/api/run/rust-server", REQUEST)
    assert (answered, told["code"], wrong(told, "Problem")) == (status, code, [])
    assert words in json.dumps(told) and told["do"]


def test_a_server_that_is_down_one_that_is_none_and_a_request_that_is_too_large(root: Path) -> None:
    tell(root, {"rust-server": "http://127.0.0.1:1"})
    with serving(root) as server:
        for path, body, status, code in (
            ("/api/run/rust-server", REQUEST, 502, "server_unreachable"),
            ("/api/run/rust-provider", REQUEST, 404, "unknown_server"),
            ("/api/run/rust-server", b"x" * 65537, 413, "too_large"),
        ):
            answered, told = asked(server, path, body)
            assert (answered, told["code"], wrong(told, "Problem")) == (status, code, []) and told[
                "do"
            ]


def test_a_page_of_another_origin_runs_nothing(root: Path) -> None:
    with Miniature("rust", whole) as rust:
        tell(root, {"rust-server": rust.url})
        with serving(root) as server:
            assert (
                asked(server, "/api/run/rust-server", REQUEST, Origin="http://evil.example")[1][
                    "code"
                ]
                == "origin_not_allowed"
            )
            assert (
                asked(server, "/api/run/rust-server", REQUEST, Host="evil.example")[1]["code"]
                == "misdirected"
            )
        assert rust.requests == []


@pytest.mark.parametrize(
    ("holder", "words"),
    [
        ("bench-driver sweep", "a sweep is running"),
        ("bench-driver serve, Try it", "another try is running"),
        ("bench-driver run", "something else measures"),
    ],
)
def test_while_somebody_measures_nothing_runs(root: Path, holder: str, words: str) -> None:
    with Miniature("rust", whole) as rust:
        tell(root, {"rust-server": rust.url})
        with serving(root) as server:
            assert server.get("/api/free")[::2] == (204, b"")
            with lock.held(holder):
                status, told = asked(server, "/api/run/rust-server", REQUEST)
                assert json.loads(server.get("/api/free")[2]) == told
        assert (status, told["code"], told["detail"], wrong(told, "Problem")) == (
            409,
            "machine_busy",
            words,
            [],
        )
        assert f"`{holder}` measures, process" in told["why"] and rust.requests == []


def test_whoever_goes_away_ends_the_run_and_frees_the_machine(root: Path, own_lock: Path) -> None:
    long = Long()
    with Miniature("rust", long) as rust:
        tell(root, {"rust-server": rust.url})
        with serving(root) as server:
            with pytest.raises(httpx.ReadTimeout):
                httpx.post(f"{server.url}/api/run/rust-server", json=REQUEST, timeout=0.5)
            assert long.ended.wait(10)
            rust.behaviour = whole
            assert asked(server, "/api/run/rust-server", REQUEST)[0] == 200


@pytest.mark.parametrize(
    ("ask", "due"),
    [
        (lambda server: server.get("/api/free")[0], 204),
        (lambda server: asked(server, "/api/run/rust-server", REQUEST)[0], 200),
    ],
)
def test_who_starts_again_at_once_is_not_told_that_a_try_is_running(
    ask: Callable[[Served], int], due: int, root: Path, own_lock: Path
) -> None:
    with Miniature("rust", whole) as rust:
        tell(root, {"rust-server": rust.url})
        with serving(root) as server, ThreadPoolExecutor() as beside:
            with lock.held("bench-driver serve, Try it"):
                started = beside.submit(ask, server)
                time.sleep(0.5)
                assert not started.done()
            assert started.result() == due


def test_ctrl_c_ends_a_run_too(root: Path) -> None:
    long = Long()
    with Miniature("rust", long) as rust:
        tell(root, {"rust-server": rust.url})
        with serving(root) as server:
            asking = threading.Thread(target=_lost, args=(server,), daemon=True)
            asking.start()
            assert long.began.wait(10)
            server.process.send_signal(signal.SIGINT)
            assert server.process.wait(timeout=10) == 0
            assert long.ended.wait(10)
            asking.join(10)


def _lost(server: Served) -> None:
    with pytest.raises((OSError, HTTPError)):
        urlopen(
            Request(
                f"{server.url}/api/run/rust-server",
                data=json.dumps(REQUEST).encode(),
                headers={"Content-Type": "application/json"},
            ),
            timeout=60,
        )
