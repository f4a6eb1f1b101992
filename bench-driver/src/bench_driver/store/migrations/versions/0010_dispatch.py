"""How often a round of a sweep on many machines was sent to its machine, and what came of it."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"

_RECORDED = sa.text("state = 'recorded'")


def upgrade() -> None:
    """Adds a table of its own: sweeps of one machine have no rows in it."""
    op.create_table(
        "dispatch",
        sa.Column("sweep_id", sa.String(64), nullable=False),
        *(sa.Column(name, sa.Integer(), nullable=False) for name in ("round", "attempt")),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("sent_at", sa.String(32), nullable=False),
        sa.Column("ended_at", sa.String(32)),
        sa.Column("seconds", sa.Float(53)),
        sa.Column("why", sa.Text()),
        sa.ForeignKeyConstraint(["sweep_id"], ["sweep.id"], name=op.f("fk_dispatch_sweep_id")),
        sa.PrimaryKeyConstraint("sweep_id", "round", "attempt", name=op.f("pk_dispatch")),
        sa.CheckConstraint(
            "state IN ('sent', 'recorded', 'lost', 'late')", name=op.f("ck_dispatch_state")
        ),
    )
    op.create_index(
        "uq_dispatch_recorded",
        "dispatch",
        ["sweep_id", "round"],
        unique=True,
        sqlite_where=_RECORDED,
        postgresql_where=_RECORDED,
    )
