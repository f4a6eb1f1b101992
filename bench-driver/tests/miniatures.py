"""Servers in miniature: they speak the contract over real sockets, and behave as a test wants:
right, wrong, slow, lying, cut short.

In process: `with Miniature("rust") as server: server.url`. As a program, which is what the stack
starts: `python miniatures.py rust`, with HOST and PORT in the environment, and a behaviour's name
in MINIATURE or in the file BEHAVIOUR of the folder where it starts. As a program it can import no
other of the tests' files, so all of it is in this one.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Self
from urllib.parse import parse_qs

Json = dict[str, Any]
BEHAVIOUR = ".miniature"
#: ns an object that a miniature says it took, by runtime and format: figures that a test
#: knows beforehand
TIMES = {
    "rust": {"JSON": 2000, "BSON": 3000, "XML": 12000},
    "java": {"JSON": 4000, "BSON": 6000, "XML": 9000},
}
OBJECT_TYPES = ["NumericObject", "DummyObject"]
BODY_BYTES = 100
#: the codings that a miniature decodes, and what it says that a body has in each and takes, ns
CODINGS = {"gzip": (40, 900), "zstd": (42, 300), "br": (36, 1100)}
#: what a miniature may use, and what part of its threads' rate it says that two or more reach
#: together
CPUS, SCALING = 2, {"rust": 0.9, "java": 0.75}
#: by object type the fields that are read alone
EXCERPTS = {
    "DummyObject": ["/_id", "/age", "/favoriteFruit"],
    "NumericObject": ["/id", "/numbr", "/coordinates/4/latitude"],
}
#: of one window of 2,000 ns
HISTOGRAM = "HISTFAAAACN4nJNpmSzMwMDAzAABMJoRyHQz2LGAwf4DRGC+PBMAXaMFDg=="


def environment(runtime: str) -> Json:
    return {
        "runtime": runtime,
        "runtime_version": f"{runtime} 1.2.3",
        "server_version": "0.1.0",
        "flags": {"profile": "miniature"},
    }


def with_equal_checks() -> Json:
    """What the Rust server says of itself in its build with equal checks: of each library an engine
    by another name, which is in that series alone.
    """
    said = engines("rust")
    whole = [
        {**engine, "name": f"{engine['name']}-equal", "checks": ["equal"]}
        for engine in said["engines"]
        if engine["operation"] == "decode"
    ]
    return {**said, "engines": whole}


def engines(runtime: str) -> Json:
    def engine(format_name: str, default: bool) -> Json:
        name = f"{runtime}-{format_name.lower()}" + ("" if default else "-other")
        checks = (
            ["usual"] if default and runtime == "java" else ["usual", "equal"]
        )  # so that java's defaults of the two series are two engines
        settings = (
            [] if "usual" in checks and default else ["strict: refuses what serde's derive refuses"]
        )
        what = {
            "name": name,
            "library": name,
            "version": "9.9",
            "format": format_name,
            "object_types": OBJECT_TYPES,
        }
        return {
            **what,
            "operation": "decode",
            "default": default,
            "checks": checks,
            "settings": settings,
        }

    def partial(format_name: str) -> Json:
        what = {
            **engine(format_name, True),
            "name": f"{runtime}-{format_name.lower()}-pull",
            "operation": "partial",
            "checks": [],
            "settings": [],
        }
        return {**what, "kind": "pull", "skipped": "lengths", "object_types": [*EXCERPTS]}

    def writer(format_name: str) -> Json:
        what = {**engine(format_name, True), "operation": "encode", "checks": [], "settings": []}
        return {**what, "kind": "canonical"}

    known = [
        *(engine(name, default) for default in (True, False) for name in TIMES[runtime]),
        *map(partial, TIMES[runtime]),
        *map(writer, TIMES[runtime]),
    ]
    types = [
        {
            "name": name,
            "variants": 1024,
            **({"excerpt": EXCERPTS[name]} if name in EXCERPTS else {}),
        }
        for name in OBJECT_TYPES
    ]
    codings = [{"name": name, "library": name, "version": "9.9"} for name in CODINGS]
    said = {"engines": known, "object_types": types, "codings": codings}
    return {**environment(runtime), "cpus": CPUS, **said}


def of_these(says: Json, query: str) -> Json:
    """What a server says of its engines where a query names a format, or object types."""
    asked = {name: values[0] for name, values in parse_qs(query).items()}
    types, format_name = asked.get("object_type", "").split(","), asked.get("format")
    known = [one for one in says.get("engines", ()) if format_name in (None, one["format"])]
    if types == [""]:
        return {**says, "engines": known}
    return {
        **says,
        "engines": [
            {**one, "object_types": [name for name in one["object_types"] if name in types]}
            for one in known
        ],
        "object_types": [one for one in says.get("object_types", ()) if one["name"] in types],
    }


def parse(amount: int, ns: int) -> Json:
    return {
        "total_ns": amount * ns,
        "mean_ns": float(ns),
        **{f"{name}_ns": ns for name in ("min", "p50", "p90", "p99", "max")},
        "timer_overhead_ns": 30,
    }


def part(amount: int, ns: int) -> Json:
    return {
        "amount": amount,
        "parsing_time_micro_s": (amount * ns + 500) // 1000,
        "total_time_ms": amount // 5,
        "parse": parse(amount, ns),
    }


def cores(runtime: str, threads: int, ns: int) -> Json:
    return {
        "threads": threads,
        "objects_per_s": threads * (SCALING[runtime] if threads > 1 else 1) * 1e9 / ns,
    }


def advice(amount: int) -> list[str]:
    return (
        [
            f'Of {amount} objects the p99 says little more than the slowest. Ask for "amount": '
            "1000 or more."
        ]
        if amount < 1000
        else []
    )


def result(runtime: str, request: Json) -> Json:
    amount, format_name = request["amount"], request["object_format"]
    partial = request.get("operation") == "partial"
    ns = TIMES[runtime][format_name] // (4 if partial else 1)
    whole, name = part(amount, ns), format_name.lower()
    answer = {
        **({request["server_type"]: 1} if "server_type" in request else {}),
        "amount": amount,
        f"{name}_parsing_time_micro_s": whole["parsing_time_micro_s"],
        f"{name}_total_time_ms": whole["total_time_ms"],
        "parse": whole["parse"],
        "advice": advice(amount),
        "payload": {
            "bytes": amount * BODY_BYTES,
            "min_bytes": BODY_BYTES,
            "max_bytes": BODY_BYTES,
            "sha256": "0" * 64,
        },
        "connections": request.get("concurrency", 1),
        "checkpoints": [part(number, ns) for number in request.get("checkpoints", [])],
        "verified": amount,
        "engine": {
            **{
                "name": request.get("engine", f"{runtime}-{name}"),
                "library": "x",
                "version": "9.9",
                "format": format_name,
            },
            **({"operation": "partial", "kind": "pull"} if partial else {"operation": "decode"}),
        },
        "environment": environment(runtime),
    }
    if coding := request.get("coding"):
        size, decoding_ns = CODINGS[coding]
        sizes = {"bytes": amount * size, "min_bytes": size, "max_bytes": size}
        answer["coded"] = {"coding": coding, **sizes, "sha256": "0" * 64}
        answer["decoding"] = parse(amount, decoding_ns)
    if request.get("warmup"):
        answer["warmup"] = {
            "amount": request["warmup"],
            "total_time_ms": 1,
            "parse": parse(request["warmup"], 10 * ns),
        }
    if threads := request.get("threads"):
        answer["cores"] = cores(runtime, threads, ns)
        answer.get("warmup", {})["cores"] = cores(runtime, threads, 10 * ns)
    answer["histograms"] = {"measured": HISTOGRAM} | (
        {"warmup": HISTOGRAM} if request.get("warmup") else {}
    )
    return written(answer, name) if request.get("operation") == "encode" else answer


def written(answer: Json, name: str) -> Json:
    """The same of a run that encodes, which takes half as long."""
    parts = [answer, *answer["checkpoints"], *([answer["warmup"]] if "warmup" in answer else [])]
    for one in parts:
        one["encode"] = {
            figure: value if figure == "timer_overhead_ns" else type(value)(value / 2)
            for figure, value in one.pop("parse").items()
        }
        for prefix in (f"{name}_", ""):
            if f"{prefix}parsing_time_micro_s" in one:
                del one[f"{prefix}parsing_time_micro_s"]
                one[f"{prefix}encoding_time_micro_s"] = (one["encode"]["total_ns"] + 500) // 1000
    answer["engine"] |= {"operation": "encode", "kind": "canonical"}
    del answer["connections"]
    return answer


def problem(status: int, code: str, **more: Any) -> Json:
    return {
        "type": "about:blank",
        "title": "Bad",
        "status": status,
        "code": code,
        "detail": f"{code} on purpose",
        **more,
    }


class Refused(Exception):
    """A run that is answered with a problem instead of a stream."""

    def __init__(self, body: Json) -> None:
        super().__init__(body["code"])
        self.body = body


class Cut(Exception):
    """The connection breaks here."""


#: What a miniature streams for a request: JSON objects become lines, bytes are sent as they are.
Behaviour = Callable[[str, Json], Iterator[Json | bytes]]


def sent(runtime: str, request: Json) -> Json:
    """The answer to a send: what a receiver of the runtime that is named would tell is made up
    here.
    """
    there = request["server_type"]
    engine = {"engine": request["receiver_engine"]} if "receiver_engine" in request else {}
    receiver = {
        name: value
        for name, value in request.items()
        if name in ("amount", "object_format", "warmup")
    }
    fetch = {"total_ns": 10, "mean_ns": 1.0, "p50_ns": 1, "p99_ns": 1}
    return {
        "sent": {
            "transfer": request["transfer"],
            "connections": 1,
            "requests": 1,
            "sent_bytes": 10,
            "received_bytes": 10,
            "answers": fetch,
        },
        "sender": result(runtime, {**receiver, "operation": "encode"}),
        "receiver": {
            **result(there, {**receiver, "server_type": runtime, **engine}),
            "fetch": fetch,
        },
    }


def right(runtime: str, request: Json) -> Iterator[Json | bytes]:
    if "receiver_url" in request:
        yield {"event": "started"}
        yield {"event": "result", **sent(runtime, request)}
        return
    answer = result(runtime, request)
    yield {
        "event": "started",
        "amount": request["amount"],
        "warmup": request.get("warmup", 0),
        "engine": answer["engine"],
    }
    for point in answer["checkpoints"]:
        yield {"event": "checkpoint", **point}
    yield {"event": "result", **answer}


def whole(runtime: str, request: Json) -> Iterator[Json | bytes]:
    """An answer that is no stream, as `Accept: application/json` wants it."""
    yield json.dumps(result(runtime, request)).encode()


class Long:
    """A run that ends when nobody reads it any more."""

    def __init__(self) -> None:
        self.began, self.ended = threading.Event(), threading.Event()

    def __call__(self, runtime: str, request: Json) -> Iterator[Json | bytes]:
        try:
            while True:
                yield b" " * 1000
                self.began.set()
                time.sleep(0.01)
        finally:
            self.ended.set()


def changed(**changes: Any) -> Behaviour:
    """Right, but for some fields of the result."""

    def behave(runtime: str, request: Json) -> Iterator[Json | bytes]:
        for event in right(runtime, request):
            assert isinstance(event, dict)
            yield {**event, **changes} if event["event"] == "result" else event

    return behave


def without(field: str) -> Behaviour:
    """Right, but for a field that the result lacks."""

    def behave(runtime: str, request: Json) -> Iterator[Json | bytes]:
        for event in right(runtime, request):
            assert isinstance(event, dict)
            yield {key: value for key, value in event.items() if key != field}

    return behave


def until_result(*instead: Json | bytes, cut: bool = False) -> Behaviour:
    """Right up to the result; instead of it comes something else, and perhaps the connection
    breaks.
    """

    def behave(runtime: str, request: Json) -> Iterator[Json | bytes]:
        yield from (
            event
            for event in right(runtime, request)
            if isinstance(event, dict) and event["event"] != "result"
        )
        yield from instead
        if cut:
            raise Cut

    return behave


def refusing(body: Json) -> Behaviour:
    def behave(runtime: str, request: Json) -> Iterator[Json | bytes]:
        raise Refused(body)
        yield {}

    return behave


def failing(format_name: str) -> Behaviour:
    """Runs of one format end in a problem."""
    bad = until_result(
        {
            "event": "problem",
            **problem(502, "provider_truncated", completed=7, request=7, phase="measured"),
        }
    )
    return lambda runtime, request: (bad if request["object_format"] == format_name else right)(
        runtime, request
    )


_forever = threading.Event()


def slow(runtime: str, request: Json) -> Iterator[Json | bytes]:
    """The third measured run never gets to its result; what came before it is right."""
    slow_runs["seen"] += request.get("source") == "http"
    for event in right(runtime, request):
        if slow_runs["seen"] >= 3 and isinstance(event, dict) and event["event"] == "result":
            _forever.wait()
        yield event


slow_runs = {"seen": 0}
BEHAVIOURS: dict[str, Behaviour] = {"right": right, "slow": slow, "fails-xml": failing("XML")}


#: The body of an object by the path that asks for it.
Bodies = Callable[[str], bytes]


def dull(_: str) -> bytes:
    return b"x" * BODY_BYTES


class Miniature:
    """One server, on a free port unless told otherwise, until the block ends."""

    def __init__(
        self,
        runtime: str,
        behaviour: Behaviour = right,
        *,
        says: Json | None = None,
        host: str = "127.0.0.1",
        port: int = 0,
        bodies: Bodies = dull,
    ) -> None:
        self.runtime, self.behaviour, self.says, self.bodies = (
            runtime,
            behaviour,
            says or engines(runtime),
            bodies,
        )
        self.requests: list[Json] = []
        #: where each was posted to
        self.posted: list[str] = []
        self.well = True
        #: what it asks for, but at /health_check
        self.token = ""
        #: so many more times it says that its engines are unproven
        self.unproven_answers = 0
        self.heads: list[Json] = []
        #: each path that was asked for, with its query
        self.asked: list[str] = []
        self._server = ThreadingHTTPServer((host, port), _handler(self))
        self._server.daemon_threads = True
        self.url = f"http://{host}:{self._server.server_address[1]}"

    def as_new(self, behaviour: Behaviour) -> None:
        """Forgets whoever asked it for anything, and behaves so from now on."""
        self.behaviour = behaviour
        for those in (self.requests, self.posted, self.heads, self.asked):
            those.clear()

    def __enter__(self) -> Self:
        threading.Thread(
            target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True
        ).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()


def _handler(miniature: Miniature) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = (
            True  # else each line of a stream waits for the driver's delayed acknowledgement
        )

        def do_GET(self) -> None:
            miniature.heads.append(dict(self.headers))
            if self.path != "/health_check" and not self._is_authorized():
                return
            if not self.headers["Host"]:
                return self._whole(
                    400,
                    json.dumps(problem(400, "invalid_request", field="Host")).encode(),
                    "application/problem+json",
                )
            if miniature.says.get("code"):
                return self._whole(
                    miniature.says["status"],
                    json.dumps(miniature.says).encode(),
                    "application/problem+json",
                )
            miniature.asked.append(self.path)
            path, _, query = self.path.partition("?")
            if path == "/engines" and any(
                name not in OBJECT_TYPES
                for name in parse_qs(query).get("object_type", [""])[0].split(",")
                if name
            ):
                return self._whole(
                    400,
                    json.dumps(problem(400, "invalid_request", field="object_type")).encode(),
                    "application/problem+json",
                )
            body = (
                json.dumps(self._engines(query)).encode()
                if path == "/engines"
                else miniature.bodies(self.path)
                if "Object/" in path
                else b""
            )
            self._whole(200 if miniature.well else 503, body, "application/json")

        def _is_authorized(self) -> bool:
            asks = miniature.token
            if not asks or self.headers["Authorization"] == f"Bearer {asks}":
                return True
            body = json.dumps(problem(401, "unauthorized")).encode()
            self._whole(401, body, "application/problem+json")
            return False

        def _engines(self, query: str) -> Json:
            says = of_these(miniature.says, query)
            if not miniature.unproven_answers:
                return says
            miniature.unproven_answers -= 1
            return {
                **says,
                "engines": [
                    {**one, "object_types": [], "unproven": one["object_types"]}
                    for one in says["engines"]
                ],
            }

        def do_POST(self) -> None:
            request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            miniature.requests.append(request)
            miniature.posted.append(self.path)
            miniature.heads.append(dict(self.headers))
            if not self._is_authorized():
                return None
            events = miniature.behaviour(miniature.runtime, request)
            try:
                first = next(events)
            except Refused as refused:
                return self._whole(
                    refused.body["status"],
                    json.dumps(refused.body).encode(),
                    "application/problem+json",
                )
            self.send_response(200)
            self.send_header("Content-Type", "application/x-ndjson")
            self.send_header("Transfer-Encoding", "chunked")
            self.end_headers()
            try:
                self._chunk(first)
                for event in events:
                    self._chunk(event)
                self.wfile.write(b"0\r\n\r\n")
            except (Cut, OSError):  # the latter where nobody reads any more
                self.close_connection = True

        def _chunk(self, event: Json | bytes) -> None:
            data = event if isinstance(event, bytes) else json.dumps(event).encode() + b"\n"
            self.wfile.write(b"%x\r\n%s\r\n" % (len(data), data))
            self.wfile.flush()

        def _whole(self, status: int, body: bytes, content_type: str) -> None:
            self.send_response(status)
            self.send_header("Content-Type", content_type)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: Any) -> None:
            """Quiet, as the servers are."""

    return Handler


def main(runtime: str, says: Json | None) -> None:
    """A server of the stack, as a process."""
    file = Path(BEHAVIOUR)
    behaviour = os.environ.get("MINIATURE") or (file.read_text() if file.exists() else "right")
    if behaviour == "ends":
        print("PORT is no port", file=sys.stderr)
        raise SystemExit(78)
    if behaviour == "slower":
        TIMES[runtime] = {name: ns * 6 // 5 for name, ns in TIMES[runtime].items()}
    if behaviour == "stubborn":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    else:
        signal.signal(signal.SIGTERM, lambda *_: os._exit(0))
    with Miniature(
        runtime,
        BEHAVIOURS.get(behaviour, right),
        host=os.environ["HOST"],
        port=int(os.environ["PORT"]),
        says=says,
    ) as server:
        server.well = behaviour != "sick"
        if "ALLOWED_HOSTS" in os.environ:
            server.says["flags"] = {
                **server.says["flags"],
                "allowed_hosts": os.environ["ALLOWED_HOSTS"],
            }
        if behaviour != "mute":
            print(
                "a warning before it",
                json.dumps({"event": "listening", "runtime": runtime, "url": server.url}),
                sep="\n",
                flush=True,
            )
        threading.Event().wait()


if __name__ == "__main__":
    main(sys.argv[1], with_equal_checks() if "equal" in sys.argv[2:] else None)
