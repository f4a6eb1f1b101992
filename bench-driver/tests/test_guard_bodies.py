"""Bodies made against the guard: that they are what they say, and how what they cost is told. Both servers are in tests/live."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from bench_lab.endure.attacks import CAP, MOST, PASSED, Cost, Costs, cost_table
from bench_lab.endure.attacks import REFUSED as BY_WAY
from bench_lab.endure.guard_bodies import FORMATS, GuardBody, guard_bodies, refused_at_once, sound
from bench_lab.endure.vitals import Vitals

from .fuzz.provided import provided

ROOT = Path(__file__).resolve().parents[2]
BODIES = guard_bodies(ROOT)
MB = 1_000_000
REFUSED = BY_WAY["/decode"]


@pytest.mark.parametrize(
    "body",
    [*(sound(ROOT, name) for name in FORMATS), *BODIES],
    ids=lambda body: f"{body.name} of {body.format}",
)
def test_a_body_is_as_long_as_may_be_and_the_rules_say_of_it_what_it_says(body: GuardBody) -> None:
    guard = provided("guard")
    assert (guard.check(body.format, body.object_type, body.body) is None) is body.passes
    assert guard.check(body.format, body.object_type, body.faulted) is not None
    assert CAP // 2 < len(body.body) <= len(body.faulted) <= CAP
    assert len(body.body) > CAP - 200 or "key" in body.name or "names" in body.name, (
        "only what is many is shorter"
    )
    assert guard.check(body.format, body.object_type, refused_at_once(body.format, 100)) is not None


def test_every_format_is_attacked_in_every_way_that_it_has() -> None:
    assert max(Counter((body.name, body.format) for body in BODIES).values()) == 1
    assert {(body.format, body.passes) for body in BODIES} == {
        (name, passes) for name in FORMATS for passes in (True, False)
    }


def test_a_cost_holds_by_its_answer_and_by_its_time() -> None:
    good, bad = (next(body for body in BODIES if body.passes is passes) for passes in (True, False))
    for cost, held in (
        (Cost(good, PASSED, 1.0), True),
        (Cost(good, REFUSED, 1.0), False),
        (Cost(bad, REFUSED, 0.0), True),
        (Cost(bad, PASSED, 0.0), False),
        (Cost(bad, "422 deserialize_failed, engine", 0.0), False),
        (Cost(good, PASSED, MOST), True),
        (Cost(good, PASSED, MOST + 0.1), False),
    ):
        assert cost.held is held, cost.answer


def test_a_line_marks_the_server_that_did_wrong_and_memory_that_grew() -> None:
    vitals = Vitals(10, 20, {}, 50 * MB)
    fine = Costs("x", [Cost(BODIES[0], PASSED, 1.5)], 10_000, vitals, vitals)
    off = replace(
        fine,
        server="y",
        all=[Cost(BODIES[0], REFUSED, 30)],
        after=replace(vitals, rss_bytes=53 * MB),
    )
    assert (fine.held, off.held) == (True, False)
    made = cost_table([fine, off])
    line, memory = map(list, made.rows)
    assert line[-3:] == [f"{PASSED} | {REFUSED}", "1.5", "30.0 !"]
    assert memory[-2:] == ["50.0 MB to 50.0 MB", "50.0 MB to 53.0 MB !"]
    assert len(line) == len(memory) == len(made.head)
    assert replace(off, all=fine.all, after=replace(off.after, heap_bytes=5 * MB)).held, (
        "of a JVM, what its live heap says"
    )
