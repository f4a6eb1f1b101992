"""`bench-driver report`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..errors import UsageError
from . import options

if TYPE_CHECKING:
    from ..analysis.facts import Facts
    from ..store.database import Store


@click.command()
@click.argument("sweep", default="last")
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    help="Put it into this folder.  [default: the sweep's own, results/<sweep>]",
)
@click.option(
    "--png/--no-png",
    default=True,
    show_default=True,
    help="Draw the charts as PNG too.",
)
@click.option(
    "--readme", is_flag=True, help="Write the answer into README.md and docs/results too."
)
@click.option("--best", help="With --readme: add the answer of this sweep of the best libraries.")
@options.store
def report(
    sweep: str,
    out: Path | None,
    png: bool,
    readme: bool,
    best: str | None,
    store: str | None,
    root: Path | None,
) -> None:
    """Writes a sweep's folder again.

    SWEEP is an id, the beginning of one, a label, or `last`.

    The folder has one HTML page that needs nothing else (report.html), the same without charts
    (summary.md), its charts as SVG and PNG (charts/), CSV (csv/, cold/), the same as Parquet, and
    the plan. A sweep that an older driver measured by amounts has only CSV, Parquet and the plan.
    If earlier sweeps measured the same on the same machine, the report shows how the figures
    changed; that needs Apache Otava (`make otava`).
    """
    from ..analysis.history.past import look_back
    from ..model.condition import CORES
    from ..model.reading import planned_contenders
    from ..report import readme as readme_
    from ..report.folder import folder_of, write
    from ..store.opening import read_store
    from ..store.read import find
    from ..system.repository import find_root_or_here

    checkout = find_root_or_here(root)
    with read_store(options.store_address(store, root)) as kept:
        chosen = find(kept, sweep)
        folder = out or folder_of(chosen, checkout)
        if readme and chosen.by_amounts:
            why = "an older driver measured it by amounts"
            raise UsageError(
                f"--readme cannot be used for {chosen.id}", why=why, do="name another sweep"
            )
        if readme and {cell.condition for cell in planned_contenders(chosen)} == {CORES}:
            raise UsageError(
                f"--readme cannot be used for {chosen.id}",
                why="it measured rates on all cores alone",
                do="name a sweep of another condition",
            )
        of_best = _of_best(kept, best, readme=readme)
        facts = write(kept, chosen, folder, look_back(kept, chosen, checkout), pngs=png)
        if facts is None:
            click.echo(folder / "csv")
            return
        if readme:
            for file in readme_.write(readme_.Answers(facts, *of_best), checkout):
                click.echo(file)
    click.echo(folder / "report.html")


def _of_best(store: Store, name: str | None, *, readme: bool) -> list[Facts | None]:
    """The sweep of the best, and the one that chose them, where the store has it still."""
    from ..analysis.gather import gather
    from ..model.best import KEY
    from ..store import read

    if name is None:
        return []
    sweep = read.find(store, name)
    if not readme:
        why = "the second answer is in README.md alone"
        raise UsageError("--best needs --readme", why=why, do="add it, or leave --best out")
    if KEY not in sweep.about:
        why = "its engines were not chosen by an earlier sweep"
        do = "name a sweep that was made by bench-driver sweep --best-of"
        raise UsageError(f"--best {sweep.id} cannot be used", why=why, do=do)
    chose = [one for one in read.sweeps(store) if one.id == sweep.about[KEY]["sweep"]]
    return [gather(store, sweep), *(gather(store, one) for one in chose)]
