"""`bench-driver sweep`."""

from __future__ import annotations

import random
import shlex
import sys
import time
from pathlib import Path
from typing import Any

import click

from .. import __version__
from ..errors import ExitCode, SomeRunsFailed
from . import options


@click.command(epilog=options.STACKS_IN_WORDS)
@click.option("--amounts", default="1000:10000:1000", show_default=True, help="Objects a point: 1000,5000 or START:STOP:STEP.")
@click.option("--rounds", type=click.IntRange(1, 1000), default=3, show_default=True, help="Passes over all scenarios, each in fresh processes or containers.")
@click.option("--seed", type=click.IntRange(0, 2**32 - 1), help="Of the random order; drawn and kept where not given.")
@click.option("--concurrency", type=click.IntRange(1, 64), default=1, show_default=True, help="Requests in flight.")
@click.option("--variants", type=click.IntRange(1, 1024), default=1, show_default=True, help="Cycle through that many different objects.")
@click.option("--source", type=click.Choice(["http", "replay"]), default="http", show_default=True, help="Where the measured objects come from.")
@click.option("--warmup", type=click.IntRange(0, 1_000_000), default=50_000, show_default=True, help="Objects replayed before each scenario.")
@click.option("--warmup-http", type=click.IntRange(0, 1_000_000), default=1_000, show_default=True, help="Objects requested at the start of each run.")
@click.option("--warmup-provider", type=click.IntRange(0, 1_000_000), default=2_000, show_default=True, help="Objects served a scenario as a round begins.")
@click.option("--independent", is_flag=True, help="One run for each amount, rather than one run with checkpoints.")
@click.option("--consumer", "consumers", multiple=True, help="Only these consumers. Repeatable, as the next three.")
@click.option("--provider", "providers", multiple=True, help="Only these providers.")
@click.option("--object-type", "object_types", multiple=True, help="Only these object types.")
@click.option("--format", "formats", multiple=True, help="Only these formats.")
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), help="Where the results go.  [default: results/<time>]")
@options.starting
@options.stack
def sweep(out: Path | None, consumers: tuple[str, ...], providers: tuple[str, ...], stack: str, **given: Any) -> ExitCode:
    """Measures every combination.

    Consumer x provider x object type x format, over a list of amounts and several rounds.

    It gets the servers (--stack says from whom), warms and measures, writes CSV, charts and a summary, and stops what it started, also on Ctrl-C, which
    keeps what was measured. The defaults take about three minutes on two cores.
    """
    from .. import machine, outputs, progress, repository, screen, stacks
    from .. import sweep as sweeps
    from ..results import Results

    options.refuse_misplaced(stack)
    chosen = options.options(given["root"], given["java_home"], given["jvm_flags"], checkout=stack != "external")
    request = _request(given)
    urls = options.external(given["urls"]) if stack == "external" else {}
    names = _names(consumers, providers, list(urls) or options.NAMES)
    results = Results.create(out or chosen.root / "results" / time.strftime("%Y-%m-%dT%H-%M-%S"))
    servers = stacks.servers(stack, stacks.Given(chosen, names, options.ports(given["ports"]), urls, results.logs))
    about = {
        "started": time.strftime("%Y-%m-%d %H:%M:%S %z"),
        "command": shlex.join(["bench-driver", *sys.argv[1:]]),
        "commit": repository.commit(chosen.root),
        "driver_version": __version__,
        "machine": machine.describe(),
    }
    with progress.SweepProgress(screen.err()) as reporter:
        outcome = sweeps.Sweep(servers, results, request, reporter, about).run()
    if outcome.plan:
        written = outputs.write(results, interrupted=outcome.interrupted)
        for table in screen.summary(written.rows):
            screen.out().print(table)
        screen.out().print(f"\nresults: {results.folder}", markup=False, soft_wrap=True)
    if outcome.interrupted:
        if outcome.error:
            screen.show_error(outcome.error)
        raise KeyboardInterrupt
    if outcome.error:
        raise outcome.error
    if outcome.failed:
        raise SomeRunsFailed(f"{outcome.failed} runs failed", why="each is listed in summary.md", do=f"see {results.folder}/summary.md and the servers' logs")
    return ExitCode.OK


def _names(consumers: tuple[str, ...], providers: tuple[str, ...], there: list[str]) -> list[str]:
    """The servers that the sweep needs, of those that are there."""
    from .. import plan

    known = {role: [name for name in options.of_role(role) if name in there] for role in ("consumer", "provider")}
    return [*plan.choose(consumers, known["consumer"], "--consumer"), *plan.choose(providers, known["provider"], "--provider")]


def _request(given: dict[str, Any]) -> Any:
    """What the sweep is asked for, out of the options."""
    from .. import plan, sweep

    held = {name: given[name] for name in ("concurrency", "variants", "source", "warmup", "warmup_http", "warmup_provider", "independent")}
    seed = given["seed"] if given["seed"] is not None else random.SystemRandom().randrange(2**32)
    filters = {name: given[name] for name in ("object_types", "formats")}
    return sweep.Request(plan.parse_amounts(given["amounts"]), given["rounds"], seed, plan.Conditions(**held), **filters)
