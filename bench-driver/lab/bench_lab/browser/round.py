"""A round: Chromium and Node are started, warmed, and measured in pairs, one right after the other."""

from __future__ import annotations

import random
from dataclasses import asdict, dataclass
from math import log
from pathlib import Path

import httpx

from bench_driver.browser.bodies import Whose
from bench_driver.measure.kept import Form
from bench_driver.servers.client import Client
from bench_driver.servers.launch import Stack
from bench_driver.servers.specs import BROWSER, SERVERS, Options
from bench_driver.stats.groups import figure

from .node import Node, started
from .planted import Planted, opened

TYPE, VARIANTS = "DummyObject", 1024
#: Which Node has too: DOMParser is nowhere but on a page.
ENGINES = {"JSON.parse-source": "JSON", "JSON.parse": "JSON", "bson": "BSON", "parse-xml": "XML"}
WARMING, LEAD, AMOUNT, PAIRS = 100_000, 1_000, 8_000, 8
WAIT_NS = 20_000.0


@dataclass(frozen=True)
class Made:
    """A round's figures: the log ratio Chromium over Node by engine, that of the wait that was reported over the wait, and who was there."""

    over_node: dict[str, float]
    ns: dict[str, float]
    of_the_wait: float
    chromium: str
    node: str


#: A round as a line of JSON.
FORM = Form(asdict, lambda said: Made(**said))


def measure(options: Options, modules: Path, logs: Path, number: int) -> Made:
    """Makes a round."""
    dice = random.Random(number)
    names = ["rust-provider", BROWSER.name]
    with (
        Stack.start(names, ports="free", options=options, logs=logs / str(number), servers=[*SERVERS, BROWSER]) as stack,
        Client(stack.url(BROWSER.name)) as browser,
        started(modules) as node,
    ):
        provider, over_node, ns = stack.url("rust-provider"), dict[str, float](), dict[str, float]()
        for engine, format_name in ENGINES.items():
            request = {"provider_url": provider, "server_type": "rust", "object_type": TYPE, "object_format": format_name, "engine": engine}
            one = _Paired(browser, node, {**request, "source": "replay", "variants": VARIANTS})
            over_node[engine], ns[engine] = one.compared(logs / f"{format_name}.bodies", dice)
        wanted = {"type": TYPE, "mine": {"engine": "JSON.parse", "bodies": f"bodies/{_whose(provider, 'JSON').name}"}, "other": None}
        with opened(f"{browser.url}/index.html#contender", wanted, WAIT_NS) as page:
            wait = _reported(page, dice)
        return Made(over_node, ns, wait, browser.engines()[0].runtime_version, f"Node {node.said['version']}, V8 {node.said['v8']}")


def _whose(provider: str, format_name: str) -> Whose:
    return Whose(provider, TYPE, format_name, VARIANTS)


@dataclass(frozen=True)
class _Paired:
    browser: Client
    node: Node
    request: dict[str, object]

    def compared(self, bodies: Path, dice: random.Random) -> tuple[float, float]:
        """The log ratio over a round's pairs, and Chromium's time, ns."""
        self._chromium(WARMING, 0)
        name = _whose(str(self.request["provider_url"]), str(self.request["object_format"])).name
        bodies.write_bytes(httpx.get(f"{self.browser.url}/bodies/{name}", trust_env=False).raise_for_status().content)
        self.node.hold(str(self.request["engine"]), TYPE, bodies)
        self.node.slice(WARMING, 500)
        ratios, times = [], []
        for _ in range(PAIRS):
            sides = {"chromium": lambda: self._chromium(AMOUNT, LEAD), "node": lambda: self.node.slice(LEAD, AMOUNT)}
            found = {side: sides[side]() for side in dice.sample([*sides], 2)}
            ratios.append(log(found["chromium"] / found["node"]))
            times.append(found["chromium"])
        return figure(ratios), figure(times)

    def _chromium(self, amount: int, lead: int) -> float:
        return float(self.browser.run({**self.request, "amount": amount, "warmup": lead})[0].windows.p50_ns)


def _reported(page: Planted, dice: random.Random) -> float:
    page.slice(WARMING, 500, planted=False)
    page.slice(LEAD, AMOUNT, planted=True)
    ratios = []
    for _ in range(PAIRS):
        before = page.waits_ns()
        found = {planted: page.slice(LEAD, AMOUNT, planted=planted) for planted in dice.sample([True, False], 2)}
        ratios.append(log((found[True] - found[False]) / ((before + page.waits_ns()) / 2)))
    return figure(ratios)
