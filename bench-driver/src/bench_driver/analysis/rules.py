"""Which rules of noise tell one case from another. Pure."""

from __future__ import annotations

#: A rule that fires in this many of ten cases or more says what the machine is, and nothing of a
#: case.
ALWAYS, CASES = 0.8, 10


def tells(fired: int, cases: int) -> bool:
    """Whether a rule that fired so often tells one case from another."""
    return cases < CASES or fired < ALWAYS * cases
