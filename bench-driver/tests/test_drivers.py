"""The study of drivers: its file, its rows, and what voids a trial or answers no claim."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

import pytest

from bench_driver.cli import main
from bench_driver.errors import ExitCode
from bench_driver.model.published import secretless
from bench_driver.model.trials import Trial, TrialRun
from bench_studies.drivers import clients, rows, rungs, trial
from bench_studies.stores import sandboxes
from bench_studies.stores.single import Single
from bench_studies.study import load
from bench_studies.trial_answers import Trials, answers
from bench_studies.trial_failed import TrialFailed
from bench_studies.trial_plan import Asked, plan, seconds
from bench_studies.trial_study import TrialStudy, on_mongodb

_LOADED = load("drivers")
assert isinstance(_LOADED, TrialStudy)
STUDY = _LOADED
AT = "2026-11-29T01:00:00.000+00:00"
TAGS = {**STUDY.base["claims"]["mongo-java"], "store": "mongo-java", "fields": 6, "n": 40}
ONE = Trial("a", "drivers", "claims", "quick", AT, 7, 1, 1,
            {**TAGS, "library": "mongodb", "operation": "insert"})  # fmt: skip
#: Does what a client does but for the store: it keeps what it was given in a list.
CLIENT = """
import hashlib, json, sys, time
from pathlib import Path
job = json.load(sys.stdin)
def step(name):
    Path(f"{job['steps']}.{name}").touch()
    while not Path(f"{job['steps']}.{name}.seen").exists():
        time.sleep(0.001)
