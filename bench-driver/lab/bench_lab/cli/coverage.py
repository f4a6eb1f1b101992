"""`python -m bench_lab coverage`."""

from __future__ import annotations

from pathlib import Path

import click

from bench_driver.cli import options


@click.command()
@click.argument("sweep", default="last")
@click.option("--repetitions", type=click.IntRange(10, 100_000), default=2000, show_default=True, help="Make up so many sweeps a line and cell.")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Write the page to this file.  [default: docs/results/coverage.md]")
@options.store
def coverage(sweep: str, repetitions: int, out: Path | None, store: str | None, root: Path | None) -> None:
    """Shows how often a sweep's intervals hold the truth, and how often its verdicts are false.

    SWEEP is a sweep in groups: an id, the beginning of one, a label, or `last`. Its own slices are drawn anew with a ratio planted and a disturbance laid
    over them; the worst cell of each case is named.
    """
    from bench_driver.analysis.grouped.gather import gather
    from bench_driver.cli import screen
    from bench_driver.errors import UsageError
    from bench_driver.report.markdown import table
    from bench_driver.stats.pairs import together
    from bench_driver.store.opening import read_store
    from bench_driver.store.read import find
    from bench_driver.system import files
    from bench_driver.system.repository import find_root_or_here

    from .. import coverage as made
    from ..coverage_table import HEAD, lines, pools, said

    with read_store(options.store_address(store, root)) as kept:
        chosen = find(kept, sweep)
        if not chosen.in_groups:
            raise UsageError(f"{chosen.id} has no slices", why="it measured by amounts", do="name a sweep in groups, as `bench-driver sweep` makes it")
        facts = gather(kept, chosen)
    cells = [cell for cell in facts.cells if cell.condition == facts.conditions[0]]
    drawn = pools(facts.groups, facts.contenders, cells)
    many = max(together(cells).values(), default=0)
    found = made.table(drawn, repetitions=repetitions, rows=many)
    # Seconds a hundred of them: whole slices are judged, blocks and all.
    repeated_anew = repetitions // 10 if facts.adjusted else 0
    todo = [(rounds, cell, name) for rounds in made.ROUNDS for cell, name in zip(cells, drawn, strict=True)] if repeated_anew else []
    with screen.progress() as shown:
        for place, (rounds, cell, name) in enumerate(todo):
            shown(f"{name} {made.ANEW[0]}, {rounds} rounds", place, len(todo))
            baseline, other = facts.contenders[cell][:2]
            found += made.anew(name, facts.measured[cell], baseline, other, rounds=rounds, repetitions=repeated_anew, rows=many)
    rows = lines(found)
    about = said(chosen.id, facts.rounds, many, repetitions, repeated_anew)
    page = f"# Coverage\n\n`python -m bench_lab coverage` wrote this page.\n\n{about}\n\n{table(HEAD, rows, text_columns=len(HEAD))}\n"
    screen.out().print(screen.table(HEAD, rows))
    file = out or find_root_or_here(root) / "docs" / "results" / "coverage.md"
    files.write(file, page)
    click.echo(file)
