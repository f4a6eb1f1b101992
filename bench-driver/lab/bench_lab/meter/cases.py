"""What is run to prove the meter, and what it must say; pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import exp, log
from statistics import median
from typing import Any

from bench_driver.stats.interval import Interval
from bench_driver.stats.log_ratios import geometric_mean

from ..claims import Line

#: A wait is reported right within 3 % or 60 ns, whichever is more.
SHARE, NS = 0.03, 60.0
#: No A/A band is taken for narrower: a few pairs may agree by chance.
NARROWEST_BAND = 0.01
#: Where the same, measured twice, is not the same by that much, nothing can be told of 10 %.
WIDEST_BAND = 0.05
#: The library of the meter's own engines, one named for how long it waits, one for being slower.
LIBRARY, WAITS, SLOWER = "meter", "busy-wait-", "-slower"


@dataclass(frozen=True)
class Case:
    """A run: the fields of its request, and what stands between consumer and provider."""

    name: str
    request: Mapping[str, Any]
    relayed: bool = False
    delay_s: float = 0.0
    piece: int = 0


#: Cases that are compared with each other, and how often in a repetition, back to back in a random
#: order, so that what the machine does falls on all.
Together = tuple[tuple[Case, ...], int]
#: p50 in ns of each repetition, by case.
Medians = Mapping[str, Sequence[float]]


@dataclass(frozen=True)
class Engines:
    """The meter's engines of one consumer: by length in us, the slower one, and its original."""

    waits: Mapping[int, str] = field(default_factory=dict)
    slower: str = ""
    wrapped: str = ""


def engines(names: Sequence[str]) -> Engines:
    """Those of the meter's engines, by what their names say."""
    lengths = {name: name.removeprefix(WAITS).removesuffix("us") for name in names}
    waits = {int(lengths[name]): name for name in names if name.startswith(WAITS)}
    slower = next((name for name in names if name.endswith(SLOWER)), "")
    return Engines(dict(sorted(waits.items())), slower, slower.removesuffix(SLOWER))


def cases(own: Engines) -> list[Together]:
    """Every case for a consumer with those engines, beside those that it is compared with."""

    def replay(name: str, engine: str = "", amount: int = 8_000, warmup: int = 2_000) -> Case:
        request = {"source": "replay", "amount": amount, "warmup": warmup}
        return Case(name, {**request, "engine": engine} if engine else request)

    def relayed(name: str, request: Mapping[str, Any], delay_s: float = 0.0) -> Case:
        return Case(name, request, True, delay_s, 7 if "pieces" in name else 0)

    block = {"block": 500, "concurrency": 16, "amount": 1_500, "warmup": 500}
    http, original = {"amount": 600, "warmup": 200}, own.wrapped
    delays = {"+0.2 ms": 0.0002, "+1 ms": 0.001, "+5 ms": 0.005, "in 7-byte pieces": 0.0}
    engines = replay("as it is", original), replay("as it is again", original)
    blocks = relayed("block A", block), relayed("block A'", block)
    amounts = {"500 objects": 500, "100,000 objects": 100_000}
    late = [relayed(f"http {name}", http, delay_s) for name, delay_s in delays.items()]
    changed = relayed("block +5 ms", block, 0.005), relayed("block in 7-byte pieces", block)
    return [
        *(((replay(f"wait {length}", name, 20_000),), 1) for length, name in own.waits.items()),
        ((*engines, replay("slower", own.slower)), 10),
        (tuple(replay(name, "", amount, 100_000) for name, amount in amounts.items()), 1),
        ((*blocks, *changed), 3),
        ((relayed("http", http), *late), 1),
    ]


def lines(own: Engines, medians: Medians, timer_overhead_ns: float) -> list[Line]:
    """The table of one consumer."""

    def over(above: str, below: str) -> list[float]:
        return [a / b for a, b in zip(medians[above], medians[below], strict=True)]

    engine, block = over("as it is again", "as it is"), over("block A'", "block A")
    moved = "the median of `block` by no more than A/A"
    same = "A/A: the same engine twice, the same `block` twice"
    agree, sizes = "500 and 100,000 objects agree per object once warm", ("100,000", "500")
    table = [waited(us, medians[f"wait {us}"], timer_overhead_ns) for us in own.waits]
    table += [
        slower(over("slower", "as it is"), engine),
        Line([same, f"{spread(engine)}, {spread(block)}", "shown"]),
        within(f"+5 ms moves {moved}", over("block +5 ms", "block A"), block),
        within(f"7-byte pieces move {moved}", over("block in 7-byte pieces", "block A"), block),
        within(agree, over(*(f"{size} objects" for size in sizes)), engine),
        Line(["`http`", f"{median(medians['http']):,.0f} ns", "shown"]),
    ]
    for what in ("+0.2 ms", "+1 ms", "+5 ms", "in 7-byte pieces"):
        # What a provider's lateness does to a parse: the core cools, and nothing is claimed.
        ns, ratio = median(medians[f"http {what}"]), spread(over(f"http {what}", "http"))
        table.append(Line([f"`http` {what}", f"{ns:,.0f} ns, {ratio} of undelayed", "shown"]))
    return table


def waited(length_us: int, p50_ns: Sequence[float], timer_overhead_ns: float) -> Line:
    """Whether a wait of known length is reported as such."""
    length, p50 = length_us * 1000.0, median(p50_ns)
    allowed, error = max(SHARE * length, NS), p50 - length
    measured = (
        f"{p50:,.0f} ns: {error:+,.0f} ns, {error / length:+.1%}; "
        f"{error - timer_overhead_ns:+,.0f} without the empty window"
    )
    claim = f"a wait of {length_us} us is reported"
    return Line([claim, measured, f"{allowed:,.0f} ns either way"], abs(error) <= allowed)


def slower(ratios: Sequence[float], same: Sequence[float]) -> Line:
    """Whether an engine that takes a tenth longer does, if it is known well enough."""
    claim, around = "an engine that is 10 % slower is found to be", interval(ratios)
    if aa_band(same) > WIDEST_BAND:
        return _untold(claim, ratios, same)
    held = 1.05 < around.estimate < 1.15 and around.excludes(1.0)
    return Line([claim, spread(ratios), "1.05 to 1.15, and 1 outside of the interval"], held)


def within(claim: str, ratios: Sequence[float], same: Sequence[float]) -> Line:
    """Whether the interval reaches into the band in which the same lies beside itself."""
    band, around = aa_band(same), interval(ratios)
    if max(band, log(around.high / around.low) / 4) > WIDEST_BAND:
        return _untold(claim, ratios, same)
    held = log(around.low) <= band and log(around.high) >= -band
    return Line([claim, spread(ratios), f"{exp(-band):.3f} to {exp(band):.3f}"], held)


def _untold(claim: str, ratios: Sequence[float], same: Sequence[float]) -> Line:
    return Line([claim, spread(ratios), f"not told: beside itself it is {spread(same)}"])


def aa_band(same: Sequence[float]) -> float:
    """How far from 1 the same beside itself may lie, as a logarithm, by its interval."""
    around = interval(same)
    return max(NARROWEST_BAND, abs(log(around.low)), abs(log(around.high)))


def interval(ratios: Sequence[float]) -> Interval:
    """Their geometric mean, with its interval."""
    return geometric_mean(ratios)


def spread(ratios: Sequence[float]) -> str:
    """Their median and its interval, in words."""
    around = interval(ratios)
    return f"{around.estimate:.3f} ({around.low:.3f} to {around.high:.3f})"
