"""`bench-driver sweep --cluster`: each machine makes every round of the sweep, and this driver
records each round of each machine once.

A machine's part is a sweep of its own in the store, `SWEEP.MACHINE`, so that whatever judges a
sweep judges a machine.
"""

from __future__ import annotations

import asyncio
import shlex
import sys
from collections.abc import Mapping, Sequence
from typing import Any

import click

from bench_driver import moment
from bench_driver.cli import options, screen
from bench_driver.errors import (
    ExitCode,
    SomeRunsFailed,
    StackError,
    StoreError,
    UsageError,
)
from bench_driver.measure import session
from bench_driver.measure.wanted import SweepOptions
from bench_driver.model.label import id_checked
from bench_driver.model.published import arguments
from bench_driver.model.records import SweepRecord
from bench_driver.store import dispatches, read
from bench_driver.store.database import Store
from bench_driver.store.opening import open_store
from bench_driver.system.repository import find_root

from . import door
from .client import Cluster
from .parts import Parts

#: What a machine decides by itself, or what is of one machine alone.
_ELSEWHERE = (
    "stack", "ports", "java_home", "jvm_flags", "urls", "out", "dry_run", "best_of", "wait",
)  # fmt: skip


def sweep(given: Mapping[str, Any]) -> ExitCode:
    """Does what the options of `sweep` say on every machine of a cluster."""
    _refuse_elsewhere()
    door.closed()
    cluster = Cluster(
        given["cluster"], door.security(given["cluster"], given["certificates"], "driver")
    )
    of_cluster = ("cluster", "certificates", "machines", "wait")
    wanted = SweepOptions(**{name: one for name, one in given.items() if name not in of_cluster})
    root = find_root(given["root"])
    address = options.store_address(given["store"], root)
    made = None if wanted.resume else session.session(wanted)
    with open_store(address, create=made is not None) as store:
        before = _unfinished(store, wanted.resume) if wanted.resume else []
        group = before[0].cluster if before else moment.name()
        parts = Parts(store, cluster, root, group)
        try:
            asyncio.run(_measured(parts, before, made, given["machines"] or 1))
        except KeyboardInterrupt:
            do = f"`bench-driver sweep --resume {group} --cluster {given['cluster']}` goes on"
            door.log(f"machines end their rounds and keep them: {do}")
            raise
        return _shown(store, parts)


async def _measured(
    parts: Parts, before: Sequence[SweepRecord], made: session.Session | None, least: int
) -> None:
    try:
        if made:
            command = shlex.join(["bench-driver", *arguments(sys.argv[1:], made.root)])
            await parts.plan(made, command, least)
        else:
            parts.resume(before)
        await parts.measure()
    finally:
        parts.release()
        await parts.cluster.close()


def _refuse_elsewhere() -> None:
    context = click.get_current_context()
    for parameter in context.command.params:
        source = context.get_parameter_source(parameter.name or "")
        if parameter.name in _ELSEWHERE and source is click.core.ParameterSource.COMMANDLINE:
            why = "each machine starts its own servers, as its worker was started"
            do = "leave one of the two out"
            raise UsageError(f"{parameter.opts[0]} does not go with --cluster", why=why, do=do)


def _unfinished(store: Store, name: str) -> list[SweepRecord]:
    """The parts of a sweep that is not complete, `last` being the latest."""
    known = [one for one in read.sweeps(store) if one.cluster]
    if name == "last":
        name = next((one.cluster for one in reversed(known) if one.state != "complete"), "")
    found = [one for one in known if name in (one.id, one.cluster)]
    parts = [one for one in known if found and one.cluster == found[0].cluster]
    if not any(one.state != "complete" for one in parts):
        why = "all its parts are complete" if parts else "none of that name was swept on a cluster"
        raise StoreError(f"no sweep {name} can go on", why=why, do="see `bench-driver list`")
    for one in parts:
        id_checked(one.id)
    return parts


def _shown(store: Store, parts: Parts) -> ExitCode:
    """Says what each machine has, what failures cost, and what is missing."""
    rows, lacking, failed = [], [], 0
    for part in parts.parts:
        kept, sent = read.find(store, part.id), dispatches.of(store, part.id)
        recorded = [one for one in sent if one.state == dispatches.RECORDED]
        others = [one for one in sent if one.state not in (dispatches.RECORDED, dispatches.SENT)]
        planned = int(kept.conditions["rounds"])
        failed += read.counts(store, part.id)["failed"]
        lacking += [part.machine] if len(recorded) < planned else []
        machine = kept.about["machine"]
        rows.append(
            [
                part.machine,
                ", ".join(
                    filter(
                        None, (machine["cpu"], f"{machine['cores']} cores", kept.about.get("java"))
                    )
                ),
                f"{len(recorded)} of {planned}",
                f"{len(others)}, {sum(one.seconds or 0.0 for one in others):.0f} s"
                if others
                else "0",
                kept.state,
            ]
        )
    head = ["machine", "what it is", "rounds", "made again", "state"]
    screen.out().print(screen.table(head, rows))
    screen.say(f"sweep {parts.group}, in {store.name}")
    screen.say(f"`bench-driver machines {parts.group}` says what they say together")
    if lacking:
        do = f"`bench-driver sweep --resume {parts.group} --cluster …` makes them"
        why = "; ".join(f"{name}: {said}" for name, said in parts.given_up.items())
        what = f"{', '.join(lacking)} has fewer rounds than planned"
        raise StackError(what, why=why or "the sweep was interrupted", do=do)
    if failed:
        raise SomeRunsFailed(f"{failed} runs failed", why="a report lists each", do="see it")
    return ExitCode.OK
