"""`bench-driver sweep`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from ..errors import ExitCode, UsageError
from ..plan.presets import PRESETS
from . import options

_PRESETS = "\b\nPresets:\n" + "\n".join(f"  {name:9} {preset}" for name, preset in PRESETS.items())
#: What a sweep goes on with is in its plan; only these say something to `--resume`.
_WITH_RESUME = {"resume", "store", "root", "out"}


_HELP = f"""Measures every combination.

Consumer x provider x object type x format, over a list of amounts and several rounds.

It gets the servers (--stack says from whom), writes the plan into the store, warms and measures, puts each run into the store as it ends, makes CSV, charts
and a summary of it, and stops what it started, also on Ctrl-C. What was measured is kept; --resume goes on. The defaults take about
{PRESETS["quick"].minutes:.0f} minutes on two cores."""


@click.command(help=_HELP, epilog=f"{_PRESETS}\n\n{options.STACKS_IN_WORDS}")
@click.option("--preset", type=click.Choice(list(PRESETS)), default="quick", show_default=True, help="What the options below are where not given; see below.")
@click.option("--amounts", help="Objects a point: 1000,5000 or START:STOP:STEP.")
@click.option("--rounds", type=click.IntRange(1, 1000), help="Passes over all scenarios, each in fresh processes or containers.")
@click.option("--seed", type=click.IntRange(0, 2**32 - 1), help="Of the random order; drawn and kept where not given.")
@click.option("--concurrency", type=click.IntRange(1, 64), help="Requests in flight.")
@click.option("--variants", type=click.IntRange(1, 1024), help="Cycle through that many different objects.")
@click.option("--source", type=click.Choice(["http", "replay"]), help="Where the measured objects come from.")
@click.option("--warmup", type=click.IntRange(0, 1_000_000), help="Objects replayed before each scenario.")
@click.option("--warmup-http", type=click.IntRange(0, 1_000_000), help="Objects requested at the start of each run.")
@click.option("--warmup-provider", type=click.IntRange(0, 1_000_000), help="Objects served a scenario as a round begins.")
@click.option("--independent", is_flag=True, default=None, help="One run for each amount, rather than one run with checkpoints.")
@click.option("--cold", type=click.Choice(["none", "one-provider", "all"]), help="Which scenarios are also measured in a consumer that was just started.")
@click.option("--cold-amounts", help="At which of its first objects: as --amounts.")
@click.option("--consumer", "consumers", multiple=True, help="Only these consumers. Repeatable, or by commas, as the next four.")
@click.option("--provider", "providers", multiple=True, help="Only these providers.")
@click.option("--object-type", "object_types", multiple=True, help="Only these object types.")
@click.option("--format", "formats", multiple=True, help="Only these formats.")
@click.option("--engine", "engines", multiple=True, help="These engines, or all, rather than each format's default.")
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), help="Where CSV, charts and summary go.  [default: results/<time>]")
@click.option("--dry-run", is_flag=True, help="Ask the servers what they can do, show the plan and how long it will take, and measure nothing.")
@click.option("--resume", is_flag=False, flag_value="last", metavar="[SWEEP]", help="Go on with a sweep that was cut: the last, or that one.")
@options.store_alone
@options.starting
@options.stack
def sweep(**given: Any) -> ExitCode:
    """Measures every combination."""
    from ..measure import session

    if given["resume"]:
        _refuse_with_resume(click.get_current_context())
    else:
        options.refuse_misplaced(given["stack"])
    return session.sweep(given)


def _refuse_with_resume(context: click.Context) -> None:
    for parameter in context.command.params:
        name = parameter.name or ""
        if name not in _WITH_RESUME and context.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE:
            why = "the sweep goes on as it was planned"
            raise UsageError(f"{parameter.opts[0]} does not go with --resume", why=why, do="leave it out, or sweep anew")
