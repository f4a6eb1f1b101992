"""Servers in miniature that announce the engines of the real ones in both series, and stores as
they were before there were series.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import Table, select, text, update

from bench_driver.servers.base import Target
from bench_driver.store import schema
from bench_driver.store.database import Store

from .miniatures import Json, engines
from .stores import without_columns
from .sweeping import Miniatures

RUST = {"JSON": "serde_json", "BSON": "bson", "XML": "quick-xml"}
#: Java's earlier engines by format, each of which is its `-blackbird-equal` now.
JAVA = {"JSON": "jackson-databind", "BSON": "bson4jackson", "XML": "jackson-dataformat-xml"}
_OF_JAVA = {"": "usual", "-blackbird": "usual", "-equal": "equal", "-blackbird-equal": "equal"}
#: What was measured before there were series, under the names of now.
OF_BEFORE = (
    *(f"{name}-equal" for name in RUST.values()),
    *(f"{name}-blackbird-equal" for name in JAVA.values()),
)


def of_rust(engine: Json, checks: str) -> Json:
    """The name of the engine of a format in a series."""
    return {"name": RUST[engine["format"]] + ("-equal" if checks == "equal" else "")}


def announced(runtime: str) -> Json:
    """What a server says of itself, with the engines of the real one."""
    known: list[Json] = [
        engine
        for engine in engines(runtime)["engines"]
        if engine["default"] and engine["operation"] == "decode"
    ]
    if runtime == "rust":
        each = [(engine, checks) for checks in ("usual", "equal") for engine in known]
        said = [
            {**engine, **of_rust(engine, checks), "default": checks == "usual", "checks": [checks]}
            for engine, checks in each
        ]
    else:
        made = [(engine, part) for engine in known for part in _OF_JAVA]
        said = [
            {
                **engine,
                "name": JAVA[engine["format"]] + part,
                "default": not part,
                "checks": [_OF_JAVA[part]],
            }
            for engine, part in made
        ]
    return {**engines(runtime), "engines": said}


class InSeries(Miniatures):
    """Miniatures that announce these."""

    def _start(self, name: str, runtime: str, role: str, says: Json | None = None) -> Target:
        return super()._start(name, runtime, role, says or announced(runtime))


class OfBefore(Miniatures):
    """Miniatures whose Rust engines are in both series, as the earlier ones are."""

    def _start(self, name: str, runtime: str, role: str, says: Json | None = None) -> Target:
        said = announced(runtime)
        both = [
            {**engine, "checks": ["usual", "equal"] if runtime == "rust" else engine["checks"]}
            for engine in said["engines"]
        ]
        return super()._start(name, runtime, role, says or {**said, "engines": both})


#: What each consumer says of itself, by name.
SERVERS = {f"{runtime}-server": announced(runtime) for runtime in ("rust", "java")}


def listed(name: str, checks: Sequence[str]) -> Json:
    """A Rust engine for JSON that is no default."""
    return {
        **SERVERS["rust-server"]["engines"][0],
        "name": name,
        "default": False,
        "checks": [*checks],
    }


def as_the_third_driver_left_it(store: Store) -> None:
    """Takes series, and the names that came with them, back out of a store that holds `OF_BEFORE`
    alone, the defaults of then.
    """
    with store.writing() as connection:

        def change(table: Table, **columns: Callable[[Any], Any]) -> None:
            for key in connection.execute(select(table.c.id)).scalars().all():
                row = (
                    connection.execute(
                        select(*(table.c[name] for name in columns)).where(table.c.id == key)
                    )
                    .mappings()
                    .one()
                )
                values = {
                    name: of(row[name]) for name, of in columns.items() if row[name] is not None
                }
                connection.execute(update(table).where(table.c.id == key).values(**values))

        change(schema.sweep, conditions=_before, about=_before)
        change(schema.turn, request=_before)
        change(schema.attempt, request=_before, answer=_before)
        connection.execute(update(schema.turn).values(engine=None))
        without_columns(connection)
        setup = "ALTER TABLE slice ADD COLUMN setup VARCHAR(64) DEFAULT '' NOT NULL"
        connection.execute(text(setup))
        connection.execute(text("ALTER TABLE slice DROP COLUMN checks"))
        connection.execute(text("ALTER TABLE sweep DROP COLUMN written"))
        connection.execute(text("UPDATE alembic_version SET version_num = '0003'"))


def _before(value: Any) -> Any:
    """Plain data without series, with the names of then; of the engines that were announced, those
    that there were.
    """
    if isinstance(value, list):
        return [
            _before(item)
            for item in value
            if not (
                isinstance(item, dict)
                and "checks" in item
                and "default" in item
                and item["name"] not in OF_BEFORE
            )
        ]
    if not isinstance(value, dict):
        return (
            value.removesuffix("-equal").removesuffix("-blackbird")
            if isinstance(value, str)
            else value
        )
    kept = {
        name: _before(item) for name, item in value.items() if name not in ("checks", "settings")
    }
    if "consumer" in value and value["engine"]:
        kept["engine"] = None if "provider" in value else ""
    return {**kept, "default": True} if "default" in value else kept
