"""`bench-driver sweep`."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import cloup

from ..errors import BenchError, ExitCode, SomeRunsFailed, UsageError
from ..model.condition import CONDITIONS, PUSHES
from ..model.series import CHECKS, OPERATIONS
from ..plan.groups import GROUPS
from ..plan.presets import PRESETS
from ..plan.request import GroupedRequest
from ..servers.setups import WORDS
from . import options
from .values import Duration, HalfWidth

if TYPE_CHECKING:  # what is heavy loads only when it is used
    from ..measure.results import Results
    from ..measure.sweep import Outcome
    from ..store.database import Store

_SETUPS = "\b\nSetups:\n" + "\n".join(f"  {name:23} {words}" for name, words in WORDS.items())
_PRESETS = "\b\nPresets:\n" + "\n".join(f"  {name:9} {preset}" for name, preset in PRESETS.items())
#: What a sweep goes on with is in its plan; only these say something to `--resume`.
_WITH_RESUME = {"resume", "store", "root", "out", "wait"}


_HELP = f"""Compares every consumer on every object type and format.

It measures engines as people run them, each configured as its library's documentation begins. With --checks all it measures engines with equal checks, too,
which refuse inside the window whatever the guard refuses of an object's fields; Rust's are a build of their own, which it makes first and native servers alone
have. Each of the two series has cells, processes and tables of its own. With
--operation partial it measures engines that read three fields of each object alone; each kind of these is a series too. With --operation encode it measures
what writing objects takes. With --consumer rust,java,browser a page in headless Chromium is a third contender; all parse by --condition replay then.

It measures in groups: a slice of each contender, back to back, in a balanced order, under each --condition. A round starts the processes afresh. How many
rounds there are, --rounds says, or --target by what the first six differ by. With --amounts, or --preset paper, it draws curves over amounts instead.

