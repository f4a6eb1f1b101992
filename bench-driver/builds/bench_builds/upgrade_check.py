"""`bench-driver upgrade-check`."""

from __future__ import annotations

import itertools
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from bench_driver.cli import options
from bench_driver.cli.sweep import sweep, swept
from bench_driver.errors import BenchError, ExitCode, UsageError
from bench_driver.model.label import of_title

if TYPE_CHECKING:  # what is heavy loads only when it is used
    from bench_driver.analysis.ratios import Row
    from bench_driver.model.records import SweepRecord

    from .sides import Sides

_HELP = """Says whether another version of a library parses slower.

Builds the server that uses LIBRARY with both versions, and compares the two builds in the same
groups, in fresh processes each round, as `sweep` compares consumers. With one version that one is
checked against the one in use; with none the newest release is. Engines whose library changes are
measured; where none does, as with a library below them, the default of each format.

Of a name that both servers use write rust:bson or java:bson. With `commit` for LIBRARY, FROM and TO
are commits of this repository, and both servers are built. Other options go to `sweep` as they are:
--object-type, --format, --rounds.

Ends with 0 where no cell is slower by 3 % or more, with 3 where one is, with 4 where none is and
some are undecided or were measured with one of the two alone, with 5 where none was with both."""


@click.command(context_settings={"ignore_unknown_options": True}, help=_HELP)
@click.option(
    "--json",
    "as_json",
    is_flag=True,
    help="Print each cell with its ratio, interval and verdict, for programs.",
)
@click.option(
    "--preset",
    default="quick",
    show_default=True,
    help="Take what is not given from this preset of `sweep`.",
)
@options.store
@click.argument("library", metavar="LIBRARY [FROM] [TO]")
@click.argument("more", nargs=-1, type=click.UNPROCESSED, metavar="[SWEEP_OPTIONS]...")
def upgrade_check(
    library: str,
    more: tuple[str, ...],
    as_json: bool,
    preset: str,
    store: str | None,
    root: Path | None,
) -> ExitCode:
    """Says whether another version of a library makes parsing slower."""
    from bench_driver.system.repository import find_root

    # Versions come before the options of `sweep`, one of which may be followed by a value that
    # looks like one.
    versions = list(itertools.takewhile(lambda word: not word.startswith("-"), more))
    if len(versions) > 2:
        raise UsageError(
            f"{versions[2]} is one version too many",
            why="at most FROM and TO are compared",
            do="name two, then options of `sweep`",
        )
    rest = [
        "--preset",
        preset,
        "--store",
        options.store_address(store, root),
        *(["--root", str(root)] if root else []),
        *more[len(versions) :],
    ]
    if library == "commit":
        if len(versions) != 2:
            raise UsageError(
                "commit needs two revisions",
                why=f"{len(versions)} are given",
                do="write `upgrade-check commit FROM TO`",
            )
        return _commits(versions[0], versions[1], find_root(root), rest, as_json=as_json)
    return _library(library, versions, find_root(root), rest, as_json=as_json)


def _commits(
    before: str, after: str, root: Path, rest: Sequence[str], *, as_json: bool
) -> ExitCode:
    """Compares the builds of two commits of the repository, of each server."""
    from bench_driver.servers.specs import RUNTIMES

    from .builds import commit
    from .setups import read

    if commit(root, before) == commit(root, after):
        raise UsageError(
            f"{before} and {after} are one commit", why="there is nothing to compare", do="name two"
        )
    words = [f"commit={before}", f"commit={after}"]
    sides = [
        {one.consumer: one.server for one in read(word, list(RUNTIMES), root)} for word in words
    ]
    pairs = {sides[0][name]: sides[1][name] for name in RUNTIMES}
    rest = [*rest, "--checks", "usual"] if "--checks" not in rest else rest
    return _compared("commit", (before, after), words, [], pairs, rest, as_json=as_json)


def _library(
    name: str, versions: Sequence[str], root: Path, rest: Sequence[str], *, as_json: bool
) -> ExitCode:
    from bench_driver.servers.specs import RUNTIMES

    from . import libraries
    from .setups import read

    known = libraries.parsed(f"{name}={(*versions, 'newest')[0]}", root)
    after = versions[-1] if versions else libraries.newest(root, known.runtime, known.name)
    used = known.used(root, after)
    before = versions[0] if len(versions) == 2 else used
    if before == after:
        click.echo(f"{known.name} {before} -> {after}: nothing to check")
        return ExitCode.OK
    usual = next(server for server, runtime in RUNTIMES.items() if runtime == known.runtime)
    words = {
        version: f"{known.runtime}:{known.name}={version}"
        for version in (before, after)
        if version != used
    }
    servers = {used: usual} | {
        version: read(word, [usual], root)[0].server for version, word in words.items()
    }
    pair, setups = {servers[before]: servers[after]}, list(words.values())
    return _compared(known.name, (before, after), setups, [usual], pair, rest, as_json=as_json)


