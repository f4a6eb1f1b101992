"""`bench-driver study`: lists the studies, answers one from the store, and measures one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from bench_driver.cli import options
from bench_driver.errors import ExitCode, UsageError

from . import PARTS
from .stores.cli import stores

if TYPE_CHECKING:
    from bench_driver.analysis.facts import Facts
    from bench_driver.model.records import SweepRecord
    from bench_driver.store.database import Store

    from .answers import Sweeps
    from .study import SweepStudy


@click.group()
def study() -> None:
    """Runs published studies again, and judges their claims."""


study.add_command(stores)


@study.command("list")
def list_() -> None:
    """Lists the studies, and how many of their claims can be replicated here."""
    from bench_driver.cli import screen

    from .study import every

    lines = [
        [
            one.name,
            one.title,
            one.by,
            f"{sum(not claim.not_testable for claim in one.claims)} of {len(one.claims)}",
        ]
        for one in every()
    ]
    screen.out().print(screen.table(["study", "of", "by", "claims that can be replicated"], lines))


@study.command()
@click.argument("name")
@click.option(
    "--sweep",
    help="Answer from this sweep.  [default: the newest that measured what the claims are of]",
)
@click.option(
    "--part", type=click.Choice(PARTS), default="claims", show_default=True, help="Show this part."
)
@click.option("--run", "of_run", help="Answer from this run on real stores.  [default: the newest]")
@click.option("--claim", help="Answer this one alone: C004-1.")
@options.table_out
@options.store
def show(
    name: str,
    sweep: str | None,
    part: str,
    of_run: str | None,
    claim: str | None,
    out: Path | None,
    store: str | None,
    root: Path | None,
) -> None:
    """Answers a study's claims one by one, from a sweep in the store; or shows another part of it.
    What `--out` writes has all parts.
    """
    from bench_driver.cli import screen
    from bench_driver.report.markdown import markdown
    from bench_driver.store.opening import read_store
    from bench_driver.system import files

    from . import page, trial_cli
    from .answers import answers
    from .study import load
    from .trial_study import TrialStudy

    wanted = load(name)
    if isinstance(wanted, TrialStudy):
        given = [("--sweep", sweep), ("--part", part if part != "claims" else None)]
        trial_cli.refuse_options(wanted, given)
        trial_cli.show(wanted, of_run or "", claim, out, options.store_address(store, root))
        return
    if of_run:
        raise UsageError(
            f"{name} has no runs on real stores",
            why="sweeps answer it",
            do="give --sweep, or leave both out",
        )
    if part != "claims":
        with read_store(options.store_address(store, root)) as kept:
            _show(wanted, part, _part(kept, wanted, part))
        return
    with read_store(options.store_address(store, root)) as kept:
        measured = _measured(kept, wanted, sweep)
    found = answers(wanted, measured)
    shown = trial_cli.chosen(wanted, found, claim)
    for one in shown:
        screen.say(page.sentence(one))
    screen.show_table(page.table(shown))
    if out:
        files.write(out, markdown(page.page(wanted, measured)))


@study.command()
@click.argument("name")
@click.option(
    "--preset",
    type=click.Choice(["full", "quick", "smallest", "night"]),
    default="full",
    show_default=True,
    help="Measure all of it, or what ten minutes answer; the smallest, of studies on real stores, "
    "shows within a minute that they run.",
)
@click.option(
    "--part",
    type=click.Choice([*PARTS, "killed"]),
    help="Measure this part alone.  [default: all that the study has]",
)
@click.option(
    "--rounds",
    type=click.IntRange(1, 1000),
    help="Make this many rounds, rather than those of the preset.",
)
@click.option("--claim", help="Answer this one alone: C001-2.")
@click.option(
    "--dry-run",
    is_flag=True,
    help="Show what each part measures and how long it takes, and measure nothing.",
)
@click.option(
    "--resume",
    is_flag=True,
    help=(
        "Go on with a run of the study that was cut: with the part that it was in, then with "
        "those after it."
    ),
)
@click.option(
    "--stores",
    type=click.Path(file_okay=False, path_type=Path),
    envvar="TESTBED_STORES",
    help="The folder of the installed stores.  [env: TESTBED_STORES]",
)
@click.option(
    "--stores-from",
    type=click.Choice(["installed", "path", "compose"]),
    default="installed",
    show_default=True,
    help="Take the stores that `study stores install` installed, or those on PATH. `compose` "
    "measures nothing: it says how to start the original images, which nobody has run yet.",
)
@click.option(
    "--mongodb",
    metavar="URL",
    envvar="TESTBED_MONGODB",
    help="Measure drivers on this MongoDB rather than on an emulator: in a database of its own, "
    "which is dropped afterwards.  [env: TESTBED_MONGODB]",
)
@click.option("--wait", is_flag=True, help="Wait while something else measures on this machine.")
@options.store
def run(
    name: str,
    preset: str,
    part: str | None,
    rounds: int | None,
    claim: str | None,
    dry_run: bool,
    resume: bool,
    stores: Path | None,
    stores_from: str,
    mongodb: str | None,
    wait: bool,
    store: str | None,
    root: Path | None,
) -> int:
    """Measures what a study's claims are of, and answers them.

    Parts are the claims, the ladder of what could explain the study's figure, the amounts that the
    study measured, what a browser parses, and, on real stores, what a killed primary loses; no
    study has all. What was measured is kept: where a run is cut, --resume with the same options
    goes on.
    """
    from bench_driver.cli import main, screen

    from . import trial_cli
    from .study import load
    from .trial_study import TrialStudy

    if dry_run and resume:
        raise UsageError(
            "--dry-run does not go with --resume",
            why="what was begun is planned already",
            do="leave one of them out",
        )
    wanted = load(name)
    if isinstance(wanted, TrialStudy):
        address = options.store_address(store, root)
        trial_cli.refuse_mongodb(wanted, mongodb)
        where = trial_cli.Where(address, stores, stores_from, wait, mongodb or "")
        trial_cli.refuse_unknown(wanted, claim)
        if dry_run:
            trial_cli.show_plan(wanted, preset, part, rounds, where)
            return ExitCode.OK
        name_of_run, failed = (
            trial_cli.resume(wanted, where)
            if resume
            else trial_cli.run(wanted, preset, part, rounds, where)
        )
        trial_cli.show(wanted, name_of_run, claim, None, address)
        return failed
    if part == "killed" or preset in ("smallest", "night"):
        raise UsageError(
            f"{name} has no {'part killed' if part == 'killed' else f'{preset} preset'}",
            why="it is measured by sweeps, not on real stores",
            do="leave the option out",
        )
    if preset == "quick" and not wanted.quick:
        raise UsageError(
            f"{name} has no quick preset",
            why="its claims need all that its sweep measures",
            do="leave --preset out, or give fewer --rounds",
        )
    asked = {one: found for one in ([part] if part else PARTS) if (found := wanted.part(one))}
    if not asked:
        raise UsageError(
            f"{name} has no part {part}",
            why="its file names no sweep for it",
            do="leave --part out",
        )
    parts = {
        one: options_of
        for one, found in asked.items()
        if (options_of := found.quick if preset == "quick" else found.sweep)
    }
    if not parts:
        why = "all that its sweep measures is needed"
        raise UsageError(
            f"the part {part} of {name} has no quick preset",
            why=why,
            do="leave --preset out, or give fewer --rounds",
        )
    kept = [*(["--store", store] if store else []), *(["--root", str(root)] if root else [])]
    begun = _begun(options.store_address(store, root), wanted, list(parts)) if resume else {}
    code = failed = int(ExitCode.OK)
    for one, options_of in parts.items():
        record = begun.get(one)
        if record and record.state == "complete":
            screen.err().print(f"{one}: measured by {record.id}", markup=False)
            continue
        anew = [
            *options_of,
            "--label",
            wanted.label(one),
            *(["--rounds", str(rounds)] if rounds else []),
            *(["--dry-run"] if dry_run else []),
        ]
        code = main(["sweep", *(["--resume", record.id] if record else anew), *kept])
        if code not in (ExitCode.OK, ExitCode.FAILED):
            return code
        failed = failed or code  # a night goes on where some of a part's slices failed
    if dry_run:
        return failed
    shown = (
        ["--sweep", wanted.label("claims"), *(["--claim", claim] if claim else [])]
        if "claims" in asked
        else ["--part", *asked]
    )
    return main(["study", "show", name, *shown, *kept]) or failed


def _begun(address: str, wanted: SweepStudy, parts: list[str]) -> dict[str, SweepRecord]:
    """What the last run of a study measured of these parts, whole or cut.

    A sweep that is older than that of the first part is of a run before. UsageError.
    """
    from bench_driver.store.opening import read_store

    with read_store(address) as store:
        newest = {one: found[-1] for one in parts if (found := _labelled(store, wanted, one))}
    if parts[0] not in newest:
        why = f"the store has no sweep with the label {wanted.label(parts[0])}"
        raise UsageError(
            f"there is no run of {wanted.name} to go on with", why=why, do="leave --resume out"
        )
    since = newest[parts[0]].place
    return {one: sweep for one, sweep in newest.items() if sweep.place >= since}


def _show(wanted: SweepStudy, part: str, facts: Facts | None) -> None:
    """A part other than the claims, on the screen. UsageError where it was not measured."""
    from bench_driver.cli import screen
    from bench_driver.report.document import Items, Table, Text

    from . import page
    from .answers import Sweeps, answers

    if facts is None:
        raise UsageError(
            f"no sweep has the part {part} of {wanted.name}",
            do=f"run `{page.command(wanted)} --part {part}`",
        )
    if part == "browser":
        mine = [
            claim for claim in wanted.claims if any(ratio.part == part for ratio in claim.ratios)
        ]
        found = answers(wanted.model_copy(update={"claims": mine}), Sweeps(facts, browser=facts))
        for one in found:
            screen.say(page.sentence(one))
        screen.show_table(page.table(found))
        return
    if part == "ladder" and wanted.ladder:
        section = page.of_ladder(wanted.ladder, wanted.condition, facts)
    else:
        assert wanted.amounts, "a part that a sweep bears the label of is in the study's file"
        section = page.of_amounts(wanted.amounts, facts)
    for block in section.blocks:
        if isinstance(block, Table):
            screen.show_table(block)
        for line in (
            block.items
            if isinstance(block, Items)
            else [block.text]
            if isinstance(block, Text)
            else []
        ):
            screen.say(line)


def _measured(kept: Store, wanted: SweepStudy, name: str | None) -> Sweeps:
    """What the store has of a study: its claims by the sweep of that name, the other parts by the
    newest that bear their labels. UsageError.
    """
    from .answers import Sweeps

    parts = (_part(kept, wanted, part) for part in ("ladder", "amounts", "browser"))
    return Sweeps(_gathered(kept, _sweep(kept, wanted, name)), *parts)


def _gathered(kept: Store, record: SweepRecord) -> Facts:
    from bench_driver.analysis.gather import gather

    return gather(kept, record)


def _part(kept: Store, wanted: SweepStudy, part: str) -> Facts | None:
    """A part other than the claims, by the newest sweep that was measured to its end, else by the
    newest; None where no sweep bears its label.
    """
    found = _labelled(kept, wanted, part)
    return (
        _gathered(kept, max(found, key=lambda one: (one.state == "complete", one.planned_at)))
        if found
        else None
    )


def _labelled(kept: Store, wanted: SweepStudy, part: str) -> list[SweepRecord]:
    """The sweeps that bear a part's label, the oldest first."""
    from bench_driver.store import read

    known = [one for one in read.sweeps(kept) if one.label == wanted.label(part)]
    return [one for one in known if not one.by_amounts]


def _sweep(kept: Store, wanted: SweepStudy, name: str | None) -> SweepRecord:
    """The sweep of that name, or the newest that measured any of the study's cells most of all, and
    is no other part of it.
    """
    from bench_driver.model.reading import planned_contenders
    from bench_driver.store import read

    if name:
        return read.find(kept, name)
    others = {wanted.label(part) for part in PARTS if part != "claims"}
    known = [one for one in read.sweeps(kept) if not one.by_amounts and one.label not in others]
    fits = [
        (len(wanted.cells & planned_contenders(one).keys()), one.planned_at, one) for one in known
    ]
    best = max((fit for fit in fits if fit[0]), key=lambda fit: fit[:2], default=None)
    if best is None:
        why = "none in the store measured what its claims are of"
        raise UsageError(
            f"no sweep answers {wanted.name}",
            why=why,
            do=f"run `bench-driver study run {wanted.name}`",
        )
    return best[2]
