"""`python -m bench_lab coverage`."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import click

from bench_driver.cli import options

#: So many histories of nights are made.
HISTORIES = 60


@click.command()
@click.argument("sweep", nargs=-1)
@click.option("--repetitions", type=click.IntRange(10, 100_000), default=2000, show_default=True, help="Make up so many sweeps a line.")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Write the page to this file.  [default: docs/results/coverage.md]")
@options.store
def coverage(sweep: tuple[str, ...], repetitions: int, out: Path | None, store: str | None, root: Path | None) -> None:
    """Shows how often a sweep's intervals hold the truth, and how often its verdicts are false.

    SWEEP is a sweep in groups: an id, the beginning of one, a label, or `last`; of several with the same cells and contenders the rounds are taken together.
    Their own slices are drawn anew with a ratio planted and a disturbance laid over them; the worst cell of each case is named.
    """
    from bench_driver.analysis.grouped.gather import gather
    from bench_driver.analysis.history import changes
    from bench_driver.cli import screen
    from bench_driver.errors import UsageError
    from bench_driver.report.markdown import table
    from bench_driver.store.opening import read_store
    from bench_driver.store.read import find
    from bench_driver.system import files
    from bench_driver.system.repository import find_root_or_here

    from .. import coverage as made
    from .. import histories
    from ..coverage_table import HEAD, NIGHTS_HEAD, cases, lines, nights_said, pools, said, together

    with read_store(options.store_address(store, root)) as kept:
        chosen = [find(kept, name) for name in sweep or ("last",)]
        if by_amounts := next((one for one in chosen if not one.in_groups), None):
            raise UsageError(f"{by_amounts.id} has no slices", why="it measured by amounts", do="name a sweep in groups, as `bench-driver sweep` makes it")
        every = [gather(kept, one) for one in chosen]
    facts = every[0]
    cells = [cell for cell in facts.cells if (cell.condition, cell.checks) == (facts.conditions[0], facts.cells[0].checks)]
    if other := next((one for one in every if any(one.contenders.get(cell) != facts.contenders[cell] for cell in cells)), None):
        raise UsageError(f"{other.sweep.id} is not like {facts.sweep.id}", why="its cells or contenders are others", do="name sweeps of one command")
    drawn = pools(together([one.measured for one in every]), facts.contenders, cells)
    rounds_drawn = min(len(pool.times) for pool in drawn.values())
    found, wholes = list[made.Found](), list[made.Whole]()
    todo = [(rounds, case) for rounds in made.ROUNDS for case in made.CASES]
    with screen.progress() as shown:
        for place, (rounds, case) in enumerate(todo):
            shown(f"{case.name}, {rounds} rounds", place, len(todo))
            rows_, whole = made.look(drawn, case, rounds=rounds, repetitions=repetitions)
            found += rows_
            wholes.append(whole)
    detect = partial(changes.detect, changes.python_with_otava(find_root_or_here(root)))
    told = [histories.look(drawn, kind, detect, histories=HISTORIES) for kind in histories.KINDS]
    nights = [[one.kind, str(one.histories), f"{one.alarms} of {one.nights:,}", f"{one.raised} of {one.lines:,}"] for one in told]
    rows, about = lines(found, wholes), said([one.id for one in chosen], rounds_drawn, len(cells), repetitions)
    words = "".join(f"- {line}\n" for line in cases())
    of_nights = f"## Nights\n\n{nights_said(histories.NIGHTS, histories.ROUNDS)}\n\n{table(NIGHTS_HEAD, nights, text_columns=len(NIGHTS_HEAD))}\n"
    page = f"# Coverage\n\n`python -m bench_lab coverage` wrote this page.\n\n{about}\n\n{table(HEAD, rows, text_columns=len(HEAD))}\n\n{words}\n{of_nights}"
    screen.out().print(screen.table(HEAD, rows))
    screen.out().print(screen.table(NIGHTS_HEAD, nights))
    file = out or find_root_or_here(root) / "docs" / "results" / "coverage.md"
    files.write(file, page)
    click.echo(file)
