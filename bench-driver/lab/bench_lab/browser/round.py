"""Rounds of Chromium and Node, freshly started, in pairs; and a wait planted in a page."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from math import log
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import Page

from bench_browser.bodies import Whose
from bench_browser.page import THERE, headless
from bench_browser.spec import BROWSER
from bench_driver.measure.kept import Form
from bench_driver.report import words
from bench_driver.report.document import Section, Table, Text
from bench_driver.servers.client import Client
from bench_driver.servers.launch import Stack
from bench_driver.servers.specs import SERVERS, Options
from bench_driver.stats.log_ratios import estimate, figure

from ..claims import within
from .node import build, started, versions

TITLE, PAGE = "A browser's figures", "browser.md"
TYPE, VARIANTS = "DummyObject", 1024
#: Those of Node, too: DOMParser is nowhere but on a page.
ENGINES = {"JSON.parse-source": "JSON", "JSON.parse": "JSON", "bson": "BSON", "parse-xml": "XML"}
WARMING, LEAD, AMOUNT, PAIRS = 100_000, 1_000, 8_000, 8
WAIT_NS = 20_000.0
#: By how much the wait as reported may differ from what it was, and Chromium from Node.
OF_THE_WAIT, OF_NODE = 0.05, 0.03
#: Each parse of JSON waits, or not, by turning a loop: a clock that steps by 5 us could end no wait
#: of 20. What a wait took, the same loop says when it is timed by itself.
_PLANT = """wait_ns => {
  const spin = (turns) => {
    let sum = 0;
    for (let turn = 0; turn < turns; turn++) sum += Math.sqrt(turn);
    return sum;
  };
  const timed = (turns, times) => {
    const begun = performance.now();
    for (let time = 0; time < times; time++) globalThis.sunk = spin(turns);
    return ((performance.now() - begun) * 1e6) / times;
  };
  timed(10000, 5000);
  const turns = Math.round((wait_ns * 10000) / timed(10000, 5000));
  const parse = JSON.parse;
  JSON.parse = (...given) => {
    if (globalThis.planted) globalThis.sunk = spin(turns);
    return parse(...given);
  };
  globalThis.waits = () => timed(turns, 500);
}"""


@dataclass(frozen=True)
class Made:
    """A round's log ratios: Chromium over Node by engine, the wait as reported over the wait."""

    over_node: dict[str, float]
    ns: dict[str, float]
    of_the_wait: float
    chromium: str
    node: str


FORM = Form(asdict, lambda said: Made(**said))


