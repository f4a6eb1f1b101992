"""What a run is about has a column each: the size of an object type, the setup of a consumer and
the role of a contender no longer stand in names, and each run knows its host, build and process.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

_Json = Mapping[str, Any]
_BESIDE = ("one-thread", "itself", "again")
_COLUMNS = {"size": 16, "coding": 16, "setup": 64, "role": 16}
_WHERE = {"host": 128, "build": 16, "process": 128}

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
    sa.column("engine", sa.String),
    sa.column("object_type", sa.String),
    *(sa.column(name, sa.String) for name in _COLUMNS),
)
_slice = sa.table("slice", sa.column("turn_id", sa.Integer), sa.column("setup", sa.String))


def upgrade() -> None:
    """Splits the names, in columns and in what a sweep says of itself."""
    for name, length in _COLUMNS.items():
        op.add_column("turn", sa.Column(name, sa.String(length), nullable=False, server_default=""))
    for name, length in _WHERE.items():
        op.add_column(
            "attempt", sa.Column(name, sa.String(length), nullable=False, server_default="")
        )
    connection = op.get_bind()
    role = sa.select(_slice.c.setup).where(_slice.c.turn_id == _turn.c.id).scalar_subquery()
    connection.execute(
        sa.update(_turn)
        .where(_turn.c.id.in_(sa.select(_slice.c.turn_id).where(_slice.c.setup != "")))
        .values(role=role)
    )
    op.drop_column("slice", "setup")
    who = (_turn.c.consumer, _turn.c.engine, _turn.c.object_type)
    for consumer, engine, object_type in connection.execute(sa.select(*who).distinct()).all():
        of = {"consumer": consumer, "engine": engine or "", "object_type": object_type}
        split = {**_sized(of), **_contender(of)}
        changed = {name: split[name] for name in split if name != "engine" and split[name]}
        same = [_turn.c.consumer == consumer, _turn.c.object_type == object_type]
        same.append(_turn.c.engine.is_(None) if engine is None else _turn.c.engine == engine)
        if {**of, **changed} != of:
            connection.execute(sa.update(_turn).where(*same).values(**changed))
    query = sa.select(_sweep.c.id, _sweep.c.conditions, _sweep.c.about)
    for key, conditions, about in connection.execute(query).all():
        values = {"conditions": _conditions(conditions), "about": _about(about)}
        connection.execute(sa.update(_sweep).where(_sweep.c.id == key).values(**values))


def _conditions(held: _Json) -> _Json:
    if "cells" not in held:
        return held
    return {**held, "cells": [_cell(cell, "contenders") for cell in held["cells"]]}


def _about(said: _Json) -> _Json:
    """What a sweep noted of its cells, and of the rounds of its rows."""
    cells, stopping = said.get("cells"), said.get("stopping")
    changed: dict[str, Any] = {}
    if isinstance(cells, list):
        changed["cells"] = [_cell(cell, "pilot") for cell in cells]
    if isinstance(stopping, dict):
        rows = [_row(row) for row in stopping.get("rows", ())]
        changed["stopping"] = {**stopping, "rows": rows}
    return {**said, **changed}


def _cell(cell: _Json, contenders: str) -> _Json:
    those = [_contender(who) for who in cell.get(contenders, ())]
    return {**_sized(cell), contenders: those}


def _row(row: _Json) -> _Json:
    """A earlier row had the operation that its series says."""
    checks = row.get("checks", "usual")
    operation = {"usual": "decode", "equal": "decode", "canonical": "encode"}.get(checks, "partial")
    return {"checks": checks, "operation": operation, **_sized(row)}


def _sized(item: _Json) -> dict[str, Any]:
    object_type, _, size = item["object_type"].partition("@")
    return {**item, "object_type": object_type, "size": size, "coding": ""}


def _contender(who: _Json) -> dict[str, Any]:
    """A contender; what stood in its setup is its role, and in its consumer's name its setup."""
    process, _, further = who["consumer"].partition("#")
    consumer, _, setup = process.partition("+")
    floor = "floor" if (who.get("engine") or "").startswith("floor-") else ""
    again = further if further in _BESIDE else ""
    role = who["setup"] if who.get("setup") in _BESIDE else again or floor
    return {**who, "consumer": consumer, "setup": setup, "role": role}
