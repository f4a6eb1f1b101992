"""Studies on real stores: their grid, their rounds on stores in miniature, and what becomes of
claims.
"""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bench_driver.model.trials import Trial
from bench_driver.report.markdown import markdown
from bench_driver.store import trials as kept
from bench_driver.store.database import Store
from bench_studies import trial_page
from bench_studies.replication import controls, records, trial
from bench_studies.study import load
from bench_studies.trial_answers import Trials, answers
from bench_studies.trial_failed import TrialFailed
from bench_studies.trial_plan import Asked, plan, seconds, sessions
from bench_studies.trial_session import Session, unfinished
from bench_studies.trial_study import TrialStudy

from .fake_stores import FakePairs

BASE = {"n": 40, "in flight": 1, "records": "varied", "acknowledgement": "memory", "bulk": False}
KILLED = {**BASE, "form": "JSON text", "in flight": 16, "seconds": 0, "way": "promoted"}
XML = {"store": "redis", "form": "XML text"}
TEXT = {"store": "redis", "form": "JSON text"}
RATIO = {"measure": "link bytes", "claimed": "greater", "over": XML, "under": TEXT}
STUDY: dict[str, Any] = {
    "runner": "replication",
    "name": "small",
    "title": "Small",
    "by": "somebody",
    "question": "?",
    "then": [],
    "changed": [],
    "base": {
        "claims": {"redis": BASE, "postgresql": BASE},
        "killed": {"postgresql": KILLED},
    },
    "presets": {
        "full": {
            "rounds": 6,
            "minutes": 1,
            "claims": [
                {"store": "redis", "form": ["JSON text", "XML text"]},
                {"store": "redis", "form": ["JSON text", "XML text"], "n": [80]},
                {
                    "store": "postgresql",
                    "form": ["JSON text", "json"],
                    "acknowledgement": "majority",
                },
            ],
            "killed": [{"store": "postgresql"}],
        }
    },
    "pace": {
        name: {"start": 2, "beside": 1, "rates": {"memory": 40, "majority": 20}}
        for name in ("redis", "postgresql")
    },
    "claims": [
        {"id": "C000-1", "says": "XML is longer.", "ratios": [{**RATIO, "at": [{}, {"n": 80}]}]},
        {
            "id": "C000-2",
            "says": "It grows with n.",
            "ratios": [{**RATIO, "claimed": "equal", "over": {**XML, "n": 80}, "under": XML}],
        },
        {
            "id": "C000-3",
            "says": "Nothing is missing.",
            "bounds": [{"measure": "missing", "of": XML, "at_most": 0}],
        },
        {"id": "C000-4", "says": "It was MongoDB.", "not_testable": "no such server is here"},
    ],
    "promises": [
        {
            "id": "P000-1",
            "says": "Nothing goes.",
            "bounds": [
                {"measure": "gone", "part": "killed", "of": {"store": "postgresql"}, "at_most": 0}
            ],
        }
    ],
}
SMALL = TrialStudy.model_validate(STUDY)


def asked(rounds: int, **changes: Any) -> Asked:
    given = {"preset": "full", "parts": ("claims", "killed"), "rounds": rounds, "seed": 7}
    return Asked(**{**given, "planned_at": "2026-11-29T01:00:00.000+00:00", "run": "a", **changes})


def run(store: Store, rounds: int = 1, behaviour: dict[int, str] | None = None) -> list[str]:
    """Measures a run on fakes; returns what was said."""
    said: list[str] = []
    name = kept.add_run(store, plan(SMALL, asked(rounds)))
    Session(store, FakePairs(behaviour), said.append).rounds(name, range(1, rounds + 1))
    return said


def of_run(store: Store) -> list[Trial]:
    return kept.of_run(store, kept.find(store, "small").id)


def left(store: Store) -> list[int]:
    return unfinished(kept.find(store, "small"), of_run(store))


def place(form: str, n: int = 40) -> int:
    """Which insert of the first round that is."""
    tags = {**BASE, "store": "redis", "form": form, "n": n}
    return next(one.position for one in plan(SMALL, asked(1)) if one.tags == tags)


