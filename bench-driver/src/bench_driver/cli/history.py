"""`bench-driver history`."""

from __future__ import annotations

from pathlib import Path

import click

from ..errors import UsageError
from . import options


@click.command()
@click.argument("scenario")
@click.option("--sweep", default="last", show_default=True, help="The last night of the history; earlier sweeps that asked for the same are the others.")
@click.option(
    "--figure",
    type=click.Choice(["p50_ns", "mean_ns", "p90_ns", "p99_ns", "min_ns"]),
    help="Draw this figure of each run.  [default: the answer's, a time on a quiet core where the nights tell it, else p50_ns]",
)
@click.option(
    "--out", type=click.Path(dir_okay=False, path_type=Path), help="Write the chart to this file, .svg or .png.  [default: results/history/<scenario>.svg]"
)
@options.store
def history(scenario: str, sweep: str, figure: str | None, out: Path | None, store: str | None, root: Path | None) -> None:
    """Draws a scenario's nights with their change points.

    SCENARIO is CONSUMER/TYPE/FORMAT of a sweep in groups, with /CONDITION where it is not the answer's, and with /CONDITION/CHECKS where it is of another
    series; CONSUMER/PROVIDER/TYPE/FORMAT of one by amounts, each by its first word or whole. Nights are sweeps of the same preset
    and conditions on the same machine; other versions are the same history, since they are what is watched. Needs Apache Otava (`make otava`).
    """
    from functools import partial

    from ..analysis.history.changes import detect, python_with_otava
    from ..analysis.history.gather import NO_RATES, comparable_sweeps, every_series, has_rates, histories
    from ..model.reading import Line, find_line
    from ..model.scenario import Scenario, find_scenario
    from ..report.charts import png, svg
    from ..report.sections.nights import changes, chart
    from ..store.opening import read_store
    from ..store.read import find
    from ..system import files
    from ..system.repository import find_root_or_here
    from . import screen

    folder = find_root_or_here(root)
    with read_store(options.store_address(store, root)) as kept:
        chosen = find(kept, sweep)
        known = comparable_sweeps(kept, chosen)
        series = every_series(kept, chosen, known, figure)
        if scenario.endswith(("/cores", "_cores")) or (has_rates(chosen) and not series):
            raise UsageError(f"{scenario} has no history", why=NO_RATES, do="name another condition")
        lines, named = [item for item in series if isinstance(item, Line)], [item for item in series if isinstance(item, Scenario)]
        wanted = find_line(scenario, lines) if lines else find_scenario(scenario, named)
        (found,) = histories({wanted: series[wanted]}, partial(detect, python_with_otava(folder)), known)
    rows = [row[1:] for row in changes(known, found)]
    screen.out().print(
        f"{found.scenario}: {found.nights[-1].figure} over {len(found.nights)} nights, {len(found.changes)} changes of level", markup=False, soft_wrap=True
    )
    if rows:
        screen.out().print(screen.table(["since", "change", "from", "to", "p", "what else changed then"], rows, right=["change", "from", "to", "p"]))
    file = out or folder / "results" / "history" / f"{found.scenario.slug}.svg"
    spec = {**chart(found).spec, "background": "white"}
    files.write(file, png(spec) if file.suffix == ".png" else svg(spec))
    click.echo(file)