rows = [json.loads(line) for line in Path(job["rows"]).read_text().splitlines()]
step("ready")
kept = [[str(key), *rows[key]] for key in range(job["n"])]
step("done")
#change
total = sum(int.from_bytes(hashlib.sha256("\\n".join(one).encode()).digest()[:6], "big") for one in kept)
print(json.dumps({"client CPU": 0.2, "wall": 1.0, "count": len(kept), "digest": total % 2**48}))
"""


class Elsewhere(Single):
    """A store that this driver does not run."""

    name = "elsewhere"
    title = "Elsewhere 1.0"
    nodes = ()
    acknowledgements: ClassVar = {"memory": "as it is"}

    def create(self, node: str) -> None: ...

    def command(self, node: str) -> list[str]:
        return []

    def answers(self, node: str) -> bool:
        return True

    def settings(self) -> dict[str, str]:
        return {}

    def address(self) -> dict[str, Any]:
        return {}


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Single]:
    with sandboxes.opened(tmp_path, loopback=True) as box:
        yield Elsewhere(tmp_path, box.folder / "pair", box)


def measured(store: Single, monkeypatch: pytest.MonkeyPatch, change: str = "") -> dict[str, float]:
    """The figures of a trial by a client that does something else before it reads back."""
    program = CLIENT.replace("#change", change)
    given = ([sys.executable, "-c", program], dict[str, str]())
    monkeypatch.setattr(clients, "command", lambda *_: given)
    readings = trial.measure(lambda _: store.folder, store, ONE, store.sandbox.folder)
    return {name: value for name, (value, _) in readings.items()}


def test_a_plan_fits_its_minutes_and_has_a_driver_beside_each_mapper() -> None:
    for name, preset in STUDY.presets.items():
        asked = Asked(name, ("claims",), preset.rounds, 7, AT, "a")
        planned = plan(STUDY, asked)
        each = seconds(STUDY, planned[: len(planned) // preset.rounds])
        assert preset.rounds * each < 60 * preset.minutes, name
        cells = STUDY.cells(name, "claims")
        drivers = {rungs._key(tags) for tags in cells if tags["library"] in rungs.DRIVERS}
        assert drivers == {rungs._key(tags) for tags in cells}


def test_rows_are_of_the_studys_size_and_differ() -> None:
    for fields, size in ((89, 1403), (6, 133)):
        every = rows.rows(fields, 200)
        texts = {
            json.dumps(dict(zip(rows.names(fields), row, strict=True)), separators=(",", ":"))
            for row in every
        }
        assert {len(text) for text in texts} == {size} and len(texts) == 200
    assert rows.rows(6, 20_000)[:200] == every and len(rows.rows(6, 20_000)) == rows.DIFFERENT
    assert rows.expected("delete", 6, 40) == (0, 0)
    assert len({rows.expected(operation, 6, 40) for operation in ("insert", "update")}) == 2


def test_a_trial_has_the_figures_of_its_client(
    store: Single, monkeypatch: pytest.MonkeyPatch
) -> None:
    figures = measured(store, monkeypatch)
    assert (figures["client CPU"], figures["wall"], figures["documents"]) == (0.2, 1, 40)
    assert figures["peak memory"] > 2**20 and "server CPU" not in figures
    assert figures["server share"] <= 0.8, "what the client's CPU leaves of the time"


def test_a_client_that_waits_for_a_core_does_not_wait_for_its_server() -> None:
    answer = {"client CPU": 0.2, "wall": 1.0, "count": 1}
    before = trial._Snapshot(1.0, 5.0, 2**20, {"1": (5, 10), "2": (0, 0)})
    after = trial._Snapshot(1.1, 5.4, 2**21, {"1": (9, 300_000_010), "2": (3, 8)})
    assert after.queued_s(before) == 0.3, "that of the busiest thread"
    assert trial._readings(answer, before, after)["server share"] == (0.5, "")
    busy = replace(after, server_cpu_s=1.9)
    assert trial._readings(answer, before, busy)["server share"][0] == pytest.approx(0.9)
    del answer["client CPU"]
    assert trial._readings(answer, before, after)["client CPU"][0] == pytest.approx(0.4)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("for one in kept: del one[2]", "read back other documents than the 40"),
        ("kept.pop()", "read back other documents than the 40"),
        ("sys.exit('no such collection')", "no such collection"),
        ("print('[1]'); sys.exit()", "ended with 0"),
        ("sys.exit()", "said nothing"),
    ],
)
def test_a_client_that_drops_a_field_or_fails_fails_its_trial(
    change: str, said: str, store: Single, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(TrialFailed) as failed:
        measured(store, monkeypatch, change)
    assert said in f"{failed.value.what} {failed.value.why}"
    assert "mongodb in node, insert, on Elsewhere 1.0: it" in failed.value.what


def verdicts(share: float) -> dict[str, tuple[str, str]]:
    """What six rounds say in which Mongoose takes twice as long, and the server so much of it."""
    claims = [claim for claim in STUDY.claims if claim.id in ("C002-1", "C002-4")]
    made = []
    for cell in STUDY.cells("quick", "claims"):
        slow = 2.0 if cell["library"] == "mongoose" else 1.0
        made += [
            replace(ONE, round=number, tags=cell, state="complete", readings={
                "client CPU": (slow * (1 + number / 1e4), "s"), "wall": (slow * (1 + number / 1e4), "s"),
                "server share": (share, ""),
            })
            for number in range(1, 7)
        ]  # fmt: skip
    run = TrialRun("a", "drivers", "quick", AT, 7, 6, 32, 192, 0, AT)
    found = answers(STUDY, claims, Trials(run, made))
    return {one.claim.id: (one.verdict, one.rows[0].measured) for one in found}


def test_a_time_that_is_the_servers_answers_no_claim_about_a_driver() -> None:
    assert verdicts(0.79) == {
        "C002-1": ("holds", "2.00 (2.00 … 2.00)"), "C002-4": ("holds", "2.00 (2.00 … 2.00)"),
    }  # fmt: skip
    shared = verdicts(0.81)
    assert shared["C002-1"] == ("unresolved", "the server took 81 % of the time")
    assert shared["C002-4"][0] == "holds", "CPU is the client's own"


def test_a_mongodb_takes_the_emulators_place_everywhere() -> None:
    study = on_mongodb(STUDY)
    cells = study.cells("quick", "claims")
    assert {cell["store"] for cell in cells} == {"mongodb", "postgresql-single"}
    assert len(cells) == len(STUDY.cells("quick", "claims"))
    (one,) = (claim for claim in study.claims if claim.id == "C002-4")
    assert {side["store"] for ratio in one.ratios for side in ratio.asked_of} == {"mongodb"}
    assert trial.needs({**ONE.tags, "store": "mongodb"}) == ["drivers-node", "drivers-node"]


@pytest.mark.parametrize(
    ("study", "url"),
    [
        ("drivers", "mongodb+srv://u:S3cret@example/d"),
        ("drivers", "http://u:S3cret@example"),
        ("replication", "mongodb://u:S3cret@example"),
    ],
)
def test_another_url_is_refused_and_none_is_shown(
    study: str, url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["study", "run", study, "--mongodb", url, "--store", str(tmp_path / "a.sqlite")]
    assert main(asked) == ExitCode.USAGE
    shown = capsys.readouterr()
    assert "S3cret" not in shown.out + shown.err and "--mongodb" in shown.err


def test_a_command_that_others_see_has_no_password_of_a_mongodb() -> None:
    assert secretless("--mongodb=mongodb://u:S3cret@h:1/?a=b") == "--mongodb=mongodb://u@h:1/"
    assert "S3cret" not in secretless("failed: mongodb+srv://u:S3cret@h")
