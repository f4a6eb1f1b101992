"""The presets: requests that have a name. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from ..model.records import Conditions
from ..model.series import CHECKS
from .request import GroupedRequest, Request, Stopping


@dataclass(frozen=True)
class Preset:
    """A request that has a name, what it is for, and how many minutes it takes on two cores, or may take where it says so."""

    words: str
    #: what it measures where amounts are asked for; without `grouped`, always
    by_amounts: Request
    minutes: float
    grouped: GroupedRequest | None = None

    def __str__(self) -> str:
        """What it is for, and how long it takes."""
        hours = self.minutes >= 90
        return f"{self.words}; about {self.minutes / 60:.1f} hours" if hours else f"{self.words}; about {self.minutes:.0f} minutes"


# Minutes by the rates of `estimate.Rates`. A round of a series in groups takes some 18 s to start, and to start the consumers
# anew for two more formats; some 180 runs of warm-up, those of second processes among them, with what they wait for each
# other (55 s); 96 slices of 0.4 s and 16 of consumers beside themselves (45 s): less than two minutes on two quiet cores.
#   quick  6 rounds of one series are 11 min, and its time budget is 15
#   full   10 rounds of both: 38 min
# By amounts, a round of `paper` takes 6 s to start, 4 s for the providers, and for each run of a scenario, with the pairs' second one, 1 s + its replayed
# objects x 11 us + its requested ones x 78.5 us; for each that is cold 3.2 s.
#   paper  30 x (1 + 60,000 x 11 us + 22,000 x 78.5 us) + 10 + 12 x 3.2 = 150 s, 10 rounds: 25 min
# The study's grid ends at 100,000 objects, which would take `paper` 56 minutes: `--amounts 500:100000:500` asks for it.
PRESETS = {
    "quick": Preset(
        "in groups, engines as people run them, as many rounds as half-widths of 5 % take, within 15 minutes",
        Request(tuple(range(1000, 8001, 1000)), 6, conditions=Conditions(warmup=60_000, warmup_http=4_000)),
        minutes=11,
        grouped=GroupedRequest(preset="quick"),
    ),
    "full": Preset(
        "a night's: in groups, both series, ten rounds",
        Request(tuple(range(2000, 20_001, 2000)), 20, conditions=Conditions(warmup=300_000, warmup_http=20_000), cold="all", pairs="format"),
        minutes=38,
        grouped=GroupedRequest(Stopping(rounds=10), checks=tuple(CHECKS), preset="full"),
    ),
    "paper": Preset(
        "a study's grid, by amounts: 500 to 20,000 of the same object in steps of 500, ten rounds, and what is cold",
        Request(
            tuple(range(500, 20_001, 500)), 10, conditions=Conditions(variants=1, warmup=60_000, warmup_http=2_000), cold="one-provider", pairs="format"
        ),
        minutes=25,
    ),
}  # fmt: skip
