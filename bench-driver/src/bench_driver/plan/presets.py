"""The presets: requests that have a name. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from ..model.records import Conditions
from .request import Request


@dataclass(frozen=True)
class Preset:
    """A request that has a name, what it is for, and how many minutes it takes on two cores."""

    words: str
    request: Request
    minutes: float

    def __str__(self) -> str:
        """What it is for, and how long it takes."""
        hours = self.minutes >= 90
        return f"{self.words}; about {self.minutes / 60:.1f} hours" if hours else f"{self.words}; about {self.minutes:.0f} minutes"


# Minutes by the rates of `estimate.Rates`, which two sweeps on that machine gave. A round: 6 s to start, 24 scenarios x 2,000 objects for the providers at
# 90 us (4 s), and for each run of a scenario, with the pairs' second one, 1 s + its replayed objects x 11 us + its requested ones x 78.5 us; for each that is
# cold 3.2 s.
#   quick  26 x (1 + 60,000 x 11 us +  12,000 x 78.5 us) + 10            =  78 s,  6 rounds:   8 min; 135 s a round, so 13.5, on an AMD EPYC with 7 % steal
#   full   30 x (1 + 300,000 x 11 us + 40,000 x 78.5 us) + 10 + 24 x 3.2 = 310 s, 20 rounds: 103 min
#   paper  30 x (1 + 60,000 x 11 us +  22,000 x 78.5 us) + 10 + 12 x 3.2 = 150 s, 10 rounds:  25 min
# The study's grid ends at 100,000 objects, which would take `paper` 56 minutes: `--amounts 500:100000:500` asks for it.
PRESETS = {
    "quick": Preset(
        "every scenario at 1,000 to 8,000 objects, six rounds",
        Request(tuple(range(1000, 8001, 1000)), 6, conditions=Conditions(warmup=60_000, warmup_http=4_000)),
        minutes=10,
    ),
    "full": Preset(
        "a night's: 2,000 to 20,000 objects, twenty rounds, a longer warm-up, and what is cold",
        Request(tuple(range(2000, 20_001, 2000)), 20, conditions=Conditions(warmup=300_000, warmup_http=20_000), cold="all", pairs="format"),
        minutes=103,
    ),
    "paper": Preset(
        "a study's grid: 500 to 20,000 of the same object in steps of 500, ten rounds, and what is cold",
        Request(
            tuple(range(500, 20_001, 500)), 10, conditions=Conditions(variants=1, warmup=60_000, warmup_http=2_000), cold="one-provider", pairs="format"
        ),
        minutes=25,
    ),
}  # fmt: skip
