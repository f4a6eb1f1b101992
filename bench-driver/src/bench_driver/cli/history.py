"""`bench-driver history`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..errors import UsageError
from . import options

if TYPE_CHECKING:  # what is heavy loads only when it is used
    from ..model.reading import Line
    from ..model.records import Night, SweepRecord


@click.command()
@click.argument("scenario", required=False)
@click.option(
    "--sweep",
    help=(
        "The last night of the history; earlier sweeps that asked for the same are the others.  "
        "[default: the newest sweep that has such]"
    ),
)
@click.option(
    "--figure",
    type=click.Choice(["p50_ns", "mean_ns", "p90_ns", "p99_ns", "min_ns"]),
    help=(
        "Draw this figure of each run.  [default: the answer's, a time on a quiet core if the "
        "nights have it, otherwise p50_ns]"
    ),
)
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the chart to this file, .svg or .png.  [default: results/history/<scenario>.svg]",
)
@options.store
def history(
    scenario: str | None,
    sweep: str | None,
    figure: str | None,
    out: Path | None,
    store: str | None,
    root: Path | None,
) -> None:
    """Draws a contender's nights on a cell, and their changes.

    SCENARIO is CONSUMER/TYPE/FORMAT. Add /CONDITION if it is not the answer's, and
    /CONDITION/CHECKS for the other series. Without one it lists those that there are. Nights are
    sweeps of the same preset and conditions, whatever their versions: a history shows what a new
    version changed. Of nights with a reference it shows ratios to that, on whatever machine; else
    times on the same machine. Needs Apache Otava (`make otava`).
    """
    from functools import partial

    from ..analysis.history.changes import detect, python_with_otava
    from ..analysis.history.past import (
        NO_RATES,
        comparable_sweeps,
        every_series,
        has_rates,
        histories,
        last_nights,
    )
    from ..model.reading import find_line
    from ..report.pictures import origin_of, save
    from ..report.sections.nights import changes, chart
    from ..store.opening import read_store
    from ..store.read import find
    from ..system.repository import find_root_or_here
    from . import screen

    if out:
        options.refuse_no_picture(out)
    folder = find_root_or_here(root)
    with read_store(options.store_address(store, root)) as kept:
        nights = [] if sweep else last_nights(kept)
        chosen = nights[0] if nights else find(kept, sweep or "last")
        known = comparable_sweeps(kept, chosen)
        series = every_series(kept, chosen, known, figure)
        if scenario is None:
            if out:
                what, why = "--out needs a SCENARIO", "a list is no chart"
                raise UsageError(what, why=why, do="name one, or leave --out out")
            _list(series, chosen, NO_RATES if has_rates(chosen) else "")
            return
        if scenario.endswith(("/cores", "_cores")) or (has_rates(chosen) and not series):
            raise UsageError(
                f"{scenario} has no history", why=NO_RATES, do="name another condition"
            )
        wanted = find_line(scenario, list(series))
        (found,) = histories(
            {wanted: series[wanted]}, partial(detect, python_with_otava(folder)), known
        )
    rows = [row[1:] for row in changes(known, found)]
    many, steps = len(found.nights), len(found.changes)
    screen.say(
        f"{found.scenario}: {found.nights[-1].figure} over {many} night{'s'[: many != 1]}, "
        f"{steps} change{'s'[: steps != 1]} of level"
    )
    if rows:
        screen.out().print(
            screen.table(
                ["since", "change", "from", "to", "p", "what else changed then"],
                rows,
                right=["change", "from", "to", "p"],
            )
        )
    file = out or folder / "results" / "history" / f"{found.scenario.slug}.svg"
    save(chart(found, chosen), origin_of(chosen), file)
    click.echo(file)


def _list(series: Mapping[Line, Sequence[Night]], chosen: SweepRecord, left_out: str) -> None:
    """A line for each scenario of a sweep that can be asked for."""
    from ..model.reading import name_of
    from ..report.sections.nights import level
    from . import screen

    known = list(series)
    if known:
        screen.say(f"Scenarios of sweep {chosen.id}, with the nights that it can be compared with:")
        rows = [
            [name_of(line, known), str(len(nights)), level(nights[-1].value, nights[-1])]
            for line, nights in series.items()
        ]
        screen.out().print(
            screen.table(["scenario", "nights", "last"], rows, right=["nights", "last"])
        )
    else:
        screen.say(f"Sweep {chosen.id} has no scenario.")
    if left_out:
        screen.say(left_out)
