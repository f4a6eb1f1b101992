"""Percentiles over several runs at once, from their merged HdrHistograms (G. Tene,
hdrhistogram.org).

They come V2 compressed, in base64, as servers of any language write them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce

#: What a report shows; the value at a percentile is the library's, the highest that its bucket
#: holds.
PERCENTILES = (1.0, 10.0, 25.0, 50.0, 75.0, 90.0, 95.0, 99.0, 99.5, 99.9, 99.99, 100.0)


@dataclass(frozen=True)
class Distribution:
    """How many windows, the least and the greatest, ns, and the value at each of
    `PERCENTILES`, ns.
    """

    count: int
    minimum: int
    maximum: int
    at: tuple[tuple[float, int], ...]


def merged(histograms: Iterable[str]) -> Distribution | None:
    """All of them as one; None where there are none."""
    from hdrh.histogram import HdrHistogram

    def add(first: HdrHistogram, second: HdrHistogram) -> HdrHistogram:
        """Into one with room for both: a server may size its histogram by what it saw."""
        wide = first if first.highest_trackable_value >= second.highest_trackable_value else second
        wide.add(second if wide is first else first)
        return wide

    decoded = [HdrHistogram.decode(text.encode()) for text in histograms]
    if not decoded:
        return None
    whole = reduce(add, decoded)
    found = whole.get_percentile_to_value_dict(PERCENTILES)
    at = tuple((percent, int(found[percent])) for percent in PERCENTILES)
    return Distribution(
        int(whole.get_total_count()), int(whole.get_min_value()), int(whole.get_max_value()), at
    )
