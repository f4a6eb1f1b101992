"""What is run to prove the meter, and what it must say: pure, so that the rules can be tested with numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import exp, log
from statistics import median
from typing import Any

from bench_driver.stats.interval import Interval, median_interval

#: A busy-wait is reported right within 3 % or 60 ns, whichever is more.
SHARE, NS = 0.03, 60.0
#: No A/A band is taken for narrower: a few pairs may agree by chance.
NARROWEST_BAND = 0.01
#: Where the same, measured twice, is not known to be the same by that much, nothing can be told of 10 %.
WIDEST_BAND = 0.05
#: Engines of this library are the meter's own; one is named for how long it waits, one for being slower than the engine that it wraps.
LIBRARY, WAITS, SLOWER = "meter", "busy-wait-", "-slower"


@dataclass(frozen=True)
class Case:
    """A run that is made once in each repetition: its name, the fields of its request, and what stands between consumer and provider."""

    name: str
    request: Mapping[str, Any]
    relayed: bool = False
    delay_s: float = 0.0
    piece: int = 0


@dataclass(frozen=True)
class Together:
    """Cases that are compared with each other: back to back in a random order, so many times in each repetition, so that what the machine does falls on all."""

    cases: tuple[Case, ...]
    times: int = 1


@dataclass(frozen=True)
class Row:
    """A line of the table: a claim, what was measured, what is allowed; `held` is None where the row only shows."""

    claim: str
    measured: str
    allowed: str
    held: bool | None


#: p50 in ns of each repetition, by case.
Medians = Mapping[str, Sequence[float]]


@dataclass(frozen=True)
class Engines:
    """The engines of one consumer that the proof needs: by length in us, the slower one, and the one that it wraps."""

    waits: Mapping[int, str] = field(default_factory=dict)
    slower: str = ""
    wrapped: str = ""


def engines(names: Sequence[str]) -> Engines:
    """Those of the meter's engines, found by what their names say."""
    waits = {int(name.removeprefix(WAITS).removesuffix("us")): name for name in names if name.startswith(WAITS)}
    slower = next((name for name in names if name.endswith(SLOWER)), "")
    return Engines(dict(sorted(waits.items())), slower, slower.removesuffix(SLOWER))


def cases(known: Engines) -> list[Together]:
    """Every case for a consumer with those engines, beside those that it is compared with."""
    replay: dict[str, Any] = {"source": "replay", "amount": 20_000, "warmup": 2_000}
    engine: dict[str, Any] = {"source": "replay", "amount": 8_000, "warmup": 2_000}
    block: dict[str, Any] = {"block": 500, "concurrency": 16, "amount": 1_500, "warmup": 500}
    http: dict[str, Any] = {"amount": 600, "warmup": 200}
    engines = (
        Case("as it is", {**engine, "engine": known.wrapped}),
        Case("as it is again", {**engine, "engine": known.wrapped}),
        Case("slower", {**engine, "engine": known.slower}),
    )
    blocks = (
        Case("block A", block, relayed=True),
        Case("block A'", block, relayed=True),
        Case("block +5 ms", block, relayed=True, delay_s=0.005),
        Case("block in 7-byte pieces", block, relayed=True, piece=7),
    )
    amounts = (
        Case("500 objects", {"source": "replay", "amount": 500, "warmup": 100_000}),
        Case("100,000 objects", {"source": "replay", "amount": 100_000, "warmup": 100_000}),
    )
    requested = (
        Case("http", http, relayed=True),
        Case("http +0.2 ms", http, relayed=True, delay_s=0.0002),
        Case("http +1 ms", http, relayed=True, delay_s=0.001),
        Case("http +5 ms", http, relayed=True, delay_s=0.005),
        Case("http in 7-byte pieces", http, relayed=True, piece=7),
    )
    waits = (Together((Case(f"wait {length}", {**replay, "engine": name}),)) for length, name in known.waits.items())
    return [*waits, Together(engines, times=10), Together(amounts), Together(blocks, times=3), Together(requested)]


