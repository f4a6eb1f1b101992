"""A page of the contender's in which each parse of JSON has a wait in it, or none, as one says."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Page, Worker

from bench_driver.browser.page import THERE, headless

#: Waits by turning a loop: a clock that steps by 5 us could end none of 20. What a wait took, the same loop says when it is timed by itself.
_PLANT = """wait_ns => {
  const spin = (turns) => { let sum = 0; for (let turn = 0; turn < turns; turn++) sum += Math.sqrt(turn); return sum; };
  const timed = (turns, times) => {
    const begun = performance.now();
    for (let time = 0; time < times; time++) globalThis.sunk = spin(turns);
    return ((performance.now() - begun) * 1e6) / times;
  };
  timed(10000, 5000);
  const turns = Math.round((wait_ns * 10000) / timed(10000, 5000));
  const parse = JSON.parse;
  JSON.parse = (...given) => { if (globalThis.planted) globalThis.sunk = spin(turns); return parse(...given); };
  globalThis.waits = () => timed(turns, 500);
}"""


class Planted:
    """The page, and the worker in it that parses."""

    def __init__(self, page: Page, wanted: dict[str, Any], wait_ns: float) -> None:
        self._page = page
        page.evaluate("wanted => contender.hold(wanted)", wanted)
        self._worker: Worker = page.workers[0]
        self._worker.evaluate(_PLANT, wait_ns)

    def slice(self, lead: int, amount: int, *, planted: bool) -> float:
        """As Node's; with the wait in each parse or without."""
        self._worker.evaluate("on => { globalThis.planted = on }", planted)
        return float(self._page.evaluate("([lead, amount]) => contender.slice(lead, amount)", [lead, amount])["ns"])

    def waits_ns(self) -> float:
        """What a wait takes just now, ns: the mean of 500."""
        return float(self._worker.evaluate("waits()"))


@contextmanager
def opened(url: str, wanted: dict[str, Any], wait_ns: float) -> Iterator[Planted]:
    """Chromium with that page, until the block ends."""
    with headless() as launched:
        page = launched.new_page()
        page.goto(url)
        while not page.evaluate(THERE):
            page.wait_for_timeout(20)
        yield Planted(page, wanted, wait_ns)
