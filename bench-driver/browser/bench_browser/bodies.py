"""The bodies of an object type, fetched from a provider once, for the page in one piece."""

from __future__ import annotations

import asyncio
import hashlib
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import httpx

from bench_driver.servers.client import no_tls

from .problem import ProblemError

#: As many as a run of a server has in flight for a block.
_AT_ONCE = 16
#: A sweep measures two formats of a type from two providers before it goes on to the next; what was
#: not asked for longest goes first.
_KEPT = 16
_PATIENCE_S = 10.0


@dataclass(frozen=True)
class Whose:
    """Which bodies: of whom, of what, in which format, and how many different ones."""

    provider_url: str
    object_type: str
    format: str
    variants: int

    @property
    def name(self) -> str:
        """What the page fetches them by."""
        return hashlib.sha256(repr(self).encode()).hexdigest()


@dataclass(frozen=True)
class Bodies:
    """One body a variant, in order of index."""

    parts: Sequence[bytes]

    @property
    def framed(self) -> bytes:
        """One after the other, each behind its length in four bytes, the highest first."""
        return b"".join(len(part).to_bytes(4, "big") + part for part in self.parts)

    @cached_property
    def sha256(self) -> str:
        """Of all of them together."""
        return hashlib.sha256(b"".join(self.parts)).hexdigest()

    def bytes_of(self, amount: int) -> int:
        """Of this many objects, which take the variants in turn."""
        turns, rest = divmod(amount, len(self.parts))
        return turns * sum(map(len, self.parts)) + sum(map(len, self.parts[:rest]))


class Kept:
    """Bodies that were fetched, and whom they may be fetched from."""

    def __init__(self, allowed: Sequence[str]) -> None:
        self._allowed = set(allowed)
        self._found: OrderedDict[str, Bodies] = OrderedDict()
        limits = httpx.Limits(max_connections=_AT_ONCE)
        self._http = httpx.AsyncClient(
            trust_env=False, verify=no_tls(), timeout=_PATIENCE_S, limits=limits
        )

    def named(self, name: str) -> Bodies | None:
        """Those of a name, where they are still there."""
        return self._found.get(name)

    async def of(self, whose: Whose) -> tuple[Bodies, int]:
        """The bodies, and how many connections were opened for them: none where they were there.

        ProblemError.
        """
        if whose.provider_url not in self._allowed:
            raise ProblemError(
                403,
                "provider_not_allowed",
                f"{whose.provider_url} is not in this consumer's PROVIDER_ALLOWLIST",
            )
        if found := self._found.get(whose.name):
            self._found.move_to_end(whose.name)
            return found, 0
        self._found[whose.name] = made = Bodies(await self._fetched(whose))
        while len(self._found) > _KEPT:
            self._found.popitem(last=False)
        return made, min(_AT_ONCE, whose.variants)

    async def _fetched(self, whose: Whose) -> list[bytes]:
        url = f"{whose.provider_url}/{whose.format}Object/{whose.object_type}"
        left, found = iter(range(whose.variants)), dict[int, bytes]()

        async def fetching() -> None:
            for index in left:
                found[index] = await self._one(url, index)

        try:
            # Not all at once: a pool goes through whoever waits for a connection each time that one
            # is free.
            await asyncio.gather(*(fetching() for _ in range(_AT_ONCE)))
            return [found[index] for index in range(whose.variants)]
        except httpx.TimeoutException as error:
            raise ProblemError(
                504, "provider_timeout", f"{url} did not answer within {_PATIENCE_S:.0f} s"
            ) from error
        except httpx.HTTPError as error:
            raise ProblemError(
                502, "provider_unreachable", f"{url}: {str(error) or type(error).__name__}"
            ) from error

    async def _one(self, url: str, index: int) -> bytes:
        answer = await self._http.get(url, params={"index": index})
        if answer.status_code != 200:
            raise ProblemError(
                502, "provider_status", f"{url}?index={index} answered {answer.status_code}"
            )
        return answer.content
