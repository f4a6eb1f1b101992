"""Charts: both files are real."""

from __future__ import annotations

from bench_driver.report import charts

ROWS = [{"line": name, "kind": "p-provider", "amount": amount, "ms": amount * 2.0} for name in ("a-server", "b-server") for amount in (10, 20)]


def test_png_and_svg_are_what_they_say() -> None:
    made = charts.lines(ROWS, x=("amount", "objects parsed"), y=("ms", "summed parse time, ms"), colours=["a-server", "b-server"], dashes=["p-provider"])
    assert charts.png(made).startswith(b"\x89PNG\r\n")
    text = charts.svg(made)
    assert text.startswith("<svg")
    assert [word for word in ("a-server", "b-server", "p-provider", "objects parsed", "summed parse time, ms") if word not in text] == []
