"""`bench-driver doctor`."""

from __future__ import annotations

import json
import re
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..errors import ExitCode, StoreError
from . import options

if TYPE_CHECKING:
    from ..servers.checkup import Finding


#: Below what was seen.
_INDENT = " " * 19


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print the findings as a list in JSON.")
@click.option(
    "--java-home",
    type=click.Path(path_type=Path),
    help="The JDK of the Java servers, rather than that of JAVA_HOME or the newest found.",
)
@options.store
def doctor(as_json: bool, java_home: Path | None, store: str | None, root: Path | None) -> ExitCode:
    """Says what on this machine disturbs figures, and what to do.

    It looks at the machine's lock, cores, other work, steal, memory, swap, the clock's governor,
    pinning, JDKs, builds, ports, servers' variables, the commit and the dates in the store. Ends
    with 1 where a sweep would not start.
    """
    from ..servers import checkup
    from ..servers.specs import Options
    from ..system.repository import find_root
    from . import screen

    found = [
        *checkup.look(Options(find_root(root), java_home)),
        _dates(options.store_address(store, root)),
    ]
    stops = sum(item.state == "stop" for item in found)
    minds = sum(item.state == "mind" for item in found)
    if as_json:
        screen.out().print(
            json.dumps([asdict(item) for item in found], indent=2), markup=False, soft_wrap=True
        )
    else:
        for item in found:
            screen.say(f"{item.state:6}{item.name:13}{_short(item.seen)}", indent=_INDENT)
            if item.do:
                screen.say(f"{_INDENT}do: {item.do}", indent=_INDENT)
        last = (
            f"a sweep will not start: {stops} to mend first"
            if stops
            else f"a sweep will start; {minds} will disturb its figures"
            if minds
            else "ready to measure"
        )
        screen.out().print(f"\n{last}")
    return ExitCode.FAILED if stops else ExitCode.OK


def _short(seen: str) -> str:
    """What was seen, its commit as git shortens it."""
    return re.sub(r"\b([0-9a-f]{12})[0-9a-f]{28}\b", r"\1", seen)


def _dates(address: str) -> Finding:
    """What a store's sweeps tell of the clocks that they were measured by."""
    from ..servers.checkup import Finding
    from ..store.opening import read_store
    from ..store.read import dated_ahead, sweeps

    try:
        with read_store(address) as kept:
            ahead = dated_ahead(sweeps(kept))
    except StoreError as error:
        return Finding("dates", "good", error.what)
    if not ahead:
        return Finding("dates", "good", "no sweep is dated in the future")
    return Finding(
        "dates", "mind", "; ".join(ahead), "see that the machine's clock is set by the network"
    )
