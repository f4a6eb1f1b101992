"""`bench-driver sweep`."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import cloup

from .. import extensions
from ..errors import BenchError, ExitCode, SomeRunsFailed, UsageError
from ..model.condition import CONDITIONS
from ..model.formats import USUAL as USUAL_FORMATS
from ..model.series import CHECKS, OPERATIONS
from ..plan.groups import GROUPS
from ..plan.presets import PRESETS
from . import options
from .sweep_help import HELP, MORE, USUAL, SweepCommand
from .values import Duration, HalfWidth

if TYPE_CHECKING:  # what is heavy loads only when it is used
    from ..measure.results import Results
    from ..measure.sweeping import Outcome
    from ..measure.wanted import SweepOptions
    from ..store.database import Store

#: Of which machines they are, and when they begin; all other options say what is swept.
NOT_OF_A_SWEEP = ("wait", "cluster", "machines", "certificates")
#: What a sweep goes on with is in its plan; only these say something to `--resume`.
_WITH_RESUME = {"resume", "store", "root", "out", "wait", "cluster", "certificates"}


@cloup.command(cls=SweepCommand, help=HELP, more=MORE, usual=USUAL)
@cloup.option_group(
    "What is measured",
    click.option(
        "--consumer",
        "consumers",
        multiple=True,
        help=(
            "Sweep only these consumers; rust,java,browser takes Chromium in. Repeatable, or by "
            "commas, as the next seven."
        ),
    ),
    click.option("--provider", "providers", multiple=True, help="Sweep only these providers."),
    click.option(
        "--object-type",
        "object_types",
        multiple=True,
        help=(
            "Sweep these object types (ContainerPod, …), or all.  "
            "[default: NumericObject,DummyObject]"
        ),
    ),
    click.option(
        "--size",
        "sizes",
        multiple=True,
        help="Sweep object types that grow in these sizes, or all: 1KiB, 16KiB, 64KiB, 256KiB.",
    ),
    click.option(
        "--format",
        "formats",
        multiple=True,
        help=(
            "Sweep these formats, or all, which takes some 25 minutes.  [default: "
            f"{','.join(USUAL_FORMATS)}]"
        ),
    ),
    click.option(
        "--coding",
        "codings",
        multiple=True,
        help="Sweep compressed bodies next to plain ones: gzip, zstd, br, or all.",
    ),
    click.option(
        "--engine",
        "engines",
        multiple=True,
        help="Sweep these engines, each in its series, or all, rather than each series' default.",
    ),
    click.option(
        "--floors",
        is_flag=True,
        help=(
            "Put each consumer's floor next to its engines: what building the object takes, "
            "without a parse."
        ),
    ),
    click.option(
        "--setup",
        "setups",
        multiple=True,
        help="Put a consumer built or started in another way next to the usual one; see below.",
    ),
    click.option(
        "--operation",
        type=click.Choice([*OPERATIONS, "all"]),
        help=(
            "Parse whole objects, three fields of each (partial), write objects (encode), or all. "
            " [default: decode]"
        ),
    ),
    click.option(
        "--best-of",
        metavar="SWEEP",
        help="Sweep each runtime's best library, as SWEEP of many engines chose it.",
    ),
    click.option(
        "--checks",
        type=click.Choice([*CHECKS, "all"]),
        help=(
            "Sweep engines as people run them, those with equal checks, or both.  [default: the "
            "preset's]"
        ),
    ),
)
@cloup.option_group(
    "How much, and how long",
    click.option(
        "--preset",
        type=click.Choice(list(PRESETS)),
        default="quick",
        show_default=True,
        help="Take what is not given from this preset; see below.",
    ),
    click.option(
        "--condition",
        metavar="NAMES",
        help=f"Measure under these, by commas: {', '.join(CONDITIONS)}.  [default: block]",
    ),
    click.option(
        "--groups",
        type=click.IntRange(1, 1000),
        help=f"Make this many groups of each cell in a round.  [default: {GROUPS}]",
    ),
    click.option(
        "--processes",
        type=click.Choice(["engine", "format", "shared"]),
        help=(
            "Give each engine and format of a round a process of its own, each format, or share "
            "them.  [default: engine, in containers: format]"
        ),
    ),
    click.option(
        "--rounds",
        type=click.IntRange(1, 1000),
        help="Make this many rounds, each in fresh processes or containers.",
    ),
    click.option(
        "--target",
        type=HalfWidth(),
        help="Make six rounds, then as many as half-widths of this take.  [default: 5%]",
    ),
    click.option(
        "--time-budget",
        type=Duration(),
        help="Let the target ask for no more rounds than this time holds.  [default: 15m]",
    ),
)
@cloup.option_group(
    "Conditions",
    click.option(
        "--variants", type=click.IntRange(1, 1024), help="Cycle through as many different objects."
    ),
    click.option(
        "--warmup",
        type=click.IntRange(0, 1_000_000),
        help="Warm a consumer by this many objects in each cell.  [default: as many as it takes]",
    ),
    click.option(
        "--warmup-provider",
        type=click.IntRange(0, 1_000_000),
        help="Let providers serve this many objects a scenario as a round begins.",
    ),
    click.option(
        "--seed",
        type=click.IntRange(0, 2**32 - 1),
        help="Draw the random order from this seed; one that is not given is drawn and kept.",
    ),
)
@cloup.option_group(
    "Curves over amounts",
    click.option(
        "--amounts",
        help=(
            "Report each slice at these numbers of objects, the last being its size: 1000,5000 or "
            "START:STOP:STEP."
        ),
    ),
    click.option(
        "--cold",
        type=click.Choice(["none", "one-provider", "all"]),
        help=(
            "Measure the first objects of a process just started too: with one provider, or with "
            "all."
        ),
    ),
    click.option(
        "--cold-amounts",
        help="Report them at these amounts, written as --amounts.  [default: 1,10,100,1000]",
    ),
)
@cloup.option_group("Servers", options.stack, options.starting, options.objects)
@cloup.option_group(
    "Output",
    click.option(
        "--label", metavar="WORDS", help="Give the sweep a name of your own, to find it by."
    ),
    click.option(
        "--out",
        type=click.Path(file_okay=False, path_type=Path),
        help="Put the sweep's folder there.  [default: results/<time>]",
    ),
    options.store_alone,
)
@cloup.option_group(
    "Many machines",
    click.option(
        "--cluster",
        metavar="ADDRESS",
        help="Sweep on every machine that joined this scheduler: tls://HOST:8786.",
    ),
    click.option(
        "--machines",
        type=click.IntRange(1, 10_000),
        metavar="N",
        help="Wait until N machines have joined.  [default: 1]",
    ),
    options.certificates,
)
@cloup.option_group(
    "How it begins",
    click.option(
        "--dry-run",
        is_flag=True,
        help=("Show the plan and how long it takes; measure nothing."),
    ),
    click.option(
        "--resume",
        is_flag=False,
        flag_value="last",
        metavar="[SWEEP]",
        help="Go on with a sweep that was cut, by default the last.",
    ),
    options.wait,
)
def sweep(**given: Any) -> ExitCode:
    """Compares every consumer on every object type and format."""
    if given["cluster"]:
        if given["resume"]:
            _refuse_with_resume(click.get_current_context())
        clustered = extensions.load(extensions.CLUSTERS, "dask", "--cluster")
        return ExitCode(clustered(given))
    outcome = swept(given)
    if outcome and outcome.error:
        raise outcome.error
    return ExitCode.OK


def swept(given: Mapping[str, Any]) -> Outcome | None:
    """Does what the options say and shows what came of it: how the sweep ended, None where it was
    only planned. BenchError before that, KeyboardInterrupt.
    """
    from ..analysis.best_engines import chosen_by
    from ..analysis.rates import rates
    from ..measure import session
    from ..model.published import arguments
    from ..store.opening import open_store
    from . import screen
    from .planned import show
    from .progress import SweepProgress
    from .waits import building

    if misplaced := [name for name in ("cluster", "machines") if given.get(name)]:
        do = "sweep by `bench-driver sweep --cluster ADDRESS`"
        raise UsageError(f"--{misplaced[0]} cannot be used", why="one machine measures here", do=do)
    if given["resume"]:
        _refuse_with_resume(click.get_current_context())
    else:
        options.refuse_misplaced(given["stack"])
    alone = options.alone(wait=given["wait"])
    wanted, address = options_of(given), options.store_address(given["store"], given["root"])
    if wanted.resume:
        with (
            open_store(address, create=False) as store,
            alone,
            session.resumed(
                store, wanted.resume, wanted, SweepProgress(screen.err(), rates(store)), building()
            ) as (outcome, results),
        ):
            return _shown(store, outcome, results, given["root"])
    made = session.session(wanted)
    with open_store(address, create=not wanted.best_of) as store, ExitStack() as measuring:
        if wanted.best_of:
            made = replace(made, wanted=replace(made.wanted, best=chosen_by(store, wanted.best_of)))
        known, checked = rates(store), made.check(store)
        hearing = SweepProgress(screen.err(), known)
        if wanted.dry_run:
            show(made, store, checked, known, alone, hearing)
            return None
        measuring.enter_context(alone)
        made.build(building())
        if (
            given["stack"] != "external" and not made.checkout.commit
        ):  # there the builds are somebody else's
            words = f"results will have no commit: {made.checkout.why}; {made.checkout.do}"
            screen.say(words, screen.err())
        command = shlex.join(["bench-driver", *arguments(sys.argv[1:], made.root)])
        with made.sweep(store, command, hearing) as (outcome, results):
            return _shown(store, outcome, results, given["root"])


def options_of(given: Mapping[str, Any]) -> SweepOptions:
    """What the command line asks of a sweep, whichever machines make it."""
    from ..measure.wanted import SweepOptions

    return SweepOptions(**{name: one for name, one in given.items() if name not in NOT_OF_A_SWEEP})


def _shown(store: Store, outcome: Outcome, results: Results, root: Path | None) -> Outcome:
    """Makes the results of what is in the store, shows them, and adds to the outcome that runs
    failed.
    """
    from ..analysis.history.past import look_back
    from ..report.folder import write
    from ..store import read
    from ..system.repository import find_root_or_here
    from . import screen

    failed = 0
    if outcome.sweep:
        try:
            kept = read.find(store, outcome.sweep.id)
            failed = read.counts(store, kept.id)["failed"]
            past = look_back(store, kept, find_root_or_here(root))
            if facts := write(store, kept, results.folder, past, pngs=False):
                (screen.brief if kept.preset == "first" else screen.answer)(facts)
            screen.out().print(
                f"\nresults: {results.folder}\nsweep {kept.id}: {kept.state}, in {store.name}",
                markup=False,
                soft_wrap=True,
            )
        except BenchError as error:  # the first error is likelier the cause
            outcome.error = outcome.error or error
    if outcome.interrupted:
        if outcome.error:
            screen.show_error(outcome.error)
        raise KeyboardInterrupt
    if failed and not outcome.error:
        do = f"see {results.folder}/summary.md and the servers' logs"
        outcome.error = SomeRunsFailed(
            f"{failed} runs failed", why="each is listed in summary.md", do=do
        )
    return outcome


def _refuse_with_resume(context: click.Context) -> None:
    for parameter in context.command.params:
        name = parameter.name or ""
        if (
            name not in _WITH_RESUME
            and context.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE
        ):
            why = "the sweep goes on as it was planned"
            raise UsageError(
                f"{parameter.opts[0]} does not go with --resume",
                why=why,
                do="leave it out, or sweep anew",
            )
