"""What the trials of a run say of a study's claims. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from math import log
from statistics import median

from scipy.special import betaincinv

from bench_driver.analysis.ratios import between_rounds
from bench_driver.model.trials import Tag, Trial, TrialRun
from bench_driver.stats.decision import MARGIN
from bench_driver.stats.interval import CONFIDENCE
from bench_driver.stats.verdict import CLAIM_ROUNDS

from .figures import FIGURES, SERVER_BOUND
from .trial_study import PARTS, Bound, Tags, TrialClaim, TrialRatio, TrialStudy, named
from .verdicts import Answer, Row, judged


@dataclass(frozen=True)
class Trials:
    """A run of a study, its trials that are not void, and those that are."""

    run: TrialRun
    every: Sequence[Trial]
    void: Sequence[Trial] = ()

    def values(self, part: str, tags: Mapping[str, Tag], figure: str) -> dict[int, float]:
        """A figure of a cell in each round that has it."""
        return {
            one.round: one.readings[figure][0]
            for one in self.every
            if (one.part, one.state) == (part, "complete")
            and one.tags == tags
            and figure in one.readings
        }

    def median(self, part: str, tags: Mapping[str, Tag], figure: str) -> float | None:
        """A figure of a cell over all rounds; None where no round has it."""
        values = self.values(part, tags, figure)
        return median(values.values()) if values else None


def answers(study: TrialStudy, claims: Sequence[TrialClaim], measured: Trials) -> list[Answer]:
    """The claims, or the promises, with what the trials say; all intervals are simultaneous."""
    rows = {claim.id: _rows(study, claim, measured.run.preset) for claim in claims}
    many = sum(isinstance(of, TrialRatio) for mine in rows.values() for of, _ in mine)
    one = partial(_row, study, measured, max(many, 1))
    return [Answer(claim, [one(of, at) for of, at in rows[claim.id]]) for claim in claims]


def _rows(
    study: TrialStudy, claim: TrialClaim, preset: str
) -> list[tuple[TrialRatio | Bound, Tags]]:
    """The rows of a claim that a preset measures; all of them where it measures none."""
    asked: list[TrialRatio | Bound] = [*claim.ratios, *claim.bounds]
    every = [(of, at) for of in asked for at in of.at]
    cells = {part: study.cells(preset, part) for part in PARTS}
    measured = [
        (of, at)
        for of, at in every
        if all(study.tags(of.part, side, at) in cells[of.part] for side in of.asked_of)
    ]
    return measured or every


def _row(study: TrialStudy, measured: Trials, many: int, of: TrialRatio | Bound, at: Tags) -> Row:
    figures = (of.measure, getattr(of, "than", "") or of.measure)
    sides = [
        measured.values(of.part, study.tags(of.part, side, at), figure)
        for side, figure in zip(of.asked_of, figures, strict=False)
    ]
    said = named(at) or "base"
    if isinstance(of, Bound):
        among = measured.values(of.part, study.tags(of.part, of.of, at), of.among)
        figure = FIGURES[study.runner][of.measure]
        return _bounded(of, said, sides[0], among if figure.counted else {}, figure.unit)
    if of.measure == "wall" and (share := _server_share(study, measured, of, at)) > SERVER_BOUND:
        counted = f"the server took {100 * share:.0f} % of the time"
        return Row(of, said, "unresolved", counted=counted)
    over, under = (
        {number: log(value) for number, value in side.items() if value > 0} for side in sides
    )
    margin = 0 if FIGURES[study.runner][of.measure].counted else MARGIN
    return judged(of, said, between_rounds(over, under), many, margin)


def _server_share(study: TrialStudy, measured: Trials, of: TrialRatio, at: Tags) -> float:
    """The greater of the sides' median shares; 0 where none is measured."""
    sides = [study.tags(of.part, side, at) for side in of.asked_of]
    shares = [measured.values(of.part, side, "server share").values() for side in sides]
    return max((median(each) for each in shares if each), default=0)


def _bounded(
    of: Bound, said: str, counts: Mapping[int, float], among: Mapping[int, float], unit: str
) -> Row:
    """One round that breaks a bound is enough; that it is kept takes as many as any claim."""
    if not counts:
        return Row(of, said, "not measured")
    count, total = sum(counts.values()), sum(among.values())
    upper = betaincinv(count + 1, total - count, CONFIDENCE) if count < total else 1.0
    counted = f"{count:,.0f} of {total:,.0f}, at most {100 * float(upper):.2g} %"
    if not among:
        counted = f"{f'{max(counts.values()):.4g} {unit}'.rstrip()} in the worst round"
    if max(counts.values()) > of.at_most:
        return Row(of, said, "does not hold", counted=counted)
    enough = len(counts) >= CLAIM_ROUNDS
    return Row(of, said, "holds" if enough else "unresolved", counted=counted)