It gets the servers (--stack says from whom), warms them, writes plan and groups into the store, makes report, summary, CSV and charts of it, and stops what it
started, also on Ctrl-C. What was measured is kept; --resume goes on. The defaults take at most about {PRESETS["quick"].minutes:.0f} minutes on two cores."""


@cloup.command(help=_HELP, epilog=f"{_PRESETS}\n\n{_SETUPS}\n\n{options.STACKS_IN_WORDS}")
@cloup.option_group(
    "What is measured",
    click.option(
        "--consumer",
        "consumers",
        multiple=True,
        help="Sweep only these consumers; rust,java,browser takes Chromium in. Repeatable, or by commas, as the next six.",
    ),
    click.option("--provider", "providers", multiple=True, help="Sweep only these providers."),
    click.option("--object-type", "object_types", multiple=True, help="Sweep these object types, or all.  [default: NumericObject,DummyObject]"),
    click.option("--size", "sizes", multiple=True, help="Sweep object types that grow in these sizes, or all: 1KiB, 16KiB, 64KiB, 256KiB."),
    click.option("--format", "formats", multiple=True, help="Sweep only these formats."),
    click.option("--engine", "engines", multiple=True, help="Sweep these engines, each in its series, or all, rather than each series' default."),
    click.option("--floors", is_flag=True, help="Put each consumer's floor beside its engines: what building the object takes, without a parse."),
    click.option("--setup", "setups", multiple=True, help="Put a consumer built or started in another way beside the usual one; see below."),
    click.option(
        "--operation",
        type=click.Choice([*OPERATIONS, "all"]),
        help="Parse whole objects, three fields of each (partial), write objects (encode), or all.  [default: decode]",
    ),
    click.option("--best-of", metavar="SWEEP", help="Sweep each runtime's best library, as SWEEP of many engines chose it."),
    click.option(
        "--checks", type=click.Choice([*CHECKS, "all"]), help="Sweep engines as people run them, those with equal checks, or both.  [default: the preset's]"
    ),
)
@cloup.option_group(
    "How much, and how long",
    click.option("--preset", type=click.Choice(list(PRESETS)), default="quick", show_default=True, help="Take what is not given from this preset; see below."),
    click.option("--condition", metavar="NAMES", help=f"Measure under these, by commas: {', '.join(CONDITIONS)}.  [default: block,http]"),
    click.option("--groups", type=click.IntRange(1, 1000), help=f"Make so many groups of each cell in a round.  [default: {GROUPS}]"),
    click.option(
        "--processes",
        type=click.Choice(["engine", "format", "shared"]),
        help="Give each engine and format of a round a process of its own, each format, or share them.  [default: engine, in containers: format]",
    ),
    click.option("--rounds", type=click.IntRange(1, 1000), help="Make so many rounds, each in fresh processes or containers."),
    click.option("--target", type=HalfWidth(), help="Make six rounds, then as many as half-widths of this take.  [default: 5%]"),
    click.option("--time-budget", type=Duration(), help="Let the target ask for no more rounds than this time holds.  [default: 15m]"),
)
@cloup.option_group(
    "Conditions",
    click.option("--variants", type=click.IntRange(1, 1024), help="Cycle through so many different objects."),
    click.option("--warmup", type=click.IntRange(0, 1_000_000), help="Warm a consumer by so many objects in each cell.  [default: as many as it takes]"),
    click.option("--warmup-provider", type=click.IntRange(0, 1_000_000), help="Let providers serve so many objects a scenario as a round begins."),
    click.option("--seed", type=click.IntRange(0, 2**32 - 1), help="Draw the random order from this seed; one that is not given is drawn and kept."),
)
@cloup.option_group(
    "By amounts, rather than in groups",
    click.option("--amounts", help="Report each run at these numbers of objects: 1000,5000 or START:STOP:STEP."),
    click.option("--independent", is_flag=True, default=None, help="Make one run for each amount, rather than one run with checkpoints."),
    click.option("--cold", type=click.Choice(["none", "one-provider", "all"]), help="Measure these scenarios also in a consumer that was just started."),
    click.option("--cold-amounts", help="Report a cold run at these of its first objects, written as --amounts."),
    click.option("--concurrency", type=click.IntRange(1, 64), help="Keep so many requests in flight."),
    click.option("--source", type=click.Choice(["http", "replay", *PUSHES]), help="Choose where the measured objects come from, or how they are pushed."),
    click.option("--warmup-http", type=click.IntRange(0, 1_000_000), help="Request so many objects at the start of each run."),
)
@cloup.option_group("Servers", options.stack, options.starting)
@cloup.option_group(
    "Output",
    click.option("--label", metavar="WORDS", help="Give the sweep a name of your own, to find it by."),
    click.option("--out", type=click.Path(file_okay=False, path_type=Path), help="Put the sweep's folder there.  [default: results/<time>]"),
    options.store_alone,
)
@cloup.option_group(
    "How it begins",
    click.option("--dry-run", is_flag=True, help="Ask the servers what they can do, show the plan and how long it will take, and measure nothing."),
    click.option("--resume", is_flag=False, flag_value="last", metavar="[SWEEP]", help="Go on with a sweep that was cut: the last, or the one named."),
    options.wait,
)
def sweep(**given: Any) -> ExitCode:
    """Compares every consumer on every object type and format."""
    outcome = swept(given)
    if outcome and outcome.error:
        raise outcome.error
    return ExitCode.OK


def swept(given: Mapping[str, Any]) -> Outcome | None:
    """Does what the options say and shows what came of it: how the sweep ended, None where it was only planned. BenchError before that, KeyboardInterrupt."""
    from ..analysis.grouped.best import chosen_by
    from ..analysis.rates import rates
    from ..measure import session
    from ..measure.wanted import SweepOptions
    from ..model.published import arguments
    from ..plan.estimate import estimate
    from ..plan.plan import Plan
    from ..store.opening import open_store
    from . import screen
    from .planned import in_groups
    from .progress import SweepProgress, building

    if given["resume"]:
        _refuse_with_resume(click.get_current_context())
    else:
        options.refuse_misplaced(given["stack"])
    alone = options.alone(wait=given["wait"])
    wanted, address = SweepOptions(**{name: value for name, value in given.items() if name != "wait"}), options.store_address(given["store"], given["root"])
    if wanted.resume:
        with (
            open_store(address, create=False) as store,
            alone,
            session.resumed(store, wanted.resume, wanted, SweepProgress(screen.err(), rates(store)), building()) as (outcome, results),
        ):
            return _shown(store, outcome, results, given["root"])
    made = session.session(wanted)
    with open_store(address, create=not wanted.best_of) as store, alone:
        if wanted.best_of and isinstance(made.wanted, GroupedRequest):
            made = replace(made, wanted=replace(made.wanted, best=chosen_by(store, wanted.best_of)))
        known = rates(store)
        hearing = SweepProgress(screen.err(), known)
        made.build(building())
        if given["stack"] != "external" and not made.checkout.commit:  # there the builds are somebody else's
            words = f"results will have no commit: {made.checkout.why}; {made.checkout.do}"
            screen.err().print(words, markup=False, soft_wrap=True)
        if wanted.dry_run:
            planned = made.plan(store, hearing)
            if isinstance(planned, Plan):
                screen.out().print(screen.plan(planned, estimate(planned, known), known.source))
            elif isinstance(made.wanted, GroupedRequest):
                screen.out().print(in_groups(planned, made.wanted.stopping, known))
            return None
        command = shlex.join(["bench-driver", *arguments(sys.argv[1:], made.root)])
        with made.sweep(store, command, hearing) as (outcome, results):
            return _shown(store, outcome, results, given["root"])


def _shown(store: Store, outcome: Outcome, results: Results, root: Path | None) -> Outcome:
    """Makes the results of what is in the store, shows them, and adds to the outcome that runs failed."""
    from ..analysis.history.gather import look_back
    from ..report.folder import write
    from ..store import read
    from ..system.repository import find_root_or_here
    from . import screen

    failed = 0
    if outcome.sweep:
        try:
            kept = read.find(store, outcome.sweep.id)
            failed = read.counts(store, kept.id)["failed"]
            screen.answer(write(store, kept, results.folder, look_back(store, kept, find_root_or_here(root)), pngs=False))
            screen.out().print(f"\nresults: {results.folder}\nsweep {kept.id}: {kept.state}, in {store.name}", markup=False, soft_wrap=True)
        except BenchError as error:  # the first error is likelier the cause
            outcome.error = outcome.error or error
    if outcome.interrupted:
        if outcome.error:
            screen.show_error(outcome.error)
        raise KeyboardInterrupt
    if failed and not outcome.error:
        do = f"see {results.folder}/summary.md and the servers' logs"
        outcome.error = SomeRunsFailed(f"{failed} runs failed", why="each is listed in summary.md", do=do)
    return outcome


def _refuse_with_resume(context: click.Context) -> None:
    for parameter in context.command.params:
        name = parameter.name or ""
        if name not in _WITH_RESUME and context.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE:
            why = "the sweep goes on as it was planned"
            raise UsageError(f"{parameter.opts[0]} does not go with --resume", why=why, do="leave it out, or sweep anew")
