"""Trials of studies on real stores, and their readings."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"

_KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_STATES = "state IN ('planned', 'complete', 'failed', 'void')"


def upgrade() -> None:
    """Adds two tables of their own: no trial is ever a run of a sweep."""
    op.create_table(
        "trial",
        sa.Column("id", _KEY, autoincrement=True, nullable=False),
        *(sa.Column(name, sa.String(64), nullable=False) for name in ("run", "study", "part")),
        *(sa.Column(name, sa.String(32), nullable=False) for name in ("preset", "planned_at")),
        sa.Column("seed", sa.BigInteger(), nullable=False),
        *(sa.Column(name, sa.Integer(), nullable=False) for name in ("round", "attempt")),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("tags", sa.JSON(), nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("started_at", sa.String(32)),
        sa.Column("ended_at", sa.String(32)),
        sa.Column("about", sa.JSON(), nullable=False),
        sa.Column("problem", sa.JSON()),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_trial")),
        sa.UniqueConstraint("run", "round", "attempt", "position", name=op.f("uq_trial_run")),
        sa.CheckConstraint(_STATES, name=op.f("ck_trial_state")),
    )
    op.create_index(op.f("ix_trial_run"), "trial", ["run"])
    op.create_table(
        "reading",
        sa.Column("trial_id", _KEY, nullable=False),
        sa.Column("figure", sa.String(64), nullable=False),
        sa.Column("value", sa.Float(53), nullable=False),
        sa.Column("unit", sa.String(16), nullable=False),
        sa.ForeignKeyConstraint(["trial_id"], ["trial.id"], name=op.f("fk_reading_trial_id")),
        sa.PrimaryKeyConstraint("trial_id", "figure", name=op.f("pk_reading")),
    )
