"""What spoils measured runs, counted as they pass by. Pure."""

from __future__ import annotations

from collections import Counter

from ..model.records import Answer


class Doubts:
    """Counts of runs that were disturbed, held back, or timed by a clock that jumped."""

    def __init__(self) -> None:
        self._throttled = self._jumped = self._measured = 0
        #: of the measured runs that say whether they were disturbed, how many say that they were
        self.disturbed = 0
        self._rules: Counter[str] = Counter()

    def see(self, made: Answer) -> None:
        """Looks at a run."""
        if made.series in ("steady", "cold") and made.answer is not None:
            self._throttled += bool((made.answer.get("cpu") or {}).get("throttled_periods"))
            self._jumped += "clock_jump_s" in made.notes
        if made.series == "steady" and made.answer is not None and "noise" in made.answer:
            self._measured += 1
            self.disturbed += bool(made.answer["noise"])
            self._rules.update(rule["rule"] for rule in made.answer["noise"])

    @property
    def often(self) -> bool:
        """Whether most measured runs were disturbed."""
        return 2 * self.disturbed > self._measured

    @property
    def noise(self) -> str:
        """How many measured runs say that they were disturbed, and by which rules most; empty where servers say nothing of it."""
        if not self._measured:
            return ""
        said = f"{self.disturbed} of {self._measured} measured runs say that they were disturbed"
        most = ", ".join(f"{rule} ({number})" for rule, number in self._rules.most_common(3))
        return f"{said}; the rules that fired most: {most}. None was left out for it." if most else f"{said}."

    def sentences(self) -> list[str]:
        """A sentence for each other kind of doubt that there is."""
        held = f"A CPU quota held back {self._throttled} measured runs: their figures are spoilt. Lift the quota, or use CPU sets."
        jumped = f"The time of day jumped during {self._jumped} measured runs: it was set anew, or the machine slept. Their figures come from other clocks."
        return [sentence for number, sentence in ((self._throttled, held), (self._jumped, jumped)) if number]
