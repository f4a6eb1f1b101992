"""How smooth a year of nights is while somebody filters it, in headless Chromium: `python -m
tests.page.frames`, two minutes. It needs `make web`.
"""

from __future__ import annotations

import argparse
import tempfile
from dataclasses import replace
from itertools import cycle, islice
from pathlib import Path
from statistics import median

from bench_browser.page import headless
from bench_driver.store.opening import open_store

from ..grouped import sweep_of, times
from ..serving import NO_OTAVA, at, served
from ..stores import CELLS
from .conftest import ROOT, chosen, settled

#: Every frame's distance from the one before, ms, while the page is asked to note them.
NOTING = """() => { window.frames_ms = []; let last = performance.now();
  const next = (now) => { window.frames_ms.push(now - last); last = now; requestAnimationFrame(next); }; requestAnimationFrame(next); }"""
WITH_HTTP = (*CELLS, *(replace(cell, condition="http") for cell in CELLS))
#: What is chosen, one after the other, over and over: of all 24 lines 12, 4, 2, 4, 12.
CHOICES = (
    ("Format", "JSON"),
    ("Object type", "DummyObject"),
    ("Object type", ""),
    ("Format", ""),
    ("Condition", "http"),
    ("Condition", "block"),
)
TIMES = 48


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--nights", type=int, default=365)
    nights: int = parser.parse_args().nights
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "a.sqlite"
        with open_store(str(file)) as store:
            for night in range(nights):
                last = sweep_of(
                    store, 1, times(night), planned_at=at(night - nights), over=WITH_HTTP
                ).id
        with served(file, BENCH_ROOT=str(ROOT), **NO_OTAVA) as server, headless() as launched:
            page = launched.new_page(viewport={"width": 1280, "height": 900})
            page.goto(f"{server.url}/?view=nights&sweep={last}", timeout=300_000)
            page.wait_for_selector(".courses", timeout=300_000)
            settled(page)
            page.evaluate(NOTING)
            shown = []
            for label, value in islice(cycle(CHOICES), TIMES):
                chosen(page, label, value)
                shown.append(page.locator(".courses > *").count())
                page.wait_for_timeout(100)
            frames = sorted(page.evaluate("window.frames_ms"))
            print(
                f"{nights} nights, {min(shown)} to {max(shown)} lines shown, {TIMES} choices, "
                f"{len(frames)} frames, Chromium {launched.version}"
            )
            print(
                f"from frame to frame, ms: median {median(frames):.1f}, 95 % "
                f"{frames[int(0.95 * len(frames))]:.1f}, longest {frames[-1]:.1f}"
            )
            print(f"over 50 ms: {sum(one > 50 for one in frames)}")


if __name__ == "__main__":
    main()
