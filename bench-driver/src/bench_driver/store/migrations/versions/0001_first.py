"""The first schema."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Makes every table."""
    op.create_table(
        "lock",
        sa.Column("resource", sa.String(length=255), nullable=False),
        sa.Column("sweep_id", sa.String(length=64), nullable=True),
        sa.Column("host", sa.String(length=255), nullable=False),
        sa.Column("pid", sa.Integer(), nullable=False),
        sa.Column("process", sa.String(length=128), nullable=False),
        sa.Column("until", sa.Float(precision=53), nullable=False),
        sa.PrimaryKeyConstraint("resource", name=op.f("pk_lock")),
    )
    op.create_table(
        "sweep",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("preset", sa.String(length=32), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("seed", sa.BigInteger(), nullable=False),
        sa.Column("planned_at", sa.String(length=32), nullable=False),
        sa.Column("finished_at", sa.String(length=32), nullable=True),
        sa.Column("conditions", sa.JSON(), nullable=False),
        sa.Column("about", sa.JSON(), nullable=False),
        sa.CheckConstraint(
            "state IN ('planned', 'running', 'complete', 'interrupted', 'failed')",
            name=op.f("ck_sweep_state"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sweep")),
    )
    op.create_table(
        "turn",
        sa.Column(
            "id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=True,
            nullable=False,
        ),
        sa.Column("sweep_id", sa.String(length=64), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("consumer", sa.String(length=64), nullable=False),
        sa.Column("provider", sa.String(length=64), nullable=False),
        sa.Column("object_type", sa.String(length=64), nullable=False),
        sa.Column("format", sa.String(length=32), nullable=False),
        sa.Column("engine", sa.String(length=64), nullable=True),
        sa.Column("series", sa.String(length=16), nullable=False),
        sa.Column("arm", sa.String(length=1), nullable=True),
        sa.Column("amount", sa.Integer(), nullable=False),
        sa.Column("request", sa.JSON(), nullable=False),
        sa.CheckConstraint("arm IN ('A', 'B')", name=op.f("ck_turn_arm")),
        sa.CheckConstraint(
            "series IN ('provider-warmup', 'cold', 'warmup', 'steady')", name=op.f("ck_turn_series")
        ),
        sa.ForeignKeyConstraint(["sweep_id"], ["sweep.id"], name=op.f("fk_turn_sweep_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_turn")),
        sa.UniqueConstraint("sweep_id", "round", "position", name=op.f("uq_turn_sweep_id")),
    )
    op.create_index(
        "ix_turn_scenario",
        "turn",
        ["consumer", "provider", "object_type", "format", "engine", "series"],
        unique=False,
    )
    op.create_table(
        "attempt",
        sa.Column(
            "id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=True,
            nullable=False,
        ),
        sa.Column("turn_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("round_attempt", sa.Integer(), nullable=False),
        sa.Column("started_at", sa.String(length=32), nullable=False),
        sa.Column(
            "ended_at",
            sa.String(length=32),
            nullable=False,
        ),
        sa.Column("outcome", sa.String(length=8), nullable=False),
        sa.Column("request", sa.JSON(), nullable=False),
        sa.Column("answer", sa.JSON(), nullable=True),
        sa.Column("problem", sa.JSON(), nullable=True),
        sa.Column("notes", sa.JSON(), nullable=False),
        sa.CheckConstraint("outcome IN ('ok', 'failed', 'void')", name=op.f("ck_attempt_outcome")),
        sa.ForeignKeyConstraint(["turn_id"], ["turn.id"], name=op.f("fk_attempt_turn_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_attempt")),
        sa.UniqueConstraint("turn_id", "number", name=op.f("uq_attempt_turn_id")),
    )
    op.create_table(
        "point",
        sa.Column(
            "id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=True,
            nullable=False,
        ),
        sa.Column("turn_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("amount", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["turn_id"], ["turn.id"], name=op.f("fk_point_turn_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_point")),
        sa.UniqueConstraint("turn_id", "amount", name=op.f("uq_point_turn_id")),
    )
    op.create_table(
        "measurement",
        sa.Column("point_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column(
            "attempt_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.Column("amount", sa.Integer(), nullable=False),
        sa.Column("total_ns", sa.BigInteger(), nullable=False),
        sa.Column("min_ns", sa.BigInteger(), nullable=False),
        sa.Column("p50_ns", sa.BigInteger(), nullable=False),
        sa.Column("p90_ns", sa.BigInteger(), nullable=False),
        sa.Column("p99_ns", sa.BigInteger(), nullable=False),
        sa.Column("max_ns", sa.BigInteger(), nullable=False),
        sa.Column("total_time_ms", sa.BigInteger(), nullable=False),
        sa.Column("mean_ns", sa.Float(precision=53), nullable=False),
        sa.Column("noisy", sa.Boolean(), nullable=False),
        sa.Column("steadiness", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(
            ["attempt_id"], ["attempt.id"], name=op.f("fk_measurement_attempt_id")
        ),
        sa.ForeignKeyConstraint(["point_id"], ["point.id"], name=op.f("fk_measurement_point_id")),
        sa.PrimaryKeyConstraint("point_id", "attempt_id", name=op.f("pk_measurement")),
    )
    op.create_index(op.f("ix_measurement_attempt_id"), "measurement", ["attempt_id"], unique=False)
