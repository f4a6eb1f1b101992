"""Times as they are kept and shown: UTC everywhere, and never without the zone. Pure, but for the
clock.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

#: Clocks that are set by the same network differ by less.
_SLACK = timedelta(minutes=2)


def now() -> str:
    """Now, as a store keeps it: `2026-11-28T05:17:54.123+00:00`."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def name() -> str:
    """Now, as the name of a folder, which is a sweep's id: `2026-11-28T05-17-54Z`."""
    return f"{datetime.now(UTC):%Y-%m-%dT%H-%M-%SZ}"


def today() -> str:
    """The day, in UTC: `2026-11-28`."""
    return f"{datetime.now(UTC):%Y-%m-%d}"


def minute(kept: str) -> str:
    """A kept moment for people: `2026-11-28 05:17 UTC`."""
    return f"{kept[:16].replace('T', ' ')} UTC"


def ahead(kept: str) -> bool:
    """Whether a kept moment lies in the future, by this machine's clock.

    What is no moment does not.
    """
    try:
        moment = datetime.fromisoformat(kept)
    except ValueError:
        return False
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)) > datetime.now(UTC) + _SLACK
