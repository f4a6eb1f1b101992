"""Change points of series of nights, by Apache Otava."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ...errors import BenchError, SetupError

#: With dozens of series every night, p = 0.05 would cry wolf daily; and a change of less than 5 %
#: is not worth waking somebody.
MAX_P, MIN_MAGNITUDE = 0.001, 0.05
#: Nights that Otava looks at together.
WINDOW = 50
#: Fewer nights have no change points: a level needs two, to either side.
FEWEST = 4
#: Names the Python that has Otava, where it is not that of the checkout.
BENCH_OTAVA = "BENCH_OTAVA"


@dataclass(frozen=True)
class Change:
    """From the night `index` on the level is `after`, and was `before`: means, in the series' unit.
    `p` is that of the t test between them.
    """

    index: int
    before: float
    after: float
    p: float

    @property
    def ratio(self) -> float:
        """After / before; of times, above 1 is slower."""
        return self.after / self.before


def python_with_otava(root: Path) -> Path:
    """The interpreter of Otava's environment; SetupError where there is none."""
    given = os.environ.get(BENCH_OTAVA)
    python = Path(given) if given else root / "bench-driver" / ".otava" / "bin" / "python"
    if not python.is_file():
        why = f"{BENCH_OTAVA} is {given}, where no file is" if given else f"{python} does not exist"
        raise SetupError(
            "change points cannot be looked for: Apache Otava is missing",
            why=why,
            do=f"run `make otava`, or set {BENCH_OTAVA} to its Python",
        )
    return python


def detect(
    python: Path,
    series: Sequence[Sequence[float]],
    *,
    max_p: float = MAX_P,
    min_magnitude: float = MIN_MAGNITUDE,
) -> list[list[Change]]:
    """The change points of each series, in order; none in one of fewer than `FEWEST` nights. One
    process for all. BenchError where Otava fails.
    """
    long = [list(values) for values in series if len(values) >= FEWEST]
    if not long:
        return [[] for _ in series]
    asked = json.dumps(
        {"series": long, "window": WINDOW, "max_p": max_p, "min_magnitude": min_magnitude}
    )
    worker = Path(__file__).with_name("worker.py")
    # -I: what the driver's environment says of paths is not for this one.
    done = subprocess.run(
        [str(python), "-I", str(worker)], input=asked, capture_output=True, text=True, check=False
    )
    if done.returncode:
        why = (done.stderr.strip().splitlines() or [f"it ended with {done.returncode}"])[-1]
        raise BenchError("Apache Otava failed", why=why, do="run `make otava` again")
    found = iter(json.loads(done.stdout))
    return [
        [Change(*point) for point in next(found)] if len(values) >= FEWEST else []
        for values in series
    ]
