"""Measures a trial of the study of microblogs: load on a store, undisturbed or with a fault, and
then what its timelines lack.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from statistics import fmean
from typing import Any, cast

from bench_driver.errors import StackError
from bench_driver.model.trials import Tag, Trial
from bench_driver.stats.histograms import Distribution, merged

from ..drivers.clients import Find
from ..figures import Readings, readings
from ..stores import package_of
from ..stores.balanced import Balanced
from ..stores.base import Store
from ..stores.pair import Pair
from ..stores.sandbox import Role
from ..stores.usage import Usage
from ..trial_failed import TrialFailed
from .generator import DISK_FULL, Generator, Running, full

#: An offered rate that is reached to less than this is not ranked, nor is a busier generator.
REACHED, BUSY = 0.99, 0.8
#: So long into the load a fault comes, and so long it lasts where it ends.
_FAULT_S, _LASTS_S = 3.0, 5.0
#: By followers.
_CLASSES = {"few": "1 to 9", "many": "100 or more"}
_CEILINGS = "ceilings.json"


def needs(tags: Mapping[str, Tag]) -> list[str]:
    """The packages that a trial needs."""
    return ["generator", package_of(str(tags["store"]))]


def measure(find: Find, store: Store, trial: Trial, folder: Path) -> Readings:
    """The figures of a trial; what is more than a number goes into its `about`. TrialFailed where
    the store failed.
    """
    log, fault = folder / f"t{trial.position:04}.tweets", str(trial.tags.get("fault", "none"))
    generator = Generator(find("generator") / "bin" / "generator", store, trial.tags, log)
    try:
        _loaded(generator, folder)
        rate = _rate(trial.tags, folder)
        for node in store.nodes:
            store.forget_peak(node)
        before = {node: store.usage(node) for node in store.nodes}
        running = generator.run(trial.seed + 1000 * trial.round + trial.position, rate)
        try:
            took = _disturbed(store, running, fault)
            used = running.watched()
            _refuse_ended(store, fault)
            report = running.wait()
            _refuse_full(store, report["errors"])
        finally:
            running.end()
        checked = generator.check(_whole(store)) if log.exists() and log.stat().st_size else {}
        share = _largest_share(store, trial.tags) if isinstance(store, Balanced) else None
    except StackError as error:
        raise TrialFailed(error.what, why=error.why, readings={}) from error
    finally:
        log.unlink(missing_ok=True)
    details = cast(dict[str, Any], trial.about)
    details["histograms"] = report["times"]
    details["errors"] = report["errors"]
    details["nodes"] = {
        node: _spent(before[node], last) for node, last in used.items() if node in before
    }
    figures = values(trial.tags, report, checked, took) | {"largest share": share}
    if details["nodes"]:  # none where a fault outlived the load
        figures |= {
            f"servers {name}": sum(spent[name] for spent in details["nodes"].values())
            for name in ("CPU", "memory", "disk", "written")
        }
    if trial.tags["load"] == "closed" and "rate" in figures and trial.part == "claims":
        _keep_ceiling(trial.tags, folder, report["completed"] / report["seconds"])
    return readings("microblog", figures)


def _loaded(generator: Generator, folder: Path) -> None:
    """Fills a model's tables once for each store that was started: trials go on with them."""
    mark = folder / f"loaded-{generator.tags['model']}-{generator.tags['users']}"
    if not mark.exists():
        generator.load()
        mark.touch()


def _rate(tags: Mapping[str, Tag], folder: Path) -> float | None:
    """What is offered: a share of what the closed loop of the same cell did; None of a closed loop.
    StackError where that was not measured.
    """
    if tags["load"] == "closed":
        return None
    if (ceiling := _ceilings(folder).get(cell(tags))) is None:
        raise StackError("the ceiling of this cell is not known", why="its closed loop failed")
    return float(ceiling) * int(str(tags["load"]).split()[0]) / 100


def _keep_ceiling(tags: Mapping[str, Tag], folder: Path, rate: float) -> None:
    (folder / _CEILINGS).write_text(json.dumps({**_ceilings(folder), cell(tags): rate}))


def _ceilings(folder: Path) -> dict[str, float]:
    """What the closed loops of the stores that run now did, by cell."""
    file = folder / _CEILINGS
    return dict(json.loads(file.read_text())) if file.exists() else {}


def cell(tags: Mapping[str, Tag]) -> str:
    """What an open loop and its closed one share."""
    return repr(sorted((name, value) for name, value in tags.items() if name != "load"))


