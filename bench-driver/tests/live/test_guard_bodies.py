"""Bodies made against the guard: that both servers' guards say of each what it must say, and live
on. What they cost: `python -m bench_lab attacks`.
"""

from __future__ import annotations

import pytest

from bench_lab.endure.guard_bodies import GuardBody, guard_bodies

from ..fuzz.wire import Body, Pipe, ask
from .facts import ROOT


@pytest.mark.parametrize(
    "body", guard_bodies(ROOT), ids=lambda body: f"{body.name} of {body.format}"
)
def test_every_guard_says_the_same_of_a_body_made_against_it(
    pipes: list[Pipe], body: GuardBody
) -> None:
    ((*verdicts,),) = ask(pipes, [Body(body.format, body.object_type, body.body)])
    assert [verdict.who() == "guard" for verdict in verdicts] == [not body.passes] * len(pipes)
    assert {verdict.status for verdict in verdicts} <= {200, 422}
