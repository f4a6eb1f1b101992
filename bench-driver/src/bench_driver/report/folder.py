"""The folder of a sweep, all of it made from the store, and each file whole or not at all.

report.html            the page, which needs nothing else; its charts also in charts/
summary.md             the same without charts and details
csv/slices.csv         a row a slice, as slices.parquet; of all cores at once a row a contender and
    cell, csv/cores.csv
csv/  cold/            of slices that are reported at amounts a row a point, a file a scenario
measurements.parquet   every figure of these points
plan.json              what was to be done, on which machine, with which versions
logs/                  what the servers said, written while they ran
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from ..analysis.facts import Facts
from ..analysis.gather import gather
from ..analysis.gather_machines import parts_beside
from ..analysis.history.past import Past
from ..errors import ResultsError, StoreError
from ..measure import origin
from ..model.condition import CORES
from ..model.label import id_checked
from ..model.published import published
from ..model.records import SweepRecord
from ..store.database import Store
from ..system import files
from . import cores_csv as cores
from . import curve_files as export
from . import slices_csv as slices
from .curve_files import as_planned
from .documents import document, summary
from .markdown import markdown
from .page import page
from .pictures import origin_of, png, svg


def folder_of(sweep: SweepRecord, root: Path) -> Path:
    """Where the sweep's files are, or would be: in the folder that this checkout planned it with.

    ResultsError where it did not, and that folder is of a sweep which it did plan.
    """
    given, usual = origin.folder_of(root, sweep), root / "results" / id_checked(sweep.id)
    if not given and origin.owns(root, usual):
        why = "this checkout made it for another sweep of that name"
        what = f"{usual} is not this sweep's folder"
        raise ResultsError(what, why=why, do="give another folder with --out")
    return given if given and given.is_dir() else usual


def _refuse_elsewhere(name: str) -> None:
    """StoreError where a file's name, made of what a store says, leads out of the folder."""
    if ".." in Path(name).parts or Path(name).is_absolute():
        what = f"{name!r:.70} lies outside of the report's folder"
        why = "a name in the sweep is no file's name"
        raise StoreError(what, why=why, do="take no figures from this store")


def write(
    store: Store, sweep: SweepRecord, folder: Path, past: Past, *, pngs: bool = True
) -> Facts | None:
    """Writes everything, all of it new, whatever was there, and returns what a sweep says.

    Of one that an older driver measured by amounts it writes the points and the plan alone, and
    returns None.

    Raises:
        ResultsError: where the disk refuses.

    """
    plan = json.dumps(as_planned(published(sweep)), indent=2, ensure_ascii=False) + "\n"
    if sweep.by_amounts:
        files.write(folder / "plan.json", plan)
        export.curves(store, sweep, folder)
        return None
    facts = replace(gather(store, sweep, past), machines=parts_beside(store, sweep))
    made = document(facts)
    contents: dict[str, str | bytes] = {"plan.json": plan}
    origin = origin_of(sweep)
    for chart in made.charts():
        contents[f"charts/{chart.name}.svg"] = svg(chart, origin)
        if pngs:
            contents[f"charts/{chart.name}.png"] = png(chart, origin)
    contents |= {"summary.md": markdown(summary(made)), "report.html": page(made)}
    for name, content in contents.items():
        _refuse_elsewhere(name)
        files.write(folder / name, content)
    slices.write(slices.rows(sweep.id, facts.whole.seen), folder)
    if facts.curves:
        export.curves(store, sweep, folder)
    if CORES in facts.conditions:
        cores.write(facts, folder)
    return facts