def rows(known: Engines, medians: Medians, timer_overhead_ns: float) -> list[Row]:
    """The table of one consumer."""
    same, engine = ratios(medians["block A'"], medians["block A"]), ratios(medians["as it is again"], medians["as it is"])
    undelayed = medians["http"]
    return [
        *(waited(length, medians[f"wait {length}"], timer_overhead_ns) for length in known.waits),
        slower(ratios(medians["slower"], medians["as it is"]), engine),
        Row("A/A: the same engine twice, the same `block` twice", f"{spread(engine)}, {spread(same)}", "shown", None),
        within("+5 ms moves the median of `block` by no more than A/A", ratios(medians["block +5 ms"], medians["block A"]), same),
        within("7-byte pieces move the median of `block` by no more than A/A", ratios(medians["block in 7-byte pieces"], medians["block A"]), same),
        within("500 and 100,000 objects agree per object once warm", ratios(medians["100,000 objects"], medians["500 objects"]), engine),
        Row("`http`", f"{median(undelayed):,.0f} ns", "shown", None),
        *(shown(f"`http` {what}", medians[f"http {what}"], undelayed) for what in ("+0.2 ms", "+1 ms", "+5 ms", "in 7-byte pieces")),
    ]


def shown(claim: str, p50_ns: Sequence[float], undelayed: Sequence[float]) -> Row:
    """What a provider's lateness does to a parse over `http`: the core cools, and nothing is claimed."""
    return Row(claim, f"{median(p50_ns):,.0f} ns, {spread(ratios(p50_ns, undelayed))} of undelayed", "shown", None)


def waited(length_us: int, p50_ns: Sequence[float], timer_overhead_ns: float) -> Row:
    """Whether a wait of known length is reported as such."""
    length, found = length_us * 1000.0, median(p50_ns)
    allowed = max(SHARE * length, NS)
    error = found - length
    measured = f"{found:,.0f} ns: {error:+,.0f} ns, {error / length:+.1%}; {error - timer_overhead_ns:+,.0f} without the empty window"
    return Row(f"a wait of {length_us} us is reported", measured, f"{allowed:,.0f} ns either way", abs(error) <= allowed)


def slower(found: Sequence[float], same: Sequence[float]) -> Row:
    """Whether an engine that takes a tenth longer is found to; not told where the engine beside itself is not known well enough."""
    claim, around = "an engine that is 10 % slower is found to be", interval(found)
    if aa_band(same) > WIDEST_BAND:
        return Row(claim, spread(found), f"not told: beside itself it is {spread(same)}", None)
    return Row(claim, spread(found), "1.05 to 1.15, and 1 outside of the interval", 1.05 < around.estimate < 1.15 and around.excludes(1.0))


def within(claim: str, found: Sequence[float], same: Sequence[float]) -> Row:
    """Whether the interval of ratios reaches into the band in which the same lies beside itself; not told where either is too wide to say anything."""
    band, around = aa_band(same), interval(found)
    if max(band, log(around.high / around.low) / 4) > WIDEST_BAND:
        return Row(claim, spread(found), f"not told: beside itself it is {spread(same)}", None)
    return Row(claim, spread(found), f"{exp(-band):.3f} to {exp(band):.3f}", log(around.low) <= band and log(around.high) >= -band)


def aa_band(same: Sequence[float]) -> float:
    """How far from 1 the median of the same beside itself may lie, as a logarithm, by its interval."""
    around = interval(same)
    return max(NARROWEST_BAND, abs(log(around.low)), abs(log(around.high)))


def interval(found: Sequence[float]) -> Interval:
    """Of ratios the median, with its interval."""
    return median_interval([[ratio] for ratio in found])


def ratios(above: Sequence[float], below: Sequence[float]) -> list[float]:
    """Repetition by repetition."""
    return [a / b for a, b in zip(above, below, strict=True)]


def spread(found: Sequence[float]) -> str:
    """A ratio's median and its interval."""
    around = interval(found)
    return f"{around.estimate:.3f} ({around.low:.3f} to {around.high:.3f})"
