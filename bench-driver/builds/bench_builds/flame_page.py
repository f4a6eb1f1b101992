"""A profile as a page: the flame graph of one run, and the functions in which its samples ended."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bench_driver import __version__
from bench_driver.report import charts
from bench_driver.report.document import Chart, Charts, Document, Section, Table, Text
from bench_driver.report.look import INK, styled
from bench_driver.report.page import page
from bench_driver.report.palette import COLOURS

from .flames import Frame, Stack, flames, hottest

#: Pixels across, and for each function of depth.
_WIDTH, _ROW = 1180, 18
#: This many pixels a character of a name takes.
_CHARACTER = 6.6
_HOTTEST = 25
_SAID = (
    "Each bar is a function on top of its caller, as wide as its share of the samples. Bars side "
    "by side are sorted by name, not by time. Samples are taken during the whole run, its warm-up "
    "included; sampling disturbs the run, so its times are not to be quoted."
)


def written(stacks: Mapping[Stack, int], title: str, profiler: str) -> str:
    """The page of a profile, which needs nothing else."""
    found = flames(stacks)
    samples = sum(stacks.values())
    with charts.unchecked():
        chart = Chart(
            "flames",
            "Flame graph",
            f"{len(found)} functions by their share of {samples:,} samples and their depth.",
            picture(found),
            [profiler],
        )
    top = Table(
        ["function", "of all samples"],
        [[name, f"{100 * share:.1f} %"] for name, share in hottest(stacks, _HOTTEST)],
        1,
        "Where samples ended, the most first",
    )
    sections = [
        Section("flames", "Flame graph", [Text(_SAID), Charts([chart])]),
        Section("hottest", "Functions", [top]),
    ]
    made = Document(
        title, f"{samples:,} samples by {profiler}; bench-driver {__version__}", sections
    )
    return page(made)


def picture(found: Sequence[Frame]) -> dict[str, object]:
    """The bars, the outermost function lowest, each with as much of its name as it has room for."""
    import altair as alt

    depths = 1 + max((one.depth for one in found), default=0)
    rows = [
        {
            "name": one.name,
            "label": _short(one),
            "start": one.start,
            "end": one.end,
            "top": one.depth + 0.94,
            "bottom": one.depth,
            "middle": one.depth + 0.47,
        }
        for one in found
    ]
    base = alt.Chart(alt.InlineData(values=rows))
    across = alt.X("start:Q", scale=alt.Scale(domain=[0, 1], nice=False), axis=None)
    up = alt.Scale(domain=[0, depths], nice=False)
    colour = alt.Color("name:N", scale=alt.Scale(range=list(COLOURS)), legend=None)
    bars = base.mark_rect(opacity=0.35).encode(
        x=across, x2="end:Q", y=alt.Y("bottom:Q", scale=up, axis=None), y2="top:Q", color=colour
    )
    names = base.mark_text(align="left", dx=3, fontSize=11, color=INK).encode(
        x=across, y=alt.Y("middle:Q", scale=up, axis=None), text="label:N"
    )
    return styled(alt.layer(bars, names).properties(width=_WIDTH, height=_ROW * depths))


def _short(one: Frame) -> str:
    """As much of a function's name as its bar has room for, from its end, which says more."""
    room = int((one.share * _WIDTH - 6) / _CHARACTER)
    if room < 3:
        return ""
    return one.name if len(one.name) <= room else f"…{one.name[-(room - 1) :]}"
