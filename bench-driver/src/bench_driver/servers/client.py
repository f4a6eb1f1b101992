"""Talks to one server: who it is, whether it is well, and runs, whose NDJSON stream becomes events.

No proxy, no redirect, no cookie, and nothing is retried: what went wrong belongs into the record. A
signal is let through while an answer is waited for, and held back elsewhere: an exception between
two lines of the HTTP library leaves its locks taken, and the next call waits for them for ever.
"""

from __future__ import annotations

import json
import ssl
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Self
from urllib.parse import urlsplit

import httpx

from ..errors import RunFailed, ServerError, Unreachable
from ..system import signals
from . import tokens
from .contract import Engines, RunResult, SendResult, doubts, doubts_of_send, read

Event = dict[str, Any]
CONNECT_S, _ANSWERS_S = 5.0, 10.0
#: A server that was just started proves its engines on the object types when asked for them: some
#: seconds, and many on a busy machine.
ENGINES_S = 60.0
#: How often it is asked again meanwhile, s.
_ASKS_S = 0.1
#: What a server allows a run by default (docs/configuration.md), and some more, so that it is the
#: server that says so first.
RUN_BASE_S, RUN_PER_OBJECT_S = 60.0, 0.006
#: Problems of requests that a server looks no further into.
_UNHEARD = ("misdirected", "unauthorized")
_CONTRACT = "run the contract tests: make test-live"


def no_tls() -> ssl.SSLContext:
    """Servers speak plain HTTP. A context without authorities trusts no other, and spares the 50 ms
    that reading them takes.
    """
    return ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)


