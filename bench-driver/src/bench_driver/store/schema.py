"""The tables. A change here goes with a migration in `migrations/versions`; a test holds the two to
each other.

    sweep          a plan and how far it got
    └── turn       a run: its place in its round, its scenario, its series, what it asked for
        ├── slice      of the series `slice`: the rest of its cell, and the group
        ├── point      an amount at which it is reported: each checkpoint, and the last
        └── attempt    what came of it, with the server's answer whole; only ever appended, but
            │          that `ok` and `failed` become `void` with their round
            └── measurement    the figures of a point, so that many nights are read without
                               opening raw answers
    dispatch       how often a round of a sweep went to its machine, where a cluster measures it
    trial          of a study on real stores: what is planned, and what came of it; no sweep's
    └── reading        a figure of it, with its unit
    lock           who on which machine measures which external servers right now

Times of day are UTC, ISO 8601 with milliseconds, as text: they sort, and read the same in both
databases.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Dialect,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    TypeDecorator,
    UniqueConstraint,
)  # fmt: skip

from ..model.label import name_checked


class Name(TypeDecorator[str]):
    """A name that stands in file names, held to be one as it is read. Misnamed."""

    impl = String
    cache_ok = True

    def process_result_value(self, value: Any, dialect: Dialect) -> str | None:
        """The name; None of none."""
        return None if value is None else name_checked(value)


METADATA = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
    }
)

SERIES = ("provider-warmup", "cold", "warmup", "steady", "slice")
ARMS = ("A", "B")
OUTCOMES = ("ok", "failed", "void")
STATES = ("planned", "running", "complete", "interrupted", "failed")
DISPATCH_STATES = ("sent", "recorded", "lost", "late")
TRIAL_STATES = ("planned", "complete", "failed", "void")
#: The figures of a measurement that an answer has under `parse`, ns.
PARSE_FIGURES = ("total_ns", "mean_ns", "min_ns", "p50_ns", "p90_ns", "p99_ns", "max_ns")
#: SQLite counts in 64 bits whatever it is told, and numbers rows itself only where the column is
#: INTEGER.
_Key = BigInteger().with_variant(Integer, "sqlite")


def _one_of(column: str, words: tuple[str, ...]) -> CheckConstraint:
    return CheckConstraint(f"{column} IN ({', '.join(map(repr, words))})", name=column)


sweep = Table(
    "sweep",
    METADATA,
    Column("id", String(64), primary_key=True),
    Column("preset", String(32), nullable=False),
    Column("state", String(16), nullable=False),
    Column("seed", BigInteger, nullable=False),
    Column("planned_at", String(32), nullable=False),
    Column("finished_at", String(32)),
    Column(
        "conditions", JSON, nullable=False
    ),  # what holds for every run: rounds, amounts, concurrency, warm-up, …
    Column(
        "about", JSON, nullable=False
    ),  # commit, command, driver, machine, and the servers with all that they say of themselves
    Column("label", String(80)),  # its maker's own name for it; null where there is none
    Column(
        "written", BigInteger, nullable=False, server_default="0"
    ),  # its place, from 1; a merged one has that of the sweep before it by date
    _one_of("state", STATES),
)

Index("ix_sweep_order", sweep.c.written, sweep.c.planned_at, sweep.c.id)  # `about` is long
Index("ix_sweep_label", sweep.c.label)
#: The order of sweeps. Dates come second: one clock that ran ahead would be the last for years.
ORDER = (sweep.c.written, sweep.c.planned_at, sweep.c.id)

turn = Table(
    "turn",
    METADATA,
    Column("id", _Key, primary_key=True, autoincrement=True),
    Column("sweep_id", ForeignKey("sweep.id"), nullable=False),
    Column("round", Integer, nullable=False),
    Column("position", Integer, nullable=False),  # its place in the order of its round, from 1
    Column("consumer", Name(64), nullable=False),
    Column("provider", Name(64), nullable=False),
    Column("object_type", Name(64), nullable=False),
    Column("size", Name(16), nullable=False, server_default=""),  # "": it comes in none
    Column("format", Name(32), nullable=False),
    Column("coding", Name(16), nullable=False, server_default=""),  # "": no content coding
    Column("setup", Name(64), nullable=False, server_default=""),  # "": the usual one
    # itself, again, one-thread, floor; "": compared with others
    Column("role", Name(16), nullable=False, server_default=""),
    Column("engine", Name(64)),  # null: the default of the format; of a slice, of its series
    Column("series", String(16), nullable=False),
    Column("arm", String(1)),  # A and B: the same scenario twice in a round, to see what is noise
    Column("amount", Integer, nullable=False),
    Column(
        "request", JSON, nullable=False
    ),  # of the run, but for where the provider is, which its round knows
    UniqueConstraint("sweep_id", "round", "position"),
    _one_of("series", SERIES),
    _one_of("arm", ARMS),
)
Index(
    "ix_turn_scenario",
    turn.c.consumer,
    turn.c.provider,
    turn.c.object_type,
    turn.c.format,
    turn.c.engine,
    turn.c.series,
)

slice_of = Table(
    "slice",
    METADATA,
    Column("turn_id", ForeignKey("turn.id"), primary_key=True),
    Column("condition", Name(16), nullable=False),  # block, http, replay, cores
    Column("operation", Name(16), nullable=False),
    Column("checks", Name(16), nullable=False),  # usual, equal: the series of its cell
    Column("group_number", Integer, nullable=False),  # of the cell's groups in the round, from 1
    Column("place", Integer, nullable=False),  # in its group, from 0
)

point = Table(
    "point",
    METADATA,
    Column("id", _Key, primary_key=True, autoincrement=True),
    Column("turn_id", ForeignKey("turn.id"), nullable=False),
    Column("amount", Integer, nullable=False),
    UniqueConstraint("turn_id", "amount"),
)

attempt = Table(
    "attempt",
    METADATA,
    Column("id", _Key, primary_key=True, autoincrement=True),
    Column("turn_id", ForeignKey("turn.id"), nullable=False),
    Column("number", Integer, nullable=False),  # of the turn, from 1
    Column(
        "round_attempt", Integer, nullable=False
    ),  # how often its round had begun by then, from 1
    Column("started_at", String(32), nullable=False),
    Column(
        "ended_at", String(32), nullable=False
    ),  # started_at and the seconds that a monotonic clock counted since
    Column("outcome", String(8), nullable=False),
    Column("request", JSON, nullable=False),
    Column("answer", JSON(none_as_null=True)),  # the server's, whole; null where there is none
    Column("problem", JSON(none_as_null=True)),  # why it failed; null where it did not
    Column(
        "notes",
        JSON,
        nullable=False,
        # what the driver saw meanwhile: seconds, load_average, and clock_jump_s where the time of
        # day jumped
    ),
    # where it was made: empty of a run that was not, and of older ones
    Column("host", String(128), nullable=False, server_default=""),
    Column("build", String(16), nullable=False, server_default=""),
    Column("process", String(128), nullable=False, server_default=""),
    UniqueConstraint("turn_id", "number"),
    _one_of("outcome", OUTCOMES),
)

Index("ix_attempt_outcome", attempt.c.turn_id, attempt.c.outcome)  # counts read no answer

measurement = Table(
    "measurement",
    METADATA,
    Column("point_id", ForeignKey("point.id"), primary_key=True),
    Column("attempt_id", ForeignKey("attempt.id"), primary_key=True, index=True),
    Column("amount", Integer, nullable=False),
    *(
        Column(name, Float(53) if name == "mean_ns" else BigInteger, nullable=False)
        for name in PARSE_FIGURES
    ),
    Column("total_time_ms", BigInteger, nullable=False),
    Column("noisy", Boolean, nullable=False),  # whether the server says that its run was disturbed
    Column(
        "steadiness", Text
    ),  # the class of the run's series; null where the server gives no verdict
)

dispatch = Table(
    "dispatch",
    METADATA,
    Column("sweep_id", ForeignKey("sweep.id"), primary_key=True),  # a machine's part of a sweep
    Column("round", Integer, primary_key=True),
    Column("attempt", Integer, primary_key=True),  # how often the round was sent, from 1
    Column("state", String(16), nullable=False),
    Column("sent_at", String(32), nullable=False),
    Column("ended_at", String(32)),
    Column("seconds", Float(53)),  # what it took its machine; null where nobody knows
    Column("why", Text),  # it was lost
    _one_of("state", DISPATCH_STATES),
)
#: A round is recorded once, whoever sends its result again.
_RECORDED = dispatch.c.state == "recorded"
Index(
    "uq_dispatch_recorded",
    dispatch.c.sweep_id,
    dispatch.c.round,
    unique=True,
    sqlite_where=_RECORDED,
    postgresql_where=_RECORDED,
)

trial = Table(
    "trial",
    METADATA,
    Column("id", _Key, primary_key=True, autoincrement=True),
    Column("run", String(64), nullable=False, index=True),  # what one `study run` planned
    Column("study", String(64), nullable=False),
    Column("part", String(64), nullable=False),
    Column("preset", String(32), nullable=False),
    Column("planned_at", String(32), nullable=False),
    Column("seed", BigInteger, nullable=False),
    Column("round", Integer, nullable=False),
    Column("attempt", Integer, nullable=False),  # how often its round has begun, from 1
    Column("position", Integer, nullable=False),  # its place in the order of its round, from 1
    Column("tags", JSON, nullable=False),  # what is measured, and how: store, form, …
    Column("state", String(16), nullable=False),
    Column("started_at", String(32)),
    Column("ended_at", String(32)),
    Column("about", JSON, nullable=False),  # versions, settings, machine
    Column("problem", JSON(none_as_null=True)),  # why it failed or is void; null where it is not
    UniqueConstraint("run", "round", "attempt", "position"),
    _one_of("state", TRIAL_STATES),
)

reading = Table(
    "reading",
    METADATA,
    Column("trial_id", ForeignKey("trial.id"), primary_key=True),
    Column("figure", String(64), primary_key=True),
    Column("value", Float(53), nullable=False),
    Column("unit", String(16), nullable=False),
)

lock = Table(
    "lock",
    METADATA,
    Column("resource", String(255), primary_key=True),  # what is measured: an origin
    Column("sweep_id", String(64)),  # for the message; the sweep may not be planned yet
    Column("host", String(255), nullable=False),  # and, behind a colon, the checkout
    Column("pid", Integer, nullable=False),
    Column(
        "process", String(128), nullable=False
    ),  # when the process started, as its system counts: a pid alone may become somebody else's
    Column(
        "until", Float(53), nullable=False
    ),  # seconds since 1970: after it, drivers on other hosts take the lock for left behind
)
