"""Figures as people read them. An unknown one is a dash."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..stats.interval import Interval

DASH = "-"


def ns(value: float | None) -> str:
    """A time with its thousands apart."""
    return DASH if value is None or value != value else f"{value:,.0f}"


def rate(each_ns: float | None) -> str:
    """Objects a second, by the time from one to the next."""
    return DASH if not each_ns else f"{1e9 / each_ns:,.0f}"


def share(value: Interval | None) -> str:
    """A part of 1 with its interval, per cent."""
    if value is None:
        return DASH
    low, estimate, high = (f"{100 * part:.0f}" for part in (value.low, value.estimate, value.high))
    return f"{estimate} % ({low} … {high})" if value.known else f"{estimate} %"


def number(value: float | None, digits: int = 1) -> str:
    """A number with this many digits behind the point."""
    return DASH if value is None or value != value else f"{value:,.{digits}f}"


def times(value: Interval | None) -> str:
    """A time with its interval, ns."""
    if value is None:
        return DASH
    return (
        f"{ns(value.estimate)} ({ns(value.low)} … {ns(value.high)})"
        if value.known
        else ns(value.estimate)
    )


def ratio(value: Interval | None) -> str:
    """A ratio with its interval."""
    if value is None:
        return DASH
    return (
        f"{value.estimate:.2f} ({value.low:.2f} … {value.high:.2f})"
        if value.known
        else f"{value.estimate:.2f}"
    )


def close(value: Interval | None) -> str:
    """A ratio near 1 with its interval: a digit more."""
    if value is None:
        return DASH
    return (
        f"{value.estimate:.3f} ({value.low:.3f} … {value.high:.3f})"
        if value.known
        else f"{value.estimate:.3f}"
    )


def interval(found: Interval | None) -> dict[str, Any] | None:
    """An interval as JSON has it; of one round there are no ends."""
    return (
        {
            "estimate": found.estimate,
            "rounds": found.rounds,
            **({"low": found.low, "high": found.high} if found.known else {}),
        }
        if found
        else None
    )


def p(value: float) -> str:
    """A probability."""
    return DASH if value != value else "< 0.001" if value < 0.001 else f"{value:.3f}"


def percent(value: float) -> str:
    """A part of 1, with a digit behind the point."""
    return f"{100 * value:.1f} %"


def going_on(sentence: str) -> str:
    """A sentence behind a colon, small where it began large; not so an abbreviation."""
    return sentence if sentence[:2].isupper() else f"{sentence[:1].lower()}{sentence[1:]}"


def listed(words: Iterable[str]) -> str:
    """`a, b and c`."""
    every = list(words)
    return " and ".join(filter(None, [", ".join(every[:-1]), *every[-1:]]))
