"""The two series of contenders, which are never mixed: an engine stands in one, in both, or in none. Pure."""

from __future__ import annotations

from collections.abc import Mapping

#: Engines as their libraries' own documentation begins; engines that refuse inside the window whatever the guard refuses of fields.
USUAL, EQUAL = "usual", "equal"
#: Both by their titles, in the order in which they are planned and shown.
CHECKS: Mapping[str, str] = {USUAL: "As people run it", EQUAL: "With equal checks"}
