"""Runs in Otava's own environment, which has no other module of the driver: series as JSON on
stdin, their change points as JSON on stdout.
"""

from __future__ import annotations

import json
import sys

from otava.analysis import compute_change_points


def main() -> None:
    """{series, window, max_p, min_magnitude} to, for each series, its [index, mean before, mean
    after, p].
    """
    asked = json.load(sys.stdin)
    found = []
    for series in asked["series"]:
        points, _ = compute_change_points(
            series,
            window_len=asked["window"],
            max_pvalue=asked["max_p"],
            min_magnitude=asked["min_magnitude"],
        )
        found.append(
            [
                [
                    int(point.index),
                    float(point.stats.mean_1),
                    float(point.stats.mean_2),
                    float(point.stats.pvalue),
                ]
                for point in points
            ]
        )
    json.dump(found, sys.stdout)


if __name__ == "__main__":
    main()
