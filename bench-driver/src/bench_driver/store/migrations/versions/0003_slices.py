"""Slices: a series of turns, and what each belongs to."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

_BEFORE = "series IN ('provider-warmup', 'cold', 'warmup', 'steady')"
_AFTER = "series IN ('provider-warmup', 'cold', 'warmup', 'steady', 'slice')"


def upgrade() -> None:
    """Lets a turn be a slice."""
    _let_turns_be_slices(op.get_bind())
    op.create_table(
        "slice",
        sa.Column("turn_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("condition", sa.String(length=16), nullable=False),
        sa.Column("operation", sa.String(length=16), nullable=False),
        sa.Column("setup", sa.String(length=64), nullable=False),
        sa.Column("group_number", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["turn_id"], ["turn.id"], name=op.f("fk_slice_turn_id")),
        sa.PrimaryKeyConstraint("turn_id", name=op.f("pk_slice")),
    )


def _let_turns_be_slices(connection: sa.Connection) -> None:
    """Changes a check in place. SQLite has no word for it, and a copy of the table would drop the
    rows that hang off it; it documents this way instead.

    https://www.sqlite.org/lang_altertable.html, section 7, "making other kinds of table schema
    changes": what changes no content may change the schema's text.
    """
    if connection.dialect.name != "sqlite":
        op.drop_constraint(op.f("ck_turn_series"), "turn", type_="check")
        op.create_check_constraint(op.f("ck_turn_series"), "turn", _AFTER)
        return
    version = connection.execute(sa.text("PRAGMA schema_version")).scalar_one()
    connection.execute(sa.text("PRAGMA writable_schema=ON"))
    change = sa.text(
        "UPDATE sqlite_schema SET sql = replace(sql, :before, :after) WHERE type = 'table' AND "
        "name = 'turn'"
    )
    connection.execute(change, {"before": _BEFORE, "after": _AFTER})
    connection.execute(sa.text(f"PRAGMA schema_version={version + 1}"))
    connection.execute(sa.text("PRAGMA writable_schema=OFF"))