def _compared(
    name: str,
    sides: tuple[str, str],
    setups: Sequence[str],
    consumers: Sequence[str],
    pairs: Mapping[str, str],
    rest: Sequence[str],
    *,
    as_json: bool,
) -> ExitCode:
    """Sweeps the setups, and judges each pair, the first its baseline.

    Consumers are swept as they usually run where a pair has one.
    """
    from bench_driver.analysis.gather import gather
    from bench_driver.store import read
    from bench_driver.store.opening import read_store

    from .sides import sides as of_pairs

    title = f"{name} {sides[0]} -> {sides[1]}"
    args = [word for name in consumers for word in ("--consumer", name)] + [
        word for name in setups for word in ("--setup", name)
    ]
    context = sweep.make_context(
        "bench-driver upgrade-check", ["--condition", "block", *args, *rest]
    )
    alone = not any(name in consumers for pair in pairs.items() for name in pair)
    more = {"setups_alone": alone, "changed": bool(consumers)}
    swept_as = measured(context, {**more, "label": context.params["label"] or of_title(title)})
    if swept_as is None:  # --dry-run
        return ExitCode.OK
    with read_store(context.params["store"]) as store:
        found = of_pairs(gather(store, read.find(store, swept_as.id)).series, pairs, sides)
    return _judged(title, found, as_json=as_json)


def measured(context: click.Context, more: Mapping[str, Any]) -> SweepRecord | None:
    """Sweeps what a command line of `sweep` says, and `more`; None where it asks for a dry run.
    BenchError where some of it failed.
    """
    with context:
        outcome = swept({**context.params, **more})
    if outcome and (outcome.error or outcome.sweep is None):
        raise outcome.error or BenchError(
            "nothing was swept",
            why="the sweep left nothing in the store",
            do="see what it said above",
        )
    return outcome.sweep if outcome else None


def _judged(title: str, found: Sides, *, as_json: bool) -> ExitCode:
    """Shows each row, and what it comes to."""
    from bench_driver.cli import screen
    from bench_driver.report import words

    from .sides import verdict

    for line in found.lacking:
        screen.err().print(line, markup=False, soft_wrap=True)
    if as_json:
        cells = [_plain(row) for row in found.rows]
        whole = {"what": title, "verdict": found.word, "could_show": found.could_show}
        click.echo(json.dumps({**whole, "cells": cells}, indent=2))
    else:
        head = [
            "object type",
            "format",
            "checks",
            "contender",
            "before, ns",
            "after, ns",
            "after over before",
            "verdict",
        ]
        lines = [
            [
                row.cell.object_name,
                row.cell.format,
                row.cell.checks,
                str(row.other),
                words.ns(row.baseline_ns),
                words.ns(row.other_ns),
                words.ratio(row.decision.ratio) if row.decision else "",
                verdict(row),
            ]
            for row in found.rows
        ]
        screen.out().print(screen.table(head, lines, right=head[4:7]))
        slower, undecided = len(found.slower), len(found.undecided)
        counted = (
            f"{slower} of {len(found.rows)} cells slower by 3 % or more, {undecided} undecided"
        )
        text = f"{title}: {found.word} ({counted})\n{found.could_show}"
        screen.out().print(text, markup=False, soft_wrap=True)
    return found.code


def _plain(row: Row) -> dict[str, Any]:
    from bench_driver.analysis.headline import kind

    ratio = row.decision.ratio if row.decision else None
    interval = [ratio.low, ratio.high] if ratio and ratio.known else None
    names = {
        "object_type": row.cell.object_name,
        "format": row.cell.format,
        "checks": row.cell.checks,
        "before": str(row.baseline),
        "after": str(row.other),
    }
    return {
        **names,
        "before_ns": row.baseline_ns,
        "after_ns": row.other_ns,
        "ratio": ratio.estimate if ratio else None,
        "interval": interval,
        "verdict": kind(row),
    }