def test_cells_vary_one_dimension_and_rows_are_of_cells() -> None:
    assert len(SMALL.cells("full", "claims")) == 6 and len(SMALL.cells("full", "killed")) == 1
    for change, why in (
        ({"claims": [{"store": "redis", "bulk": True, "in flight": 16}]}, "bulk and in flight at"),
        ({"claims": [{"store": "redis", "form": "JSON text"}]}, "full does not measure"),
    ):
        full = {**STUDY["presets"]["full"], **change}
        with pytest.raises(ValueError, match=why):
            TrialStudy.model_validate({**STUDY, "presets": {"full": full}})
    with pytest.raises(ValueError, match="no figure of a trial"):
        claim = {"id": "C000-1", "says": "x", "ratios": [{**RATIO, "measure": "speed"}]}
        TrialStudy.model_validate({**STUDY, "claims": [claim]})


def test_the_published_study_is_whole_and_says_what_it_takes() -> None:
    study = load("replication")
    assert isinstance(study, TrialStudy)
    for name, preset in study.presets.items():
        planned = plan(study, asked(preset.rounds, preset=name))
        assert preset.rounds * seconds(study, planned[: len(planned) // preset.rounds]) < (
            60 * preset.minutes
        ), name


def test_a_round_starts_a_pair_for_each_setting_and_one_for_what_is_killed(store: Store) -> None:
    first, second = (plan(SMALL, asked(2))[7 * one : 7 * one + 7] for one in (0, 1))
    assert len(sessions(first)) == 3 and len(first) == 7
    assert [one.tags for one in first] != [one.tags for one in second], "in a random order"
    run(store)
    assert {one.state for one in of_run(store)} == {"complete"}


def test_a_trial_has_the_figures_of_its_documents(store: Store) -> None:
    run(store)
    (one,) = [each for each in of_run(store) if each.position == place("XML text")]
    own = sum(len(str(each["xml"])) for each in records.documents(40, "varied")) / 40
    values = {name: value for name, (value, _) in one.readings.items()}
    assert values["document bytes"] == own and values["link bytes"] == own + 100
    assert (values["wall"], values["caught up"]) == (0.0395, 0.04)
    assert (values["acknowledged p50"], values["lag p50"], values["missing"]) == (0.5, 2, 0)
    (killed,) = [each for each in of_run(store) if each.part == "killed"]
    assert killed.readings["gone"][0] == 1 and killed.readings["acknowledged"][0] == 40


def test_a_log_with_images_of_pages_has_no_bytes_a_document(store: Store) -> None:
    run(store, behaviour={place("XML text"): "writes pages"})
    found = {one.position: one.readings for one in of_run(store)}
    assert "log bytes" not in found[place("XML text")] and "log bytes" in found[place("JSON text")]
    assert found[place("XML text")]["page images"][0] == 1


def test_missing_and_changed_documents_are_counted(store: Store) -> None:
    run(store, behaviour={place("XML text"): "loses", place("XML text", 80): "changes"})
    found = {one.position: one.readings for one in of_run(store)}
    assert found[place("XML text")]["missing"][0] == 1
    assert found[place("XML text", 80)]["different"][0] == 80


@pytest.mark.parametrize(
    ("does", "said"),
    [
        ("dies", "Fake 1.0's primary ended while it was measured; 20 of 40 documents"),
        ("refuses", "refused documents: 20 by DiskFull; 20 of 40 documents"),
        ("hangs", "acknowledged nothing for 0 s; 20 of 40 documents"),
    ],
)
def test_a_store_that_fails_is_said_in_a_sentence_and_its_round_is_made_again(
    does: str, said: str, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trial, "STALLED_S", 0.1)
    lines = run(store, 2, {place("JSON text"): does})
    assert any(said in line for line in lines)
    trials = of_run(store)
    (failed,) = [one for one in trials if one.state == "failed"]
    assert said in (failed.problem or {})["what"] and failed.readings["acknowledged"][0] == 20
    assert ("PANIC: no space left" in (failed.problem or {})["why"]) is (does == "dies")
    assert left(store) == [1], "the other round is whole"
    Session(store, FakePairs(), lines.append).rounds(failed.run, [1])
    assert left(store) == []


def test_a_client_that_fails_takes_no_other_trial_of_its_store_with_it(store: Store) -> None:
    def measured(pair: Any, one: Trial, folder: Path) -> Any:
        if one.position == place("JSON text"):
            raise TrialFailed("the client ended", readings={}, alone=True)
        return trial.measure(pair, one, folder)

    said: list[str] = []
    name = kept.add_run(store, plan(SMALL, asked(1)))
    Session(store, FakePairs(), said.append, measured).rounds(name, [1])
    states = [one.state for one in of_run(store)]
    assert "the client ended" in said and states.count("failed") == 1 and "planned" not in states
    assert left(store) == [1]


def test_a_full_disk_is_said_whatever_fails_of_it(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: SimpleNamespace(free=0))
    lines = run(store, 1, {place("JSON text"): "refuses"})
    assert any(line.endswith("the disk of the stores' folder is full") for line in lines)


def test_what_the_system_refuses_is_the_stores_failure(store: Store) -> None:
    lines = run(store, 1, {place("JSON text"): "overruns"})
    assert any("redis could not be measured: Command 'server' timed out" in one for one in lines)
    assert left(store) == [1]


def test_a_pair_that_does_not_start_takes_no_other_with_it(store: Store) -> None:
    run(store, behaviour={-2: "does not start"})
    states = [one.state for one in of_run(store)]
    assert states.count("failed") == 1 and states.count("complete") >= 3


def test_what_is_interrupted_leaves_its_round_to_be_made_again(store: Store) -> None:
    with pytest.raises(KeyboardInterrupt):
        run(store, 2, {3: "interrupts"})
    assert left(store) == [1, 2]


def test_a_control_that_fails_voids_its_round(store: Store) -> None:
    lines = run(store, 1, {place("XML text"): "costs more"})
    assert any("Redis' XML took" in line for line in lines)
    assert {one.tags["n"] for one in of_run(store) if one.part == "claims"} == set()
    assert left(store) == [1], "and is made again"
    other = kept.add_run(store, plan(SMALL, asked(1)))
    Session(store, FakePairs(), lines.append).rounds(other, [1])
    made = kept.of_run(store, other)
    (json,) = [one for one in made if one.tags["form"] == "json"]
    log = {**json.readings, "log bytes": (json.readings["log bytes"][0] * 1.006, "B")}
    made[made.index(json)] = replace(json, readings=log)
    ((those, why),) = controls.voided(made)
    assert len(those) == 2 and "PostgreSQL's json took" in why


def test_claims_ratios_growths_bounds_and_promises_are_judged(store: Store) -> None:
    run(store, 6)
    found = kept.find(store, "small")
    measured = Trials(found, of_run(store))
    one, two, three, four = answers(SMALL, SMALL.claims, measured)
    assert [row.verdict for row in one.rows] == ["holds", "holds"], "a count has no margin"
    assert one.rows[1].at == "n 80" and "1.12" in one.rows[0].measured
    assert (two.verdict, two.rows[0].measured) == ("holds", "1.000 (1.000 … 1.000)")
    assert three.verdict == "holds" and three.rows[0].measured.startswith("0 of 240, at most 1.2 %")
    assert four.verdict == "not testable here"
    (promise,) = answers(SMALL, SMALL.promises, measured)
    assert promise.verdict == "does not hold" and promise.rows[0].measured.startswith("6 of 240")
    text = markdown(trial_page.document(SMALL, measured))
    assert "| redis | XML text | n 40" in text and "What the stores promise" in text
    assert "Fake 1.0, acknowledged by majority: version 1.0" in text


def test_few_rounds_leave_a_bound_open_and_one_breach_decides_it(store: Store) -> None:
    run(store, 2, {place("XML text"): "loses"})
    measured = Trials(kept.find(store, "small"), of_run(store))
    (missing,) = answers(SMALL, SMALL.claims, measured)[2].rows
    assert missing.verdict == "does not hold"
    kept_rounds = [one for one in measured.every if one.round == 2]
    (missing,) = answers(SMALL, SMALL.claims, replace(measured, every=kept_rounds))[2].rows
    assert missing.verdict == "unresolved"


def test_records_are_of_the_studys_size_and_differ() -> None:
    (constant,) = records.documents(1, "constant")
    assert (len(str(constant["json"])), len(str(constant["xml"]))) == (331, 385)
    every = list(records.documents(2048, "varied"))
    assert len({one["json"] for one in every}) == 1024
    assert {(len(str(one["json"])), len(str(one["xml"]))) for one in every} == {(331, 385)}
