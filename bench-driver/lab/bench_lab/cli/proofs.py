"""`meter`, `planted`, `coverage`, `growth`: proofs of the meter, the statistics, the store."""

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
@number("--step", 0, 100, 8.0, "The size of the step, in percent.")
@number("--machine", 0.1, 10, 0.8, "From the middle on all times are multiplied by this.")
@number("--noise", 0.1, 50, 5.0, "The noise from night to night, in percent.")
@number("--own", 0.1, 50, 1.5, "The noise of each measurement beside that, in percent.")
@number("--histories", 1, 1000, 30, "Simulate this many histories.")
@number("--nights", 8, 1000, 40, "Make each history this many nights long.")
@click.option(
    "--seed", type=int, default=1, show_default=True, help="Draw the histories from this seed."
)
@options.root
def planted(
    step: float,
    machine: float,
    noise: float,
    own: float,
    histories: int,
    nights: int,
    seed: int,
    root: Path | None,
) -> None:
    """Shows what `nightly` would find, and how often it would cry wolf.

    Simulates histories in the middle of which the machine changes, and in the last quarter the
    code; others in which nothing does. It looks at each as the nights would have: after every
    night, with all nights so far; with and without a reference, and what is slower measured once
    more. Needs Apache Otava.
    """
    from bench_driver.cli import screen

    from ..planted import DELAYS, World, look

    changes = {"machine": machine, "machine_at": nights // 2}
    changes |= {"step": step / 100, "step_at": nights * 3 // 4}
    world = World(nights, **changes, noise=noise / 100, own=own / 100)  # type: ignore[arg-type]
    rows = []
    for one in look(_detector(root), world, histories=histories, seed=seed):
        shown = [str(one.within[nights]) for nights in DELAYS]
        false = 200 * one.false_alarms / one.calm_nights
        rows.append(
            [one.kind.name, str(one.told_machine), *shown, str(one.other_alarms), f"{false:.1f}"]
        )
    head = ["nights by", "machine", *(f"in {delay}" for delay in DELAYS), "others", "in 200 calm"]
    said = (
        f"{histories} histories of {nights} nights: times x {machine:g} from night {nights // 2} "
        f"on, a step of {step:g} % from {nights * 3 // 4} on. Noise {noise:g} % from night to "
        f"night, {own:g} % of each measurement; seed {seed}. Histories that told of the machine, "
        "and of the step within so many nights; other alarms; false alarms in 200 nights of one "
        "scenario in which nothing changes."
    )
    screen.say(said)
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


@click.command()
@click.argument("filled", metavar="FILE|URL")
@number("--points", 0, 100_000_000, 1_000_000, "Fill it up to this many measured points.")
@number("--types", 1, 100, 1, "Repeat the sweep's rows for this many object types a night.")
@click.option(
    "--like", default="last", show_default=True, help="The sweep whose rows are repeated."
)
@options.store
def growth(
    filled: str, points: int, types: int, like: str, store: str | None, root: Path | None
) -> None:
    """Shows how far a store goes: fills one, and asks it what people ask.

    FILE or URL is a store to be made or filled up. Each night in it is a sweep of another store
    again, with all of its answers.
    """
    import tempfile

    from bench_driver.cli import screen
    from bench_driver.store.copy import copy
    from bench_driver.store.opening import open_store, read_store
    from bench_driver.store.read import find

    from .. import growth as measured

    with open_store(filled) as made:
        with read_store(options.store_address(store, root)) as kept:
            first = find(kept, like)
            copy(kept, made, [first])
        if points:
            measured.fill(made, first, points, measured.object_types(first)[:types])
        said = measured.said(made)
        screen.say(said)
        with tempfile.TemporaryDirectory() as out:
            rows = [
                [one.asked, f"{one.seconds:.1f}", f"{one.cpu:.1f}"]
                for one in measured.asked(made, filled, Path(out))
            ]
    screen.out().print(
        screen.table(["asked", "s", "of a CPU, s"], rows, right=["s", "of a CPU, s"])
    )
