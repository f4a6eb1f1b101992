"""How long runs took, out of a store: what an estimate goes by."""

from __future__ import annotations

from statistics import median

from ..plan.estimate import Kind, Rates
from ..store import read
from ..store.database import Store


def rates(store: Store) -> Rates:
    """The rates of the last sweep in the store that has any; those of another machine where none
    has.
    """
    for kept in read.newest(store):
        spent: dict[Kind, list[tuple[float, int]]] = {}
        for job, seconds in read.spent(store, kept.id):
            spent.setdefault((job.series, job.consumer, job.format), []).append(
                (seconds, job.objects)
            )
        if spent:
            builtin = Rates()
            by_kind = {
                kind: median(1e6 * seconds / objects for seconds, objects in runs)
                for kind, runs in spent.items()
            }
            series = {
                name: [rate for kind, rate in by_kind.items() if kind[0] == name]
                for name in builtin.by_series
            }
            by_series = {
                name: median(found) if found else builtin.by_series[name]
                for name, found in series.items()
            }
            return Rates(f"the rates of {kept.id}", by_kind, by_series, run_s=0.0)
    return Rates()
