"""Writes a report: the page, the Markdown, the charts as PNG and SVG, a CSV a scenario, and the Parquet. Each file whole or not at all."""

from __future__ import annotations

from pathlib import Path

from .. import __version__
from ..analysis.facts import Facts
from ..analysis.points import points
from ..store import read
from ..store.database import Store
from ..system.files import drafted
from ..system.files import write as write_file
from . import export
from .charts import unchecked
from .document import Document
from .drawing import png, svg
from .export import write_csv
from .markdown import markdown
from .page import page
from .sections import SECTIONS


def document(facts: Facts) -> Document:
    """The report of a sweep."""
    about, sweep = facts.sweep.about, facts.sweep
    rounds = len({item.round for item in facts.steady})
    machine = about.get("machine", {})
    where = ", ".join(filter(None, [str(machine.get("cpu", "")), f"{machine['cores']} cores" if machine.get("cores") else ""]))
    label = f"{sweep.label}; " if sweep.label else ""
    subtitle = f"{label}{len(facts.scenarios)} scenarios, {rounds} rounds, preset {sweep.preset}; {where or 'machine unknown'}; bench-driver {__version__}"
    with unchecked():
        return Document(f"Sweep {sweep.id}", subtitle, [section(facts) for section in SECTIONS])


def write(store: Store, facts: Facts, folder: Path, *, pngs: bool = True) -> list[Path]:
    """Everything into a folder; returns the files, the page first. ResultsError where the disk refuses."""
    made = document(facts)
    svgs = {chart.name: svg(chart.spec) for chart in made.charts()}
    contents: dict[str, str | bytes] = {"report.html": page(made, svgs), "report.md": markdown(made)}
    contents |= {f"charts/{name}.svg": text for name, text in svgs.items()}
    if pngs:
        contents |= {f"charts/{chart.name}.png": png({**chart.spec, "background": "white"}) for chart in made.charts()}
    made_files = [write_file(folder / name, content) for name, content in contents.items()]
    with drafted(folder / "measurements.parquet") as draft:
        export.parquet(read.measurements(store, facts.sweep.id), draft)
    tables = [
        write_csv(folder / "csv" / f"{scenario.slug}.csv", points(read.answers(store, facts.sweep.id, scenario=scenario))) for scenario in facts.scenarios
    ]
    return [*made_files, *tables, folder / "measurements.parquet"]
