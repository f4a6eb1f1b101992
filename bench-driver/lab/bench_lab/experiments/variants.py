"""One body again and again, against 1,024 different ones: what branch predictors learn."""

from __future__ import annotations

from ..paired.rows import Parsed
from .experiment import ALL_VARIANTS, Engines, Experiment, Side


def _sides(parsed: Parsed, _: Engines) -> tuple[Side, Side]:
    return Side(parsed.consumer, parsed, 1), Side(parsed.consumer, parsed)


VARIANTS = Experiment(
    "variants",
    f"One body, or {ALL_VARIANTS:,}",
    ("one body", f"{ALL_VARIANTS:,} bodies"),
    f"Both contenders parse in the same process: the canonical object alone, or {ALL_VARIANTS:,} different ones in turn. "
    "Caches and branch predictors may learn a body that comes again and again. "
    "The bodies differ in length, and a p50 over all of them is near that of a body of median length. Where the one body is shorter or longer than that, "
    "the ratio holds this too; the last column says by how much.",
    _sides,
)
