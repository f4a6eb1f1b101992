"""`meter`, `planted` and `coverage`: proofs of the meter and of the statistics."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import click

from bench_driver.cli import options
from bench_driver.errors import ExitCode, UsageError

from .options import number, out, proving

#: This many histories of nights are made.
HISTORIES = 60


@click.command()
@number("--repetitions", 2, 100, 5, "Make each run this many times.")
@out("Write the tables to this file too, as Markdown.")
@options.launching
def meter(repetitions: int, out: Path | None, **given: Any) -> ExitCode:
    """Proves that the servers report what happened.

    Runs whose figure is known: waits of 1 to 20 us in place of a parse, an engine that is 10 %
    slower, a provider that answers late or in pieces, few objects and many. It needs the builds
    that `make test-meter` makes. Exit code 1 where a claim does not hold here.
    """
    from bench_driver.cli import screen
    from bench_driver.report import markdown
    from bench_driver.system import files

    from ..claims import table
    from ..meter.prove import HEAD, prove

    with proving(given) as (chosen, logs, shown):
        proofs = prove(chosen, repetitions, logs, shown)
    texts = []
    for proof in proofs:
        measured = table(HEAD, proof.lines)
        screen.out().print(f"\n{proof.title}; {repetitions} repetitions", markup=False)
        screen.out().print(screen.table(measured.head, measured.rows))
        lines = markdown.table(measured.head, measured.rows, text_columns=measured.figures)
        texts.append(f"{proof.title}\n\n{lines}\n")
    if out:
        files.write(out, "\n".join(texts))
    held = [line.held for proof in proofs for line in proof.lines]
    return ExitCode.FAILED if False in held else ExitCode.OK


@click.command()
@click.option(
    "--steps",
    default="20,10,5,0",
    show_default=True,
    help="The sizes of the steps in percent; 0 is a history without one.",
)
@number("--noise", 0.1, 50, 5.0, "The noise from night to night, in percent.")
@number("--histories", 1, 1000, 30, "Simulate this many histories a step.")
@number(
    "--nights",
    8,
    1000,
    60,
    "Make each history this many nights long; the step comes after two thirds.",
)
@click.option(
    "--seed", type=int, default=1, show_default=True, help="Draw the histories from this seed."
)
@options.root
def planted(
    steps: str, noise: float, histories: int, nights: int, seed: int, root: Path | None
) -> None:
    """Shows what `nightly` would find, and how often it would cry wolf.

    Makes up histories with a planted step and looks at each as the nights would have: after every
    night, with all nights so far. Needs Apache Otava.
    """
    from bench_driver.cli import screen

    from ..planted import DELAYS, look

    try:
        sizes = [float(step) / 100 for step in steps.split(",")]
    except ValueError as error:
        do = "write percents, as 20,10,0"
        raise UsageError(f"--steps {steps} cannot be used", why=str(error), do=do) from error
    detect, before, rows = _detector(root), nights * 2 // 3, []
    lengths = {"before": before, "after": nights - before}
    for step in sizes:
        of = {"step": step, "histories": histories, "noise": noise / 100, "seed": seed, **lengths}
        results = look(detect, **of)  # type: ignore[arg-type]
        within = dict(results.within)
        shown = [f"{within[each]}/{histories}" if each in within else "-" for each in DELAYS]
        rows.append([f"{100 * step:g} %", *shown, str(results.false_alarms), f"{results.nights:,}"])
    delays = [f"in {delay} nights" for delay in DELAYS]
    head = ["step", *delays, "false alarms", "nights looked at"]
    said = f"{histories} histories a step, {nights} nights each, noise {noise:g} %"
    screen.out().print(f"{said}, p <= 0.001, 5 % or more; seed {seed}\n", markup=False)
    screen.out().print(screen.table(head, rows, right=head[1:]))


def _detector(root: Path | None) -> Any:
    from bench_driver.analysis.history.changes import detect, python_with_otava
    from bench_driver.system.repository import find_root_or_here

    return partial(detect, python_with_otava(find_root_or_here(root)))


@click.command()
@click.argument("sweep", nargs=-1)
@number("--repetitions", 10, 100_000, 2000, "Simulate this many sweeps a line.")
@out("Write the page to this file.  [default: docs/results/coverage.md]")
@options.store
def coverage(
    sweep: tuple[str, ...], repetitions: int, out: Path | None, store: str | None, root: Path | None
) -> None:
    """Shows how often a sweep's intervals hold the truth, and how often its verdicts are false.

    SWEEP is an id, the beginning of one, a label, or `last`; of several with the same cells and
    contenders the rounds are taken together. Their own slices are drawn anew with a ratio planted
    and a disturbance laid over them; the worst cell of each case is named.
    """
    from bench_driver.analysis.gather import gather
    from bench_driver.cli import screen
    from bench_driver.store.opening import read_store
    from bench_driver.store.read import find
    from bench_driver.system import files
    from bench_driver.system.repository import find_root_or_here

    from .. import coverage as measured
    from .. import histories
    from ..coverage_table import page, pools, together

    with read_store(options.store_address(store, root)) as kept:
        chosen = [find(kept, name) for name in sweep or ("last",)]
        if old := next((one for one in chosen if one.by_amounts), None):
            why = "an older driver measured it by amounts"
            raise UsageError(f"{old.id} has no slices", why=why, do="name another sweep")
        every = [gather(kept, one) for one in chosen]
    facts = every[0]
    kind = facts.conditions[0], facts.cells[0].checks
    cells = [cell for cell in facts.cells if (cell.condition, cell.checks) == kind]
    for one in every:
        if any(one.contenders.get(cell) != facts.contenders[cell] for cell in cells):
            raise UsageError(
                f"{one.sweep.id} is not like {facts.sweep.id}",
                why="its cells or contenders are others",
                do="name sweeps of one command",
            )
    drawn = pools(together([one.measured for one in every]), facts.contenders, cells)
    detect = _detector(root)
    results, wholes = list[measured.Found](), list[measured.Whole]()
    todo = [(rounds, case) for rounds in measured.ROUNDS for case in measured.CASES]
    with screen.progress() as shown:
        for place, (rounds, case) in enumerate(todo):
            shown(f"{case.name}, {rounds} rounds", place, len(todo))
            rows, whole = measured.look(drawn, case, rounds=rounds, repetitions=repetitions)
            results += rows
            wholes.append(whole)
    detect = _detector(root)
    nights = [histories.look(drawn, kind, detect, histories=HISTORIES) for kind in histories.KINDS]
    text, tables = page([one.id for one in chosen], drawn, repetitions, results, wholes, nights)
    for table in tables:
        screen.out().print(screen.table(table.head, table.rows))
    file = out or find_root_or_here(root) / "docs" / "results" / "coverage.md"
    files.write(file, text)
    click.echo(file)