def values(
    tags: Mapping[str, Tag],
    report: Mapping[str, Any],
    checked: Mapping[str, int],
    took: float | None,
) -> dict[str, float | None]:
    """The figures that a generator's report has; those that it does not reach are left out."""
    seconds, outcomes = report["seconds"], report["outcomes"].values()
    busy = report["cpu_s"] / seconds
    reached = report["completed"] / report["offered"] if report["offered"] else 0.0
    found: dict[str, float | None] = {
        "reached": 100 * reached if tags["load"] != "closed" else None,
        "generator CPU": busy,
        "failed": sum(one["failed"] for one in outcomes),
        "unknown": sum(one["unknown"] for one in outcomes),
        "operations": report["offered"],
        "gap": report["gap"],
        "unseen": report["unseen"],
        "taken over": took,
        "acknowledged": checked.get("tweets"),
        "rows": checked.get("rows"),
        "missing": checked.get("missing"),
    }
    undisturbed = tags.get("fault", "none") == "none"
    # Times would say more of the generator, or of what was not reached, than of the store.
    short = tags["load"] != "closed" and undisturbed and reached < REACHED
    if short or (busy > BUSY and tags["store"] != "null"):
        return found
    found["rate"] = report["completed"] / seconds
    for operation in ("post", "userline", "timeline"):
        mine = [one for one in report["times"] if one["operation"] == operation]
        found |= _times(operation, merged(one["histogram"] for one in mine))
        for name, followers in _CLASSES.items():
            few = merged(one["histogram"] for one in mine if one["followers"] == followers)
            found[f"{operation} p50, {name}"] = _at(few, 50)
    if report["visible"]:
        seen = merged([report["visible"]])
        found |= {"visible p50": _at(seen, 50), "visible p99": _at(seen, 99)}
    return found


def _times(operation: str, found: Distribution | None) -> dict[str, float | None]:
    return {f"{operation} p{percent:g}": _at(found, percent) for percent in (50, 99, 99.9)}


def _at(found: Distribution | None, percent: float) -> float | None:
    """Milliseconds."""
    return dict(found.at)[percent] / 1000 if found else None


def _spent(before: Usage, after: Usage) -> dict[str, float]:
    return {
        "CPU": after.cpu_s - before.cpu_s,
        "memory": after.peak_rss_bytes,
        "disk": after.disk_bytes - before.disk_bytes,
        "written": after.written_bytes - before.written_bytes,
    }


def _largest_share(store: Balanced, tags: Mapping[str, Tag]) -> float:
    """The rows of the node that has most, over the mean of all nodes. StackError."""
    rows = store.rows(f"mb_{tags['model']}_{tags['users']}").values()
    return max(rows) / fmean(rows)


def _refuse_ended(store: Store, fault: str) -> None:
    """StackError where a server ended that no fault killed."""
    killed = [_victim(store)] if fault == "killed" else []
    for node in store.nodes:
        if node not in killed and not store.runs(node):
            what = f"{store.title}, {node}, ended while it was measured"
            raise StackError(what, why=store.last_words(node))


def _refuse_full(store: Store, errors: Mapping[str, int]) -> None:
    """StackError where a server that goes on has refused operations since its disk is full."""
    if refused := errors.get(DISK_FULL):
        raise full(store, f"{refused:,} operations were refused with {DISK_FULL}")


def _whole(store: Store) -> list[str]:
    """Which nodes are asked what is missing; those of a ring that were killed come back first."""
    if not isinstance(store, Pair):
        for node in store.nodes:
            if not store.runs(node):
                store.restart(node)
        store.until(store.joined, f"the servers of {store.title} do not find each other again")
    if store.name == "pouchdb":
        return [Role.PRIMARY]  # nothing is replicated
    return [node for node in store.nodes if store.runs(node)]


# Faults: each returns after how many seconds the store, or the node, was there again.


def _disturbed(store: Store, running: Running, fault: str) -> float | None:
    """Lets a fault come into the load; nothing comes where it is `none`."""
    if fault == "none":
        return None
    running.await_tweet()
    time.sleep(_FAULT_S)
    return _FAULTS[fault](store)


def _killed(store: Store) -> float | None:
    """A pair's replica is promoted; a ring goes on with two."""
    begun = time.monotonic()
    store.kill(_victim(store))
    if not isinstance(store, Pair):
        return None
    store.promote()
    return time.monotonic() - begun


def _paused(store: Store) -> float:
    store.pause(_victim(store))
    time.sleep(_LASTS_S)
    store.go_on(_victim(store))
    return _LASTS_S


def _returned(store: Store) -> float:
    """It is killed, and started again under load."""
    store.kill(_victim(store))
    begun = time.monotonic()
    store.restart(_victim(store))
    return time.monotonic() - begun


def _joined(store: Store) -> float:
    begun = time.monotonic()
    join: Callable[[str], None] = store.join  # type: ignore[attr-defined]  # a ring's alone
    join("node-4")
    return time.monotonic() - begun


def _victim(store: Store) -> str:
    """The primary, which takes all writes; of a ring any node."""
    return Role.PRIMARY if isinstance(store, Pair) else store.nodes[-1]


_FAULTS: Mapping[str, Callable[[Store], float | None]] = {
    "killed": _killed,
    "paused": _paused,
    "returned": _returned,
    "joined": _joined,
}
