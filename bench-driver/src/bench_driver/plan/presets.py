"""The presets: requests that have a name. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from ..model.series import CHECKS
from .request import Held, Request, Stopping


@dataclass(frozen=True)
class Preset:
    """A request that has a name, what it is for, and how many minutes it takes on two cores."""

    words: str
    request: Request
    minutes: float

    def __str__(self) -> str:
        """What it is for, and how long it takes."""
        hours = self.minutes >= 90
        time = f"{self.minutes / 60:.1f} hours" if hours else f"{self.minutes:.0f} minutes"
        return f"{self.words}; about {time}"


# Minutes by the rates of `estimate.Rates`. A round of a series takes some 18 s to start, and to
# start the consumers anew for two more formats; some 180 runs of warm-up, those of second processes
# among them, with what they wait for each other (55 s); 96 slices of 0.4 s and 16 of consumers
# beside themselves (45 s): less than two minutes on two quiet cores.
#   quick  6 rounds of one series are 11 min, and its time budget is 15
#   full   10 rounds of both: 38 min
# A round of `paper` makes 24 slices of 21,000 objects at 78.5 us (40 s), warms 12 contenders in
# eight runs of 4,096 (31 s), and starts processes three times and twelve times for cold runs.
#   paper  10 rounds of 2.5 min: 25 min
# The study's grid ends at 100,000 objects: `--amounts 500:100000:500` asks for it.
# A round of `first` has one cell: 14 s to start, some 12 runs of warm-up with each provider (12 s),
# and 8 slices, or up to twice as many where the core is shared (6 to 12 s).
#   first  6 rounds: 4 min
PRESETS = {
    "first": Preset(
        "a first answer: one object type in JSON, six rounds",
        Request(
            Stopping(rounds=6),
            object_types=("DummyObject",),
            formats=("JSON",),
            groups=4,
            preset="first",
        ),
        minutes=4,
    ),
    "quick": Preset(
        "engines as people run them, rounds until half-widths are 5 %, within 15 minutes",
        Request(preset="quick"),
        minutes=11,
    ),
    "full": Preset(
        "for each night: both series, ten rounds",
        Request(Stopping(rounds=10), checks=tuple(CHECKS), preset="full"),
        minutes=38,
    ),
    "paper": Preset(
        "a study's grid: each slice is reported at 500 to 20,000 objects in steps of 500, all of "
        "them the same object, ten rounds, and the first objects of fresh processes",
        Request(
            Stopping(rounds=10),
            conditions=("http",),
            held=Held(variants=1, amounts=tuple(range(500, 20_001, 500)), cold="one-provider"),
            preset="paper",
        ),
        minutes=25,
    ),
}
