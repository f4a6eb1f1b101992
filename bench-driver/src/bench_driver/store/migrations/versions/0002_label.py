"""A sweep may have a label."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Earlier sweeps have none."""
    op.add_column("sweep", sa.Column("label", sa.String(length=80), nullable=True))
