"""Cells and engines stand in series.

What was measured before is of equal checks, and Java's engines of then have other names now.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

_CONSUMER = "java-server"
#: What the defaults of java-server had as their names, and have now, by format.
_RENAMED = {
    "JSON": ("jackson-databind", "jackson-databind-blackbird-equal"),
    "BSON": ("bson4jackson", "bson4jackson-blackbird-equal"),
    "XML": ("jackson-dataformat-xml", "jackson-dataformat-xml-blackbird-equal"),
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
    """Adds the series to slices and plans, and gives engines the names that they have now wherever
    they are kept.
    """
    op.add_column(
        "slice", sa.Column("checks", sa.String(length=16), nullable=False, server_default="equal")
    )
    with op.batch_alter_table("slice") as table:  # nothing hangs off it, so that SQLite may copy it
        table.alter_column("checks", server_default=None)
    connection = op.get_bind()
    for name in connection.execute(sa.select(_sweep.c.id)).scalars().all():
        _change(connection, _sweep, name, conditions=_conditions, about=_about)
    for format_name, (before, now) in _RENAMED.items():
        _rename(connection, format_name, before, now)


def _rename(connection: sa.Connection, format_name: str, before: str, now: str) -> None:
    """Renames the engine of a format in turns and attempts; answers are long, so they are changed
    one at a time.
    """
    of_java = (
        _turn.c.consumer == _CONSUMER,
        _turn.c.format == format_name,
        sa.or_(_turn.c.engine.is_(None), _turn.c.engine == before),
    )
    turns = connection.execute(sa.select(_turn.c.id).where(*of_java)).scalars().all()
    made = (
        connection.execute(
            sa.select(_attempt.c.id).where(
                _attempt.c.turn_id.in_(sa.select(_turn.c.id).where(*of_java))
            )
        )
        .scalars()
        .all()
    )
    for key in made:
        _change(
            connection,
            _attempt,
            key,
            request=lambda asked: {**asked, "engine": now},
            answer=lambda told: _answer(told, before, now),
        )
    for key in turns:
        _change(connection, _turn, key, request=lambda asked: {**asked, "engine": now})
    connection.execute(sa.update(_turn).where(*of_java).values(engine=now))


def _change(connection: sa.Connection, table: sa.TableClause, key: Any, **columns: Any) -> None:
    """Changes columns of a row, each by its function; what is null stays so."""
    row = (
        connection.execute(sa.select(*(table.c[name] for name in columns)).where(table.c.id == key))
        .mappings()
        .one()
    )
    changed = {name: change(row[name]) for name, change in columns.items() if row[name] is not None}
    connection.execute(sa.update(table).where(table.c.id == key).values(**changed))


def _answer(told: _Json, before: str, now: str) -> _Json:
    engine = told.get("engine", {})
    return {**told, "engine": {**engine, "name": now}} if engine.get("name") == before else told


def _conditions(held: _Json) -> _Json:
    """What a plan measures: of one in groups the cells, of one by amounts the scenarios."""
    cells = [_cell(cell, "contenders") for cell in held.get("cells", [])]
    scenarios = [_named(item, item["format"]) for item in held.get("scenarios", [])]
    return {
        **held,
        **({"cells": cells} if "cells" in held else {}),
        **({"scenarios": scenarios} if "scenarios" in held else {}),
    }


def _about(said: _Json) -> _Json:
    """What a sweep noted of its cells and of why it stopped, and what its servers said of their
    engines.
    """
    cells, stopping = said.get("cells"), said.get("stopping")
    servers = {name: _server(server) for name, server in said.get("servers", {}).items()}
    changed: dict[str, Any] = {"servers": servers} if servers else {}
    changed |= (
        {"cells": [_cell(cell, "pilot") for cell in cells]} if isinstance(cells, list) else {}
    )
    changed |= (
        {
            "stopping": {
                **stopping,
                "rows": [{**row, "checks": "equal"} for row in stopping.get("rows", [])],
            }
        }
        if stopping
        else {}
    )
    return {**said, **changed}


def _cell(cell: _Json, contenders: str) -> _Json:
    """A cell, with its series and those who are kept of it."""
    return {
        **cell,
        "checks": "equal",
        **(
            {contenders: [_named(who, cell["format"]) for who in cell[contenders]]}
            if contenders in cell
            else {}
        ),
    }


def _named(who: _Json, format_name: str) -> _Json:
    """A contender or a scenario, with its engine where java-server's default was meant."""
    before, now = _RENAMED.get(format_name, ("", ""))
    meant = who["consumer"] == _CONSUMER and now and (who.get("engine") or before) == before
    return {**who, "engine": now} if meant else who


def _server(server: _Json) -> _Json:
    """A server, with the series of its engines; what settings they had, it did not say."""
    java = server.get("runtime") == "java"
    names = dict(_RENAMED.values()) if java else {}
    checks = ["equal"] if java else ["usual", "equal"]
    engines: Iterable[_Json] = server.get("engines", [])
    return (
        server
        if not engines
        else {
            **server,
            "engines": [
                {**engine, "name": names.get(engine["name"], engine["name"]), "checks": checks}
                for engine in engines
            ],
        }
    )
