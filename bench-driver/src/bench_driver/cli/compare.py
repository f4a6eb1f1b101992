"""`bench-driver compare`."""

from __future__ import annotations

from pathlib import Path

import click

from . import options


@click.command()
@click.argument("first")
@click.argument("second")
@click.option("--sweep", default="last", show_default=True, help="The sweep whose scenarios are meant.")
@click.option("--figure", type=click.Choice(["p50_ns", "mean_ns", "p90_ns", "p99_ns", "min_ns"]), default="p50_ns", show_default=True, help="Of each run.")
@options.store
def compare(first: str, second: str, sweep: str, figure: str, store: str | None, root: Path | None) -> None:
    """Compares two sweeps, or two scenarios of one.

    Sweeps go by their ids, the beginning of one, or `last`. Scenarios as CONSUMER/PROVIDER/TYPE/FORMAT, each by its first word or whole, with /ENGINE where
    it is not the default: `rust/rust/DummyObject/JSON java/rust/DummyObject/JSON`. The first is the baseline. A difference is called one only from six
    rounds on, and where the ratio's 95 % interval excludes 1 and lies outside what the A/A pairs of the sweep differ by.
    """
    from ..report.side_by_side import scenarios_compared, sweeps_compared
    from ..store.opening import open_store
    from . import screen

    with open_store(options.store_address(store, root), create=False) as kept:
        made = scenarios_compared(kept, sweep, first, second, figure) if "/" in first or "_from_" in first else sweeps_compared(kept, first, second, figure)
    for line in made.above:
        screen.out().print(line, markup=False, soft_wrap=True)
    screen.out().print(screen.table(made.head, made.rows, right=made.head[2:]))
    for line in made.below:
        screen.out().print(line, markup=False, soft_wrap=True)
