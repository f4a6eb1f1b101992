"""What spoils measured runs, counted as they pass by. Pure."""

from __future__ import annotations

from collections import Counter

from ..model.records import Answer

#: A rule that fires in so many of ten cases or more says what the machine is, and nothing of a case.
ALWAYS, CASES = 0.8, 10


def tells(fired: int, cases: int) -> bool:
    """Whether a rule that fired so often tells one case from another."""
    return cases < CASES or fired < ALWAYS * cases


class Doubts:
    """Counts of runs that were disturbed, held back, or timed by a clock that jumped."""

    def __init__(self) -> None:
        self._throttled = self._jumped = 0
        #: the rules that fired in each measured run that says it
        self._fired: list[set[str]] = []

    def see(self, made: Answer) -> None:
        """Looks at a run."""
        if made.series in ("steady", "cold") and made.answer is not None:
            self._throttled += bool((made.answer.get("cpu") or {}).get("throttled_periods"))
            self._jumped += "clock_jump_s" in made.notes
        if made.series == "steady" and made.answer is not None and "noise" in made.answer:
            self._fired.append({rule["rule"] for rule in made.answer["noise"]})

    @property
    def _rules(self) -> Counter[str]:
        """How often each rule fired that tells one run from another."""
        every = Counter(rule for fired in self._fired for rule in sorted(fired))
        return Counter({rule: n for rule, n in every.items() if tells(n, len(self._fired))})

    @property
    def disturbed(self) -> int:
        """In how many measured runs such a rule fired."""
        rules = self._rules
        return sum(not fired.isdisjoint(rules) for fired in self._fired)

    @property
    def often(self) -> bool:
        """Whether most measured runs were disturbed."""
        return 2 * self.disturbed > len(self._fired)

    @property
    def noise(self) -> str:
        """How many measured runs were disturbed, and by which rules most; empty where nobody says."""
        if not self._fired:
            return ""
        said = f"{self.disturbed} of {len(self._fired)} measured runs say that they were disturbed"
        most = ", ".join(f"{rule} ({number})" for rule, number in self._rules.most_common(3))
        return f"{said}; the rules that fired most: {most}. None was left out for it." if most else f"{said}."

    def sentences(self) -> list[str]:
        """A sentence for each other kind of doubt that there is."""
        held = f"A CPU quota held back {self._throttled} measured runs: their figures are spoilt. Lift the quota, or use CPU sets."
        jumped = f"The time of day jumped during {self._jumped} measured runs: it was set anew, or the machine slept. Their figures come from other clocks."
        return [sentence for number, sentence in ((self._throttled, held), (self._jumped, jumped)) if number]