class Session:
    """The rounds."""

    def __init__(self, options: Options, logs: Path, _: object) -> None:
        self.servers: dict[str, Any] = {}
        self._options, self._logs, self._modules = options, logs, logs / "modules"
        page = build(options.root / "web-client", self._modules)
        #: what rounds that go together have alike
        self.of = {"programs": versions(), "page": page}

    def make(self, number: int) -> Made:
        """A round."""
        dice, logs = random.Random(number), self._logs / str(number)
        over_node, ns = dict[str, float](), dict[str, float]()
        names = ["rust-provider", BROWSER.name]
        with (
            Stack.start(
                names, ports="free", options=self._options, logs=logs, servers=[*SERVERS, BROWSER]
            ) as stack,
            Client(stack.url(BROWSER.name)) as browser,
            started(self._modules) as node,
        ):
            provider = stack.url("rust-provider")
            for engine, format_name in ENGINES.items():
                body = {"object_type": TYPE, "object_format": format_name, "engine": engine}
                fixed = {"provider_url": provider, "server_type": "rust", "source": "replay"}
                request = {**fixed, **body, "variants": VARIANTS}

                def chromium(lead: int, amount: int, request: dict[str, Any] = request) -> float:
                    run, _ = browser.run({**request, "amount": amount, "warmup": lead})
                    return float(run.windows.p50_ns)

                chromium(0, WARMING)
                file = self._logs / f"{format_name}.bodies"
                url = f"{browser.url}/{_bodies(provider, format_name)}"
                answer = httpx.get(url, trust_env=False).raise_for_status()
                file.write_bytes(answer.content)
                node.hold(engine, TYPE, file)
                node.slice(WARMING, 500)
                sides = {"chromium": chromium, "node": node.slice}
                pairs = [_pair(sides, dice) for _ in range(PAIRS)]
                over_node[engine] = figure([log(one["chromium"] / one["node"]) for one in pairs])
                ns[engine] = figure([one["chromium"] for one in pairs])
            wait = _reported(f"{browser.url}/index.html#contender", provider, dice)
            version = f"Node {node.said['version']}, V8 {node.said['v8']}"
            return Made(over_node, ns, wait, browser.engines()[0].runtime_version, version)

    def page(self, rounds: Mapping[int, Made]) -> tuple[list[Section], list[str]]:
        """The sections, and how it was measured, a line each."""
        every = [rounds[number] for number in sorted(rounds)]
        wait = estimate([one.of_the_wait for one in every])
        says = (
            f"A wait of {WAIT_NS / 1000:g} us in each parse is reported as {words.close(wait)} of "
            f"what it was: {within(wait, OF_THE_WAIT)}."
        )
        note = (
            "The same worker parses with the wait and without, in pairs. The difference of the two "
            "figures is divided by what the wait's own loop took right before and after, the mean "
            "of 500."
        )
        lines, names = [], list(every[0].over_node)
        for name in names:
            ratio = estimate([one.over_node[name] for one in every], len(names))
            us = f"{figure([one.ns[name] for one in every]) / 1000:.2f}"
            lines.append([name, us, words.close(ratio), within(ratio, OF_NODE)])
        who = (
            f"{every[0].chromium} and {every[0].node}: the page's own engines and loop, built "
            "once for each. These intervals are simultaneous."
        )
        table = Table(["engine", "Chromium, us", "Chromium / Node", "verdict"], lines, 1)
        sections = [
            Section("wait", "A planted wait", [Text(says, lead=True), Text(note)]),
            Section("node", "Compared with Node", [table, Text(who)]),
        ]
        return sections, [
            f"{TYPE}, {VARIANTS:,} bodies; Chromium and Node just started in each round, "
            f"{WARMING:,} objects parsed by each engine before the first pair",
            f"slices of {AMOUNT:,} objects, {LEAD:,} uncounted before, {PAIRS} pairs a round in "
            "random order; a slice's figure is the median over blocks of 500",
        ]


def _bodies(provider: str, format_name: str) -> str:
    return f"bodies/{Whose(provider, TYPE, format_name, VARIANTS).name}"


def _pair(
    sides: Mapping[str, Callable[[int, int], float]], dice: random.Random
) -> dict[str, float]:
    """A slice of each, one right after the other."""
    return {name: sides[name](LEAD, AMOUNT) for name in dice.sample([*sides], 2)}


def _reported(url: str, provider: str, dice: random.Random) -> float:
    """The log ratio of the wait as reported over the wait, in a page of the contender's."""
    mine = {"engine": "JSON.parse", "bodies": _bodies(provider, "JSON")}
    with headless() as launched:
        page = launched.new_page()
        page.goto(url)
        while not page.evaluate(THERE):
            page.wait_for_timeout(20)
        held = {"type": TYPE, "mine": mine, "other": None}
        page.evaluate("held => contender.hold(held)", held)
        worker, ratios = page.workers[0], []
        worker.evaluate(_PLANT, WAIT_NS)
        _planted(page, WARMING, 500, planted=False)
        _planted(page, LEAD, AMOUNT, planted=True)
        for _ in range(PAIRS):
            before = worker.evaluate("waits()")
            ns = {
                on: _planted(page, LEAD, AMOUNT, planted=on) for on in dice.sample([True, False], 2)
            }
            wait_ns = (before + worker.evaluate("waits()")) / 2
            ratios.append(log((ns[True] - ns[False]) / wait_ns))
    return figure(ratios)


def _planted(page: Page, lead: int, amount: int, *, planted: bool) -> float:
    """A slice's figure, ns, with the wait in each parse or without."""
    page.workers[0].evaluate("on => { globalThis.planted = on }", planted)
    sizes = [lead, amount]
    call = "([lead, amount]) => contender.slice(lead, amount)"
    return float(page.evaluate(call, sizes)["ns"])
