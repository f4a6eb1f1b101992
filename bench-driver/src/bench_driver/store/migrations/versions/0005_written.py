"""A sweep has a place: the order in which sweeps were written."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

_sweep = sa.table("sweep", sa.column("id"), sa.column("planned_at"), sa.column("written"))


def upgrade() -> None:
    """Nobody noted the place of earlier sweeps; their dates stand for it."""
    op.add_column(
        "sweep", sa.Column("written", sa.BigInteger(), nullable=False, server_default="0")
    )
    connection = op.get_bind()
    names = (
        connection.execute(sa.select(_sweep.c.id).order_by(_sweep.c.planned_at, _sweep.c.id))
        .scalars()
        .all()
    )
    for place, name in enumerate(names, 1):
        connection.execute(sa.update(_sweep).where(_sweep.c.id == name).values(written=place))
