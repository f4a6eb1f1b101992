"""Rust's earlier engines had readers with equal checks, and have names that say so. Those of now
have what serde derives, and no history joins the two.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

_CONSUMER = "rust-server"
#: The engines whose readers changed, by format; the first is the default.
_ENGINES = {
    "JSON": ("serde_json", "simd-json"),
    "BSON": ("bson",),
    "XML": ("quick-xml", "serde-xml-rs"),
}
_Json = Mapping[str, Any]

_sweep = sa.table(
    "sweep",
    sa.column("id", sa.String),
    sa.column("conditions", sa.JSON),
    sa.column("about", sa.JSON),
)
_turn = sa.table(
    "turn",
    sa.column("id", sa.Integer),
    sa.column("consumer", sa.String),
    sa.column("format", sa.String),
    sa.column("engine", sa.String),
    sa.column("request", sa.JSON),
)
_attempt = sa.table(
    "attempt",
    sa.column("id", sa.Integer),
    sa.column("turn_id", sa.Integer),
    sa.column("request", sa.JSON),
    sa.column("answer", sa.JSON(none_as_null=True)),
)


def upgrade() -> None:
    """Gives them these names wherever they are kept. Setups of Rust have them too; what reads three
    fields, or writes, is what it was.
    """
    connection = op.get_bind()
    for name in connection.execute(sa.select(_sweep.c.id)).scalars().all():
        _change(connection, _sweep, name, conditions=_conditions, about=_about)
    of_rust = sa.or_(_turn.c.consumer == _CONSUMER, _turn.c.consumer.startswith(f"{_CONSUMER}+"))
    for key, format_name, engine, request in connection.execute(
        sa.select(_turn.c.id, _turn.c.format, _turn.c.engine, _turn.c.request).where(of_rust)
    ).all():
        now = _named(engine, format_name)
        if now is not None and now != engine and request.get("operation", "decode") == "decode":
            _rename(connection, key, now)


def _rename(connection: sa.Connection, turn: int, now: str) -> None:
    """Renames the engine of a turn and of its attempts; answers are long, so they are changed one
    at a time.
    """
    connection.execute(sa.update(_turn).where(_turn.c.id == turn).values(engine=now))
    _change(connection, _turn, turn, request=lambda asked: _asked(asked, now))
    for key in (
        connection.execute(sa.select(_attempt.c.id).where(_attempt.c.turn_id == turn))
        .scalars()
        .all()
    ):
        _change(connection, _attempt, key, request=lambda asked: _asked(asked, now), answer=_answer)


def _change(
    connection: sa.Connection, table: sa.TableClause, key: Any, **columns: Callable[[Any], Any]
) -> None:
    """Changes columns of a row, each by its function; what is null stays so."""
    row = (
        connection.execute(sa.select(*(table.c[name] for name in columns)).where(table.c.id == key))
        .mappings()
        .one()
    )
    changed = {name: change(row[name]) for name, change in columns.items() if row[name] is not None}
    connection.execute(sa.update(table).where(table.c.id == key).values(**changed))


def _named(engine: str | None, format_name: str) -> str | None:
    """An engine's name of now; where none was named, that of the default."""
    known = _ENGINES.get(format_name, ())
    meant = engine or next(iter(known), None)
    return f"{meant}-equal" if meant in known else engine


def _asked(request: _Json, now: str) -> _Json:
    """A request; of one that is pushed the provider hears of the receiver's engine."""
    return {**request, "receiver_engine" if "receiver_engine" in request else "engine": now}


def _answer(told: _Json) -> _Json:
    engine = told.get("engine", {})
    return (
        {**told, "engine": {**engine, "name": _named(engine["name"], engine.get("format", ""))}}
        if engine.get("name")
        else told
    )


def _conditions(held: _Json) -> _Json:
    """What a plan measures: of one in groups the cells, of one by amounts the scenarios."""
    cells = [_cell(cell, "contenders") for cell in held.get("cells", [])]
    scenarios = [_who(item, item["format"]) for item in held.get("scenarios", [])]
    return {
        **held,
        **({"cells": cells} if "cells" in held else {}),
        **({"scenarios": scenarios} if "scenarios" in held else {}),
    }


def _about(said: _Json) -> _Json:
    """What a sweep noted of its cells, and what its servers said of their engines: the series that
    these stood in stay.
    """
    cells, servers = said.get("cells"), said.get("servers", {})
    changed: dict[str, Any] = (
        {"servers": {name: _server(server) for name, server in servers.items()}} if servers else {}
    )
    return {
        **said,
        **changed,
        **({"cells": [_cell(cell, "pilot") for cell in cells]} if isinstance(cells, list) else {}),
    }


def _cell(cell: _Json, contenders: str) -> _Json:
    whole = cell.get("operation", "decode") == "decode" and contenders in cell
    return (
        {**cell, contenders: [_who(who, cell["format"]) for who in cell[contenders]]}
        if whole
        else cell
    )


def _who(who: _Json, format_name: str) -> _Json:
    """A contender or a scenario; an engine that needs no name stays nameless where it is not one of
    these.
    """
    of_rust = who["consumer"].partition("+")[0] == _CONSUMER
    now = _named(who.get("engine"), format_name) if of_rust else who.get("engine")
    return {**who, "engine": now} if now != who.get("engine") else who


def _server(server: _Json) -> _Json:
    if server.get("runtime") != "rust" or not server.get("engines"):
        return server
    return {**server, "engines": [_announced(engine) for engine in server["engines"]]}


def _announced(engine: _Json) -> _Json:
    whole = engine.get("operation", "decode") == "decode"
    return {**engine, "name": _named(engine["name"], engine["format"])} if whole else engine
