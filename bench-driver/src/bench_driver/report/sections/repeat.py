"""How to get these figures again."""

from __future__ import annotations

from ... import moment
from ...analysis.facts import Facts
from ..document import Code, Section, Text


def repeat(facts: Facts) -> Section:
    """The commands; figures will be others on another machine, ratios should be alike."""
    about, sweep = facts.sweep.about, facts.sweep
    command = str(about.get("command") or f"bench-driver sweep --preset {sweep.preset}")
    seeded = command if "--seed" in command else f"{command} --seed {sweep.seed}"
    commit = str(about.get("commit") or "").removesuffix("-dirty")
    lines = [*([f"git checkout {commit}"] if commit else []), "make build", seeded]
    dirty = (
        " Its working tree had changes that no commit holds."
        if str(about.get("commit") or "").endswith("-dirty")
        else ""
    )
    return Section(
        "repeat",
        "How to repeat it",
        [
            Text(
                f"Sweep {sweep.id}, planned {moment.minute(sweep.planned_at)}, "
                f"{sweep.state}.{dirty}"
            ),
            Code("\n".join(lines)),
        ],
    )
