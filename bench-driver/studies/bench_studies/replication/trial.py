"""Measures a trial of the study of replication: documents are inserted at a primary, and a replica
follows; or the primary is killed meanwhile.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import fmean, quantiles

from bench_driver.model.trials import Trial

from ..figures import Readings, readings
from ..stores.client import Inserted, Inserting
from ..stores.forms import digest, text_of
from ..stores.pair import Pair
from ..stores.sandbox import Role
from ..trial_failed import TrialFailed
from . import records

#: A store that acknowledges nothing for so long hangs.
STALLED_S = 30.0
#: Marked documents: every hundredth, and at least so many.
_EVERY, _FEWEST_MARKS = 100, 20
_CATCHES_UP_S, _ENDS_S, _POLL_S = 120.0, 20.0, 0.05


def measure(pair: Pair, trial: Trial, folder: Path) -> Readings:
    """The figures of a trial. TrialFailed where the store failed, StackError."""
    return (_killed if trial.part == "killed" else _replicated)(pair, trial, folder)


def _replicated(pair: Pair, trial: Trial, folder: Path) -> Readings:
    name, form, count = _name(trial), str(trial.tags["form"]), int(trial.tags["n"])
    sent = list(records.documents(count, str(trial.tags["records"])))
    texts = {int(one["key"]): text_of(form, one) for one in sent}
    marks = range(0, count, max(1, min(_EVERY, count // _FEWEST_MARKS)))
    pair.prepare(name, form)
    counters, link = pair.counters(), pair.sandbox.link_bytes()
    for role in Role:
        pair.forget_peak(role)
    used = {role: pair.usage(role) for role in Role}
    watched_log = folder / f"{name}.watched"
    watching = pair.seen(name, form, marks, count, watched_log)
    pair.until(watched_log.exists, f"the client that watches {pair.title} does not begin")
    inserting = _insert(pair, trial, sent, folder)
    try:
        inserted = _to_the_end(pair, inserting, count)
        watched = watching.wait(_CATCHES_UP_S)
        if watched.caught_up_ns is None:
            what = f"{pair.title}'s replica lacks documents {_CATCHES_UP_S:.0f} s after the last"
            raise _failed(pair, inserted, count, what)
    finally:
        watching.client.kill()
        inserting.client.kill()
        (folder / f"{name}.documents").unlink()
    counted = {key: value - counters[key] for key, value in pair.counters().items()}
    carried, usage = pair.sandbox.link_bytes(), {role: pair.usage(role) for role in Role}
    there = pair.digest(name, form, Role.REPLICA)
    times = inserted.acknowledged
    begun = min(at for at, _ in times.values())
    waits = [(done - at) / 1e6 for at, done in times.values()]
    lags = [(seen - times[key][0]) / 1e6 for key, seen in watched.seen.items() if key in times]
    log_bytes = counted.get("WAL bytes", counted.get("stream bytes"))
    if counted.get("full-page images"):
        log_bytes = None  # images of whole pages are no document's
    values: dict[str, float | None] = {
        "document bytes": fmean(len(text.encode()) for text in texts.values()),
        "link bytes": (carried.to_replica - link.to_replica) / count,
        "payload bytes": (carried.payload_to_replica - link.payload_to_replica) / count,
        "link bytes back": (carried.to_primary - link.to_primary) / count,
        "log bytes": None if log_bytes is None else log_bytes / count,
        "page images": counted.get("full-page images"),
        "wall": (max(done for _, done in times.values()) - begun) / 1e9,
        "caught up": (watched.caught_up_ns - begun) / 1e9,
        "acknowledged p50": _quantile(waits, 50),
        "acknowledged p99": _quantile(waits, 99),
        "lag p50": _quantile(lags, 50),
        "lag p99": _quantile(lags, 99),
        "client CPU": inserted.cpu_s,
        "acknowledged": len(times),
        "missing": len(times.keys() - there.keys()),
        "different": sum(
            there[key] != digest(form, text) for key, text in texts.items() if key in there
        ),
    }
    for role in Role:
        values[f"{role} CPU"] = usage[role].cpu_s - used[role].cpu_s
        values[f"{role} memory"] = usage[role].peak_rss_bytes
        values[f"{role} disk"] = usage[role].disk_bytes - used[role].disk_bytes
    return readings("replication", values)


def _killed(pair: Pair, trial: Trial, folder: Path) -> Readings:
    """Kills the primary with all its processes while documents are inserted; then its replica is
    promoted, or it is started again.
    """
    name, form, count = _name(trial), str(trial.tags["form"]), int(trial.tags["n"])
    pair.prepare(name, form)
    sent = list(records.documents(count, str(trial.tags["records"])))
    inserting = _insert(pair, trial, sent, folder)
    try:
        _await_first(pair, inserting, count)
        time.sleep(float(trial.tags["seconds"]))
        pair.kill(Role.PRIMARY)
        deadline = time.monotonic() + _ENDS_S
        while inserting.client.running and time.monotonic() < deadline:
            time.sleep(_POLL_S)
    finally:
        inserting.client.kill()
    begun, promoted = time.monotonic(), trial.tags["way"] == "promoted"
    if promoted:
        pair.promote()
    else:
        pair.restart(Role.PRIMARY)
    taken_over = time.monotonic() - begun
    there = pair.digest(name, form, Role.REPLICA if promoted else Role.PRIMARY).keys()
    acknowledged = inserting.outcome().acknowledged.keys()
    return readings(
        "replication",
        {
            "acknowledged": len(acknowledged),
            "gone": len(acknowledged - there),
            "unasked": len(there - acknowledged),
            "taken over": taken_over,
        },
    )


def _insert(
    pair: Pair, trial: Trial, sent: Sequence[Mapping[str, str | int]], folder: Path
) -> Inserting:
    name, tags = _name(trial), trial.tags
    documents = folder / f"{name}.documents"
    documents.write_text("".join(f"{json.dumps(one)}\n" for one in sent))
    log = folder / f"{name}.inserted"
    flight, bulk = int(tags["in flight"]), bool(tags["bulk"])
    return pair.insert(name, str(tags["form"]), documents, flight, bulk, log)


def _name(trial: Trial) -> str:
    """Of one length: Redis sends it with every key."""
    return f"t{trial.position:04}"


def _to_the_end(pair: Pair, inserting: Inserting, count: int) -> Inserted:
    """Waits until all documents are acknowledged. TrialFailed where they are not."""
    size, grown = 0, time.monotonic()
    while inserting.client.running:
        if (now := _size(inserting.log)) > size:
            size, grown = now, time.monotonic()
        what = _ended(pair)
        if not what and time.monotonic() - grown > STALLED_S:
            what = f"{pair.title} acknowledged nothing for {STALLED_S:.0f} s"
        if what:
            time.sleep(_POLL_S)  # so that the client has written what it was still told
            raise _failed(pair, inserting.outcome(), count, what)
        time.sleep(_POLL_S)
    inserted = inserting.outcome()
    if len(inserted.acknowledged) < count:
        errors = ", ".join(f"{number:,} by {kind}" for kind, number in inserted.errors.items())
        what = _ended(pair) or f"{pair.title} refused documents: {errors or 'its client ended'}"
        raise _failed(pair, inserted, count, what)
    return inserted


def _await_first(pair: Pair, inserting: Inserting, count: int) -> None:
    deadline = time.monotonic() + STALLED_S
    while not _size(inserting.log):
        if time.monotonic() > deadline or not inserting.client.running:
            what = _ended(pair) or f"{pair.title} acknowledged nothing"
            raise _failed(pair, inserting.outcome(), count, what)
        time.sleep(_POLL_S)


def _ended(pair: Pair) -> str:
    """Which server of the pair has ended; empty where both run."""
    ended = [role for role in Role if not pair.runs(role)]
    return f"{pair.title}'s {ended[0]} ended while it was measured" if ended else ""


def _failed(pair: Pair, inserted: Inserted, count: int, what: str) -> TrialFailed:
    acknowledged = len(inserted.acknowledged)
    ended = [role for role in Role if not pair.runs(role)]
    why = pair.last_words(ended[0] if ended else Role.PRIMARY)
    return TrialFailed(
        f"{what}; {acknowledged:,} of {count:,} documents were acknowledged",
        why=f"its log says: {why}" if why else "",
        readings=readings("replication", {"acknowledged": acknowledged}),
    )


def _quantile(values: Sequence[float], percent: int) -> float | None:
    """By linear interpolation; None of fewer than two."""
    return quantiles(values, n=100, method="inclusive")[percent - 1] if len(values) > 1 else None


def _size(file: Path) -> int:
    return file.stat().st_size if file.exists() else 0
