"""What a body takes over a link: the model, what was measured, and how far apart they are. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from statistics import median

from bench_driver.report.document import Section, Table, Text
from bench_studies.stores.namespaces import HEADERS

#: What a segment carries: the MTU of Ethernet less the heads of IPv4 and of TCP with timestamps.
SEGMENT = 1500 - 20 - 32
#: By how much the model may be off.
LIMIT = 0.10
_BY = f"{100 * LIMIT:g} %"


@dataclass(frozen=True)
class Fetch:
    """A run over the link: the median that a request took to its whole body, ns, and the bytes of
    HTTP that a request and an answer had. A link of no bits a second is as quick as it can be; None
    is loopback in its place.
    """

    consumer: str
    provider: str
    body: float
    request: float
    answer: float
    p50_ns: float
    bits_s: float | None = 0.0


@dataclass(frozen=True)
class Cell:
    """The runs of a consumer, a provider, a body and a bandwidth: the one that counts of each
    round, and what that round's constant was, ns.
    """

    fetches: Sequence[Fetch]
    constants: Sequence[float]

    @property
    def models(self) -> list[float]:
        """What the model says, by round, ns."""
        pairs = zip(self.fetches, self.constants, strict=True)
        return [modelled(one, constant) for one, constant in pairs]

    @property
    def errors(self) -> list[float]:
        """By how much the model is too low or too high, as a part of what was measured."""
        pairs = zip(self.models, self.fetches, strict=True)
        return [model / one.p50_ns - 1 for model, one in pairs]

    @property
    def error(self) -> float:
        """The same over rounds."""
        return median(self.errors)

    @property
    def holds(self) -> bool:
        """Whether the model is within the limit."""
        return abs(self.error) <= LIMIT


#: Consumer, provider, body and bandwidth.
Key = tuple[str, str, float, float | None]


def wire(payload: float) -> float:
    """Bytes on the link of a message of HTTP: with the heads of each segment; ACKs apart."""
    return payload + HEADERS * ceil(payload / SEGMENT)


def modelled(of: Fetch, constant_ns: float) -> float:
    """The constant, and request and answer over the bandwidth, ns."""
    assert of.bits_s, "a link without a bandwidth needs no model"
    return constant_ns + 8e9 * (wire(of.request) + wire(of.answer)) / of.bits_s


def cells(rounds: Mapping[int, Sequence[Fetch]]) -> list[Cell]:
    """The cells of all rounds; a round has several runs of each, the quickest of which counts: what
    else the machine does makes none quicker.
    """
    by: dict[Key, list[tuple[Fetch, float]]] = {}
    for fetches in rounds.values():
        quickest = _quickest(fetches)
        for key, one in quickest.items():
            if one.bits_s:
                by.setdefault(key, []).append((one, _constant(quickest, key)))
    return [Cell(*map(list, zip(*pairs, strict=True))) for _, pairs in sorted(by.items())]


def _constant(quickest: Mapping[Key, Fetch], of: Key) -> float:
    """What a request takes beside the bandwidth, ns: the body over loopback, and what the link adds
    to the smallest body.
    """
    consumer, provider, body, _ = of
    smallest = min(key[2] for key in quickest if key[:2] == of[:2])

    def took(size: float, bits_s: float | None) -> float:
        return quickest[consumer, provider, size, bits_s].p50_ns

    return took(body, None) + took(smallest, 0.0) - took(smallest, None)


def _quickest(fetches: Sequence[Fetch]) -> dict[Key, Fetch]:
    """The quickest run of each consumer, provider, body and bandwidth."""
    slowest_first = sorted(fetches, key=lambda one: -one.p50_ns)
    return {(one.consumer, one.provider, one.body, one.bits_s): one for one in slowest_first}


def off(rounds: Mapping[int, Sequence[Fetch]]) -> bool:
    """Whether the model is off by more than the limit anywhere."""
    return not all(one.holds for one in cells(rounds))


_SAID = (
    "model: the constant, and request and answer over the bandwidth, each with the heads of its "
    f"segments: {HEADERS} bytes (Ethernet, IPv4, TCP with timestamps) for {SEGMENT:,} of HTTP. "
    "constant: what the same bodies take over loopback in the same round, and what the link adds "
    "to the smaller ones where it has no bandwidth. Nothing is fitted. The model leaves out ACKs. "
    "error: model over measured, less 1, median over rounds."
)
_HEAD = (
    "consumer",
    "provider",
    "Mbit/s",
    "request bytes",
    "answer's head bytes",
    "body bytes",
    "constant us",
    "model us",
    "measured us",
    "error %",
    "least … most %",
    "verdict",
)


def sections(rounds: Mapping[int, Sequence[Fetch]]) -> list[Section]:
    """A row a cell."""
    made = cells(rounds)
    held = sum(one.holds for one in made)
    worst = max(made, key=lambda one: abs(one.error))
    lead = (
        f"The model is within {_BY} of the link in {held} of {len(made)} cells; the largest error "
        f"is {100 * worst.error:+.1f} %, {_name(worst)}."
    )
    table = Table(_HEAD, [_row(one) for one in made], 2)
    return [Section("link", "Model and link", [Text(lead, lead=True), table, Text(_SAID)])]


def _name(one: Cell) -> str:
    first = one.fetches[0]
    where = f"{first.body:,.0f} bytes at {_mbit_s(first)} Mbit/s"
    return f"{first.consumer} from {first.provider}, {where}"


def _mbit_s(one: Fetch) -> str:
    return f"{(one.bits_s or 0) / 1e6:g}"


def _row(one: Cell) -> list[str]:
    first = one.fetches[0]
    measured = [each.p50_ns for each in one.fetches]
    return [
        first.consumer,
        first.provider,
        _mbit_s(first),
        *(f"{size:,.0f}" for size in (first.request, first.answer - first.body, first.body)),
        *(f"{median(each) / 1e3:,.0f}" for each in (one.constants, one.models, measured)),
        f"{100 * one.error:+.1f}",
        f"{100 * min(one.errors):+.1f} … {100 * max(one.errors):+.1f}",
        f"within {_BY}" if one.holds else f"off by more than {_BY}",
    ]
