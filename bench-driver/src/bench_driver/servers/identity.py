"""A server that answers: who it says it is, and whether that is who it should be."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

from ..errors import ServerError
from ..model.cell import Turn
from ..model.scenario import server_name
from ..model.series import DECODE, EQUAL, of_engine
from .base import Target
from .client import Client
from .contract import Engines, read

#: What a server says of its abilities, which are not its build's alone.
_ABLE = ("engines", "object_types")


@dataclass(frozen=True)
class Live:
    """A server, what it says of itself, and the same as it came; `client` is None where only
    consumers reach it.
    """

    target: Target
    client: Client | None
    engines: Engines
    raw: dict[str, Any]

    @property
    def build(self) -> str:
        """What tells its build from others: a digest of its versions and flags."""
        said = {name: value for name, value in self.raw.items() if name not in _ABLE}
        return sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()[:16]

    @property
    def gone(self) -> bool:
        """Whether it answers no more, as far as the driver can ask."""
        return self.client is not None and not self.client.healthy()

    def kept(self) -> dict[str, Any]:
        """What a plan keeps of it: `url` is null where the driver does not reach it, `provider_url`
        is there where consumers call it otherwise.
        """
        target = self.target
        engines = [
            {**engine, "failing": _nameless(engine)} if "failing" in engine else engine
            for engine in self.raw.get("engines", ())
        ]
        return {
            **{"role": target.role, "url": target.url},
            **({} if target.provider_url == target.url else {"provider_url": target.provider_url}),
            **self.raw,
            **({"engines": engines} if engines else {}),
        }


def meet(
    target: Target,
    open_clients: ExitStack,
    object_types: Collection[str] = (),
    format_name: str | None = None,
) -> Live:
    """Asks a server who it is, and what it can do with these object types, in that format, or with
    all; ServerError where it is not who it should be.
    """
    origin = target.url or target.provider_url
    client = open_clients.enter_context(Client(target.url)) if target.url else None
    raw = client.engines(object_types, format_name)[1] if client else target.said
    engines = read(Engines, raw, f"GET {origin}/engines")
    assert raw is not None, "what was read is there"
    if engines.runtime != target.runtime:
        why = (
            f"GET {origin}/engines says runtime {engines.runtime!r}, and {target.name} should be "
            f"{target.runtime!r}"
        )
        raise ServerError(
            f"{origin} is not {target.name}",
            why=why,
            do="stop what listens there, or give other ports",
        )
    return Live(target, client, engines, raw)


def joined(live: Mapping[str, Live]) -> dict[str, Live]:
    """The servers as a plan knows them: one that has engines with equal checks in a build of its
    own announces these behind the others.
    """
    builds = {name: live[of_equal(name)] for name in live if of_equal(name) in live}
    taken = {of_equal(name) for name in builds}
    return {
        name: _with(server, builds[name]) if name in builds else server
        for name, server in live.items()
        if name not in taken
    }


def of_equal(name: str) -> str:
    """What the process of a server's build with equal checks is called."""
    return server_name(name, EQUAL)


def _with(server: Live, build: Live) -> Live:
    equal = [
        {**engine, "default": False}
        for engine in build.raw["engines"]
        if EQUAL in of_engine(engine)
    ]
    raw = {**server.raw, "engines": [*server.raw["engines"], *equal]}
    return replace(server, raw=raw, engines=read(Engines, raw, f"GET {server.target.url}/engines"))


def who(servers: Mapping[str, Any], turn: Turn) -> dict[str, Any]:
    """Which runtime provides a turn's objects, and which engine parses them, by name: where it
    names none the default of the series, as servers say it.
    """
    engines, cell = servers[turn.contender.server]["engines"], turn.cell
    defaults = [
        item["name"]
        for item in engines
        if item["format"] == cell.format and cell.checks in of_engine(item)
    ]
    return {
        "server_type": servers[turn.provider]["runtime"],
        "engine": turn.contender.engine or next(iter(defaults), None),
    }


def _same(key: str, planned: Any, now: Any, object_types: Collection[str]) -> bool:
    """Whether a server says the same as when a sweep was planned.

    Its runs name their engines, so that others beside them, and a new default, change none.
    """
    if key not in ("engines", "object_types") or planned is None:
        return bool(planned == now)
    if key == "object_types":
        return all(one in now for one in planned if one["name"] in object_types)
    known = {_key(engine): _of(engine, object_types) for engine in now}
    said = ((known.get(_key(engine), {}), _of(engine, object_types)) for engine in planned)
    return all(
        engine.get(name) == value
        for engine, before in said
        for name, value in before.items()
        if name != "default"
    )


def _key(engine: Mapping[str, Any]) -> tuple[str, str]:
    """What no two engines of a server share."""
    return engine["name"], engine.get("operation", DECODE)


def _of(engine: Mapping[str, Any], object_types: Collection[str]) -> dict[str, Any]:
    """An engine, and what it says of these object types."""
    known = [name for name in engine["object_types"] if name in object_types]
    failing = [why for why in _nameless(engine) if why.partition(":")[0] in object_types]
    return {**engine, "object_types": known, "failing": failing}


def _nameless(engine: Mapping[str, Any]) -> list[str]:
    """What it cannot have, without the reason of a format, which names a field: results name none
    of a user's own.
    """
    mark = " cannot carry it"
    return ["".join(why.partition(mark)[:2]) for why in engine.get("failing", ())]


def refuse_changed(
    live: Mapping[str, Live],
    planned: Mapping[str, Mapping[str, Any]],
    object_types: Collection[str],
) -> None:
    """ServerError where a server is not what it was when the sweep of these object types was
    planned.
    """
    for name, server in live.items():
        before = planned.get(name, {})
        if changed := [
            key
            for key, value in server.raw.items()
            if not _same(key, before.get(key), value, object_types)
        ]:
            why = f"its {', '.join(changed)} differ from the plan's"
            raise ServerError(
                f"{name} changed during the sweep",
                why=why,
                do="sweep again, and build nothing meanwhile",
            )
    if missing := [name for name in planned if name not in live]:
        raise ServerError(
            f"{missing[0]} is not there",
            why="the sweep was planned with it",
            do="start it, or sweep anew",
        )
