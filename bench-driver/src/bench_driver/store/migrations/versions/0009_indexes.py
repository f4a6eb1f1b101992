"""Indexes by which sweeps are found and runs counted without reading what is long in them."""

from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Makes them."""
    op.create_index("ix_sweep_order", "sweep", ["written", "planned_at", "id"])
    op.create_index("ix_sweep_label", "sweep", ["label"])
    op.create_index("ix_attempt_outcome", "attempt", ["turn_id", "outcome"])