class Client:
    """One server by its origin, with the token of that origin if there is one. UsageError."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._http = httpx.Client(
            base_url=url,
            headers=tokens.headers(url),
            trust_env=False,
            verify=no_tls(),
            timeout=httpx.Timeout(_ANSWERS_S, connect=CONNECT_S),
        )

    def __enter__(self) -> Self:
        """The client itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Closes its connections, which ends a run that still streams."""
        self.close()

    def close(self) -> None:
        """The same, before its block ends."""
        with signals.deferred():
            self._http.close()

    def healthy(self, within_s: float = _ANSWERS_S) -> bool:
        """Whether it answers `GET /health_check` with 200."""
        try:
            with signals.deferred() as held:
                answer = self._http.get(
                    "/health_check", extensions=_waiting(held), timeout=within_s
                )
                return answer.status_code == 200
        except httpx.HTTPError:
            return False

    def engines(
        self,
        object_types: Collection[str] = (),
        format_name: str | None = None,
        within_s: float | None = None,
    ) -> tuple[Engines, dict[str, Any]]:
        """Who it is and what it can do, and the same as it came; with these object types and in
        this format alone, where it knows those that are named.

        Waits until its engines are proven. Unreachable, ServerError.
        """
        within_s = within_s or ENGINES_S
        until = time.monotonic() + within_s
        while True:
            engines, raw = self._engines(object_types, format_name)
            if engines.is_proven:
                return engines, raw
            if time.monotonic() > until:
                why = "it proves none while a run goes on, or the machine is very busy"
                raise ServerError(
                    f"{self.url} has not proven its engines within {within_s:.0f} s",
                    why=why,
                    do="wait until its run has ended, or end what else keeps the machine busy",
                )
            time.sleep(_ASKS_S)

    def _engines(
        self, object_types: Collection[str], format_name: str | None
    ) -> tuple[Engines, dict[str, Any]]:
        asked = {
            name: value
            for name, value in {
                "object_type": ",".join(object_types),
                "format": format_name,
            }.items()
            if value
        }
        with self._explained() as held:
            answer = self._http.get(
                "/engines", params=asked, extensions=_waiting(held), timeout=ENGINES_S
            )
        if answer.status_code == 400 and asked:  # another build, that has not all of them
            return self._engines((), None)
        raw = self._json(answer.status_code, answer.content)
        if raw.get("code") in _UNHEARD:
            raise self._failed(raw)
        return read(Engines, raw, f"GET {self.url}/engines"), raw

    def run(
        self, request: dict[str, Any], on_event: Callable[[Event], None] = lambda _: None
    ) -> tuple[RunResult, dict[str, Any]]:
        """One run, and its answer as it came; each event is handed on as it arrives.

        One that says how to transfer is a send, and its answer the receiver's, with what the sender
        tells under `push`.

        RunFailed where the server names a problem, Unreachable where it goes away, ServerError
        where its answer is cut short or does not fit the request.
        """
        with self._explained() as held:
            last = self._last_event(request, on_event, held)
        kind = last.pop("event")
        if kind == "problem":
            raise self._failed(last)
        if kind != "result":
            raise ServerError(
                f"{self.url} ended the run's stream without a result",
                why=f"its last line was the event {kind!r}",
                do="see the server's log",
            )
        source = f"POST {self.url}{_path(request)}"
        if "transfer" in request:
            sent = read(SendResult, last, source)
            last = {**last["receiver"], "push": {"sent": last["sent"], "sender": last["sender"]}}
            result, wrong = sent.receiver, doubts_of_send(request, sent)
        else:
            result = read(RunResult, last, source)
            wrong = doubts(request, result)
        if wrong:
            raise ServerError(
                f"{self.url} answered another run than was asked for",
                why="; ".join(wrong),
                do=_CONTRACT,
            )
        return result, last

    def _last_event(
        self, request: dict[str, Any], on_event: Callable[[Event], None], held: signals.Deferred
    ) -> Event:
        objects = request["amount"] + request.get("warmup", 0)
        timeout = httpx.Timeout(RUN_BASE_S + RUN_PER_OBJECT_S * objects, connect=CONNECT_S)
        asked: dict[str, Any] = {
            "json": request,
            "headers": {"Accept": "application/x-ndjson"},
            "timeout": timeout,
            "extensions": _waiting(held),
        }
        last: Event = {"event": "nothing"}
        with self._http.stream("POST", _path(request), **asked) as answer:
            if (
                answer.status_code != 200
                or answer.headers.get("content-type") != "application/x-ndjson"
            ):
                raise self._failed(self._json(answer.status_code, answer.read()))
            for line in answer.iter_lines():
                held.hold()
                last = self._event(line)
                on_event(dict(last))
                held.let_through()
        return last

    def _event(self, line: str) -> Event:
        try:
            event = json.loads(line)
            if not isinstance(event.get("event"), str):
                raise ValueError("it has no event")
        except (ValueError, AttributeError) as error:
            why = f"a line of the stream cannot be read: {error}; it begins {line[:60]!r}"
            raise ServerError(
                f"{self.url} sent a broken stream", why=why, do="see the server's log"
            ) from error
        return dict(event)

    def _failed(self, problem: dict[str, Any]) -> RunFailed | ServerError:
        """What a problem becomes: RunFailed with code and detail, ServerError where it is no
        problem of the contract.
        """
        if problem.get("code") == "misdirected":
            return self._misdirected(problem)
        if problem.get("code") == "unauthorized":
            return self._unauthorized()
        if not isinstance(problem.get("code"), str):
            return ServerError(
                f"{self.url} answered neither a run nor a problem",
                why=f"it sent {str(problem)[:200]}",
                do=_CONTRACT,
            )
        if problem["code"] == "busy":
            why = f"somebody else asked it first: {problem.get('detail', '')}"
            return RunFailed(f"{self.url} is busy", problem=problem, why=why, do=ADVICE["busy"])
        where = f" after {problem['completed']} objects" if "completed" in problem else ""
        return RunFailed(
            f"the run ended in {problem['code']}{where}",
            problem=problem,
            why=str(problem.get("detail", "")),
            do=ADVICE.get(problem["code"], ""),
        )

    def _misdirected(self, problem: dict[str, Any]) -> ServerError:
        """What a server's 421 means: it is there, but the origin that it was called by is none of
        its own.
        """
        host = urlsplit(self.url).netloc
        do = (
            f"add {host} to the ALLOWED_HOSTS with which that server is started, or call it by a "
            "name that is there"
        )
        return ServerError(
            f"{self.url} does not answer to the host {host}",
            why=str(problem.get("detail", "")),
            do=do,
        )

    def _unauthorized(self) -> ServerError:
        """What a server's 401 means: it asks for a token, and was sent none or another."""
        sent = "another token" if tokens.headers(self.url) else "none"
        what = f"{self.url} asks for a token"
        return ServerError(what, why=f"it was sent {sent}", do=ADVICE["unauthorized"])

    def _json(self, status: int, body: bytes) -> dict[str, Any]:
        try:
            data = json.loads(body)
        except ValueError:
            data = None
        if isinstance(data, dict):
            return data
        raise ServerError(
            f"{self.url} answered {status} with something that is no JSON object",
            why=f"it begins {body[:60]!r}",
            do="check that the address is a server of the testbed",
        )

    @contextmanager
    def _explained(self) -> Iterator[signals.Deferred]:
        """Failures of the connection, in words; what it yields says when a signal may
        end the wait.
        """
        try:
            with signals.deferred() as held:
                yield held
        except httpx.ConnectError as error:
            raise Unreachable(
                f"{self.url} does not answer",
                why=str(error),
                do="start the servers with `bench-driver servers up`, or check the address",
            ) from error
        except httpx.TimeoutException as error:
            raise Unreachable(
                f"{self.url} did not answer in time",
                why=type(error).__name__,
                do="see the server's log, or try fewer objects",
            ) from error
        except httpx.HTTPError as error:
            raise Unreachable(
                f"{self.url} broke the connection",
                why=f"{type(error).__name__}: {error}",
                do="see the server's log: it may have ended",
            ) from error


