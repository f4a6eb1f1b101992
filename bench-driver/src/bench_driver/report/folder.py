"""The folder of a sweep, all of it made from the store, and each file whole or not at all.

report.html            the page, which needs nothing else; its charts also in charts/
summary.md             the same without charts and details
csv/  cold/            a row a point, a file a scenario; of a sweep in groups a row a slice, csv/slices.csv, and of all cores
                       at once a row a contender and cell, csv/cores.csv
measurements.parquet   every figure of every run; of a sweep in groups slices.parquet
plan.json              what was to be done, on which machine, with which versions
logs/                  what the servers said, written while they ran
"""

from __future__ import annotations

import json
from pathlib import Path

from ..analysis.answer import AnyFacts, gather
from ..analysis.grouped.facts import GroupedFacts
from ..analysis.history.gather import Past
from ..errors import ResultsError, StoreError
from ..measure import origin
from ..model.condition import CORES
from ..model.label import id_checked
from ..model.records import SweepRecord
from ..store import read
from ..store.database import Store
from ..system import files
from . import cores, slices
from .charts import png, svg
from .documents import document, summary
from .export import as_planned, csv_on_the_way, parquet
from .markdown import markdown
from .page import page


def folder_of(sweep: SweepRecord, root: Path) -> Path:
    """Where the sweep's files are, or would be: the folder that it was given, where this checkout planned it.

    ResultsError where it did not, and that folder is of a sweep which it did plan.
    """
    given, usual = origin.folder_of(root, sweep), root / "results" / id_checked(sweep.id)
    if not given and origin.owns(root, usual):
        why = "this checkout made it for another sweep of that name"
        raise ResultsError(f"{usual} is not this sweep's folder", why=why, do="give another folder with --out")
    return given if given and given.is_dir() else usual


def _refuse_elsewhere(name: str) -> None:
    """StoreError where a file's name, which is made of what a store says, leads out of the folder."""
    if ".." in Path(name).parts or Path(name).is_absolute():
        why = "a name in the sweep is no file's name"
        raise StoreError(f"{name!r:.70} lies outside of the report's folder", why=why, do="take no figures from this store")


def write(store: Store, sweep: SweepRecord, folder: Path, past: Past, *, pngs: bool = True) -> AnyFacts:
    """Writes everything, all of it new, whatever was there, and returns what was found. ResultsError where the disk refuses."""
    facts = gather(store, sweep, past, csv_on_the_way(folder, frozenset(read.scenarios(store, sweep.id, "cold"))))
    made = document(facts)
    svgs = {chart.name: svg(chart.spec) for chart in made.charts()}
    contents: dict[str, str | bytes] = {"plan.json": json.dumps(as_planned(facts.sweep), indent=2, ensure_ascii=False) + "\n"}
    contents |= {f"charts/{name}.svg": text for name, text in svgs.items()}
    if pngs:
        contents |= {f"charts/{chart.name}.png": png({**chart.spec, "background": "white"}) for chart in made.charts()}
    contents |= {"summary.md": markdown(summary(facts, made)), "report.html": page(made, svgs)}
    for name, content in contents.items():
        _refuse_elsewhere(name)
        files.write(folder / name, content)
    if isinstance(facts, GroupedFacts):
        slices.write(slices.rows(sweep.id, facts.seen), folder)
        if CORES in facts.conditions:
            cores.write(facts, folder)
    else:
        parquet(read.measurements(store, sweep.id), folder / "measurements.parquet")
    return facts
