"""Plans a sweep for every machine of a cluster: the same for all, or for none."""

from __future__ import annotations

import asyncio
import time
from types import SimpleNamespace
from typing import Any

from bench_driver.errors import NotComparable, StackError
from bench_driver.measure import sweeping
from bench_driver.measure.remembered import live_of
from bench_driver.measure.session import Session
from bench_driver.servers.identity import Live
from bench_driver.store import read
from bench_driver.store.database import Store

from .client import Cluster
from .door import log
from .part import PATIENCE_S, Part
from .task import MEET, RESULT, UNUSABLE, checked_out, in_a_line

LOOK_S = 3.0
#: Servers of another machine, as far as a plan needs them: started anew in each round. What they
#: are is said by their machine.
_ELSEWHERE: Any = SimpleNamespace(restarts=True, multiplies=True, describe=dict)


async def plan(
    store: Store, cluster: Cluster, group: str, made: Session, command: str, least: int
) -> list[Part]:
    """Each machine's part, written down, once so many machines are there. NotComparable where one
    has another commit, or would have another plan.
    """
    if made.label:
        read.refuse_as_label(store, made.label)
    commit, machines = checked_out(made.root), await _joined(cluster, least)
    parts = [Part(store, cluster, commit, name, f"{group}.{name}") for name in machines]
    setup = {"names": list(made.whose.names), "setups": list(made.whose.setups)}
    texts = await asyncio.gather(*(part.meet(**setup) for part in parts))
    run = sweeping.SweepRun(_ELSEWHERE, store, label=made.label)
    ready, first = [], None
    for part, text in zip(parts, texts, strict=True):
        about, live = _read(text, part.machine, made)
        facts = run.plan(made.wanted, live).facts
        if facts != (first := first or facts):
            why = f"by what its servers can do, {part.machine} would measure other things"
            do = "leave out what not every machine has, or leave the machine out"
            raise NotComparable(f"{part.machine} differs from {machines[0]}", why=why, do=do)
        ready.append((part, about, live))
    for part, about, live in ready:
        about |= {"command": command, "setup": {"stack": "native", **setup}}
        about |= {"cluster": {"id": group, "machine": part.machine}}
        kept = run.write_plan(made.wanted, live, about, part.id)
        log(f"{part.machine}: {what(kept.about)}")
        await asyncio.sleep(0.002)  # a sweep is known by its moment and its seed
        await part.forget(MEET)
    return parts


def _read(text: str, machine: str, made: Session) -> tuple[dict[str, Any], dict[str, Live]]:
    """What a machine says of itself, and its servers of themselves. BenchError where that is none
    of it.
    """
    try:
        said = RESULT.validate_json(text)
        return said.about, live_of(said.servers, made.whose, made.root, machine)
    except UNUSABLE as error:
        what = f"{machine}: its servers are none of this driver's"
        raise StackError(what, why=in_a_line(error), do="see the machine's log") from error


def what(about: dict[str, Any]) -> str:
    """What a machine is: its CPU, cores and JDK, which may differ."""
    known = about.get("machine") or {}
    told = (known.get("cpu"), known.get("cores") and f"{known['cores']} cores", about.get("java"))
    return ", ".join(str(one) for one in told if one)


async def _joined(cluster: Cluster, least: int) -> list[str]:
    """The machines, once they are so many. Silent."""
    started, told = time.monotonic(), -1
    while len(names := sorted(await cluster.machines())) < least:
        if time.monotonic() - started > PATIENCE_S:
            why = f"{len(names)} joined in {PATIENCE_S:.0f} s: {', '.join(names) or 'none'}"
            do = "start `bench-driver worker` on each, or ask for fewer with --machines"
            raise StackError(f"{least} machines are not there", why=why, do=do)
        if told != (told := len(names)):
            log(f"waiting: {told} of {least} machines have joined")
        await asyncio.sleep(LOOK_S)
    return names
