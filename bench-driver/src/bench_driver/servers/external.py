"""Servers that somebody else runs, as the servers of a sweep: one origin each, for driver and
consumers alike, and never restarted.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from typing import Any

from ..errors import StackError, UsageError
from ..model.cell import Process
from .base import Given, Target
from .specs import SERVERS, of_role

#: The environment variable that stands in for `--server`, so that a container can be configured.
BENCH_SERVERS = "BENCH_SERVERS"
#: As docs/configuration.md has it, near enough to refuse a slip here and not in every run.
_ORIGIN = re.compile(r"http://([A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(:[1-9][0-9]{0,4})?/?")

_LOOPBACK = re.compile(r"http://(localhost|127\.[0-9.]+|\[::1\])[:/]?", re.IGNORECASE)


@dataclass(frozen=True)
class ExternalServers:
    """Those servers that a sweep needs, by name, and where each is."""

    names: Sequence[str]
    urls: Mapping[str, str]
    restarts = False
    multiplies = False

    def resources(self) -> list[str]:
        """Each server's origin, but for one on loopback: it is this machine's, which has a lock."""
        return [url for url in (self.urls[name] for name in self.names) if not _LOOPBACK.match(url)]

    def session(self) -> AbstractContextManager[None]:
        """They were there before, and stay."""
        return nullcontext()

    @contextmanager
    def round(self, number: int) -> Iterator[Sequence[Target]]:
        """The same servers in every round."""
        yield [
            Target(spec.name, spec.runtime, spec.role, self.urls[spec.name])
            for spec in SERVERS
            if spec.name in self.names
        ]

    def restart(self, process: Process) -> Target:
        """Never: a sweep asks `restarts` first."""
        what = f"{process.name} cannot be restarted"
        raise StackError(what, why="somebody else runs it", do="leave --cold out")

    def describe(self) -> dict[str, Any]:
        """That they are not ours."""
        words = (
            "external servers, not restarted between rounds; `machine` is that of the driver, and "
            "theirs may be another"
        )
        return {
            "stack": "external",
            "stack_in_words": words,
            "each_round": "against the same processes",
        }


def servers(given: Given) -> ExternalServers:
    """The servers at the given origins."""
    return ExternalServers(given.names, given.urls)


def parse(items: Iterable[str], source: str) -> dict[str, str]:
    """Origins by server from `NAME=URL`; UsageError where one is not that, or a name or an origin
    comes twice. `source` is where they were written.
    """
    known = [spec.name for spec in SERVERS]
    urls: dict[str, str] = {}
    for item in items:
        name, _, url = item.strip().partition("=")
        if name not in known or not _ORIGIN.fullmatch(url) or not _port_fits(url):
            do = f"write one of {', '.join(known)}, then = and http://host:port"
            raise UsageError(
                f"{source} {item!r} cannot be used",
                why="it is not NAME=URL with an origin and nothing more",
                do=do,
            )
        if name in urls:
            raise UsageError(
                f"{source} names {name} twice",
                why=f"as {urls[name]} and as {url}",
                do="name each server once",
            )
        url = url.rstrip("/")
        if other := next((other for other, taken in urls.items() if taken == url), None):
            why = (
                "one process would be both, and its work for the one would spoil the figures of "
                "the other"
            )
            raise UsageError(
                f"{source} has {other} and {name} at the same origin {url}",
                why=why,
                do="run a server for each",
            )
        urls[name] = url
    return urls


def _port_fits(url: str) -> bool:
    port = re.search(r":(\d+)/?$", url)
    return port is None or int(port[1]) <= 65535


def origins(given: tuple[str, ...]) -> dict[str, str]:
    """Origins by server, from `--server`, else from BENCH_SERVERS; UsageError where there is no
    consumer or no provider among them.
    """
    variable = os.environ.get(BENCH_SERVERS, "")
    urls = (
        parse(given, "--server")
        if given
        else parse(filter(str.strip, variable.split(",")), BENCH_SERVERS)
    )
    for role in ("consumer", "provider"):
        if not any(name in urls for name in of_role(role)):
            why = (
                f"--stack external has {', '.join(urls) or 'no servers'}, and none of "
                f"{', '.join(of_role(role))}"
            )
            raise UsageError(
                f"no {role} is given",
                why=why,
                do=(
                    "add --server NAME=URL for each server, or set "
                    f"{BENCH_SERVERS}=NAME=URL,NAME=URL"
                ),
            )
    return urls
