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
from bench_driver.cli.sweep import options_of
from bench_driver.errors import ExitCode, SomeRunsFailed, StackError, StoreError, UsageError
from bench_driver.measure import lease, session, sweeping
from bench_driver.model.published import arguments
from bench_driver.model.records import SweepRecord
from bench_driver.store import dispatches, read
from bench_driver.store.database import Store
from bench_driver.store.opening import open_store
from bench_driver.system.repository import find_root

from . import door
from .client import Cluster
from .part import Part
from .planning import plan, what
from .task import checked_out

#: What a machine decides by itself, or what is of one machine alone.
_ELSEWHERE = (
    "stack", "ports", "java_home", "jvm_flags", "urls", "out", "dry_run", "best_of", "wait",
    "objects",
)  # fmt: skip


def sweep(given: Mapping[str, Any]) -> ExitCode:
    """Does what the options of `sweep` say on every machine of a cluster."""
    context = click.get_current_context()
    for parameter in context.command.params:
        source = context.get_parameter_source(parameter.name or "")
        if parameter.name in _ELSEWHERE and source is click.core.ParameterSource.COMMANDLINE:
            why = "each machine starts its own servers, as its worker was started"
            do = "leave one of the two out"
            raise UsageError(f"{parameter.opts[0]} does not go with --cluster", why=why, do=do)
    door.closed()
    address, wanted = given["cluster"], options_of(given)
    cluster = Cluster(address, door.security(address, given["certificates"], "driver"))
    root = find_root(given["root"])
    made = None if wanted.resume else session.session(wanted)
    with open_store(options.store_address(given["store"], root), create=made is not None) as store:
        before = _unfinished(store, wanted.resume) if wanted.resume else []
        group = before[0].cluster if before else moment.name()

        async def measured() -> list[Part]:
            commit = checked_out(root)
            parts = [Part(store, cluster, commit, one.machine, one.id) for one in before]
            try:
                if made:
                    command = shlex.join(["bench-driver", *arguments(sys.argv[1:], root)])
                    parts = await plan(store, cluster, group, made, command, given["machines"] or 1)
                with lease.held(store, [lease.of_sweep(part.id) for part in parts]) as renew:
                    await asyncio.gather(*(part.measure(renew) for part in parts))
            except asyncio.CancelledError:  # by a signal
                if parts:
                    do = f"`bench-driver sweep --resume {group} --cluster {address}` goes on"
                    door.log(f"machines end their rounds and keep them: {do}")
                raise
            finally:
                await cluster.close()
            return parts

        return _shown(store, group, asyncio.run(measured()))


def _unfinished(store: Store, name: str) -> list[SweepRecord]:
    """The parts of a sweep that is not complete, `last` being the latest."""
    known = [one for one in read.sweeps(store) if one.cluster]
    if name == "last":
        name = next((one.cluster for one in reversed(known) if one.state != "complete"), "")
    groups = {one.cluster for one in known if name in (one.id, one.cluster)}
    parts = [one for one in known if one.cluster in groups]
    if all(one.state == "complete" for one in parts):
        why = "all its parts are complete" if parts else "none of that name was swept on a cluster"
        raise StoreError(f"no sweep {name} can go on", why=why, do="see `bench-driver list`")
    return parts


def _shown(store: Store, group: str, parts: Sequence[Part]) -> ExitCode:
    """Says what each machine has, what failures cost, and what is missing."""
    rows, lacking, failed = [], [], 0
    for part in parts:
        kept, sent = read.find(store, part.id), dispatches.of(store, part.id)
        again = [one for one in sent if one.state in (dispatches.LOST, dispatches.LATE)]
        cost = f", {sum(one.seconds or 0.0 for one in again):.0f} s" if again else ""
        left, failed = sweeping.to_do(kept), failed + read.counts(store, part.id)["failed"]
        lacking += [part.given_up or f"{part.machine} was interrupted"] if left else []
        rounds = int(kept.conditions["rounds"])
        done = f"{rounds - len(left)} of {rounds}"
        rows.append([part.machine, what(kept.about), done, f"{len(again)}{cost}", kept.state])
    head = ["machine", "what it is", "rounds", "made again", "state"]
    screen.out().print(screen.table(head, rows))
    screen.say(f"sweep {group}, in {store.name}")
    if len(parts) > 1:
        screen.say(f"`bench-driver machines {group}` says what they say together")
    if lacking:
        do = f"`{kept.resumption}` makes them"
        raise StackError("not every machine has all rounds", why="; ".join(lacking), do=do)
    if failed:
        do = f"`bench-driver report {group}.MACHINE` writes that"
        why = "each is listed in the summary.md of its machine"
        raise SomeRunsFailed(f"{failed} runs failed", why=why, do=do)
    return ExitCode.OK