def _path(request: Mapping[str, Any]) -> str:
    """Where a run is asked for: one that says how to transfer is a send."""
    return "/triggerSends" if "transfer" in request else "/triggerReqs"


def _waiting(held: signals.Deferred) -> dict[str, Any]:
    """Extensions of a request that let a signal through while an answer is received
    (https://www.python-httpx.org/advanced/extensions/#trace).
    """

    def trace(event: str, _: Any) -> None:
        held.let_through() if event.startswith("http11.receive_response") and event.endswith(
            ".started"
        ) else held.hold()

    return {"trace": trace}


#: What a person can do about a problem, where its detail does not say it already.
ADVICE = {
    "provider_not_allowed": "put the provider's origin into the consumer's PROVIDER_ALLOWLIST",
    "busy": "wait until that run has ended, or end it",
    "provider_unreachable": "check that the provider runs: bench-driver servers status",
    "unauthorized": "write its origin, a space and its token into the file of "
    f"{tokens.BENCH_TOKENS_FILE}",
    "provider_status": "see the provider's log; one that answers 421 needs the host of its origin "
    "in its ALLOWED_HOSTS, one that answers 401 its token in the consumer's ORIGIN_TOKENS_FILE",
    "provider_timeout": "check the provider, or raise READ_TIMEOUT_MS",
    "receiver_not_allowed": "put the receiver's origin into the sender's RECEIVER_ALLOWLIST",
    "receiver_unreachable": "check that the receiver runs: bench-driver servers status",
    "receiver_refused": "see receiver_code; sender_not_allowed means that the sender's host is "
    "not in the receiver's SENDER_ALLOWLIST, unauthorized that its token is not in the sender's "
    "ORIGIN_TOKENS_FILE",
    "receiver_timeout": "check the receiver, or raise READ_TIMEOUT_MS",
    "deserialize_failed": "compare the provider's bytes with providers/golden",
    "shutting_down": "start the servers again: bench-driver servers up",
}
