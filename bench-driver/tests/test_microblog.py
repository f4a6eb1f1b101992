"""The study of microblogs: its file, its plan, and what becomes of a generator's report."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hdrh.histogram import HdrHistogram

from bench_driver.errors import SetupError, StackError
from bench_driver.model.trials import Trial, TrialRun
from bench_driver.report.markdown import markdown
from bench_studies import trial_page
from bench_studies.figures import FIGURES
from bench_studies.microblog import trial as microblog
from bench_studies.microblog.generator import Generator
from bench_studies.stores import package, registries
from bench_studies.stores.usage import Usage
from bench_studies.study import load
from bench_studies.trial_answers import Trials, answers
from bench_studies.trial_failed import TrialFailed
from bench_studies.trial_plan import Asked, plan, seconds
from bench_studies.trial_study import Tags, TrialStudy

RUN = "microblog-2026-11-29T01-00-00Z"


@pytest.fixture(scope="module")
def study() -> TrialStudy:
    found = load("microblog")
    assert isinstance(found, TrialStudy)
    return found


def planned(study: TrialStudy, preset: str, rounds: int) -> list[Trial]:
    asked = Asked(preset, ("claims", "killed"), rounds, 7, "2026-11-29T01:00:00.000+00:00", RUN)
    return plan(study, asked)


def test_the_presets_end_in_time(study: TrialStudy) -> None:
    for name, preset in study.presets.items():
        assert preset.rounds * seconds(study, planned(study, name, 1)) < 60 * preset.minutes, name


def test_an_open_loop_follows_the_closed_one_whose_rate_it_takes_a_share_of(
    study: TrialStudy,
) -> None:
    for number in (1, 2):
        closed: set[str] = set()
        for one in planned(study, "full", 2):
            if one.round == number and one.part == "claims":
                if one.tags["load"] == "closed":
                    closed.add(microblog.cell(one.tags))
                else:
                    assert microblog.cell(one.tags) in closed


def test_every_claim_of_the_study_is_there_and_says_why_where_it_is_not_tested(
    study: TrialStudy,
) -> None:
    assert [claim.id for claim in study.claims] == [f"C003-{n}" for n in range(1, 12)]
    untested = {claim.id for claim in study.claims if claim.not_testable}
    assert untested == {"C003-2", "C003-10", "C003-11"}


def histogram(*times_us: int) -> str:
    made = HdrHistogram(1, 600_000_000, 3)
    for one in times_us:
        made.record_value(one)
    return str(made.encode().decode())


def report(**changes: Any) -> dict[str, Any]:
    """Of 1,000 operations in 2 s: reads take 1 ms, posts 2 ms, or 20 ms to many followers."""
    counts = {"acknowledged": 330, "failed": 2, "unknown": 1}
    times = [
        ("post", "1 to 9", histogram(2_000, 2_000, 2_000)),
        ("post", "100 or more", histogram(20_000)),
        ("timeline", "10 to 99", histogram(1_000, 1_000)),
    ]
    return {
        "seconds": 2.0,
        "offered": 1000,
        "completed": 999,
        "outcomes": dict.fromkeys(("post", "userline", "timeline"), counts),
        "errors": {"57P01": 6, "timeout": 3},
        "times": [{"operation": o, "followers": f, "histogram": h} for o, f, h in times],
        "gap": 0.25,
        "visible": histogram(7_000),
        "unseen": 0,
        "cpu_s": 0.4,
        **changes,
    }


TAGS: Tags = {
    **{"store": "postgresql", "model": "fan-out", "level": "on", "load": "closed"},
    **{"operation": "mix", "users": 400, "clients": 200, "seconds": 5},
}
OPEN: Tags = {**TAGS, "load": "50 %"}


def test_times_are_by_operation_and_by_followers() -> None:
    values = microblog.values(TAGS, report(), {"tweets": 9, "rows": 90, "missing": 1}, None)
    assert values["rate"] == 499.5 and values["reached"] is None
    near = pytest.approx
    assert values["post p50"] == near(2, rel=0.01) and values["post p99"] == near(20, rel=0.01)
    assert values["post p50, few"] == near(2, rel=0.01)
    assert values["post p50, many"] == near(20, rel=0.01)
    assert values["timeline p50"] == near(1, rel=0.01) and values["userline p50"] is None
    assert values["visible p50"] == near(7, rel=0.01)
    assert (values["failed"], values["unknown"]) == (6, 3)
    assert (values["acknowledged"], values["rows"], values["missing"]) == (9, 90, 1)
    assert set(values) <= set(FIGURES["microblog"])


@pytest.mark.parametrize(
    ("tags", "changes", "ranked"),
    [
        (OPEN, {}, True),
        (OPEN, {"completed": 989}, False),
        (TAGS, {"completed": 989}, True),
        (TAGS, {"cpu_s": 1.7}, False),
        ({**TAGS, "store": "null"}, {"cpu_s": 1.9}, True),
        ({**OPEN, "fault": "killed"}, {"completed": 500}, True),
    ],
)
def test_what_the_generator_did_not_reach_or_limits_itself_is_not_ranked(
    tags: dict[str, Any], changes: dict[str, Any], ranked: bool
) -> None:
    values = microblog.values(tags, report(**changes), {}, None)
    assert ("rate" in values, "post p50" in values) == (ranked, ranked)
    assert values["operations"] == 1000, "what was counted is there all the same"


class FakeStore:
    """A store whose generator is a file of answers."""

    name, title, password, protocol = "postgresql", "Fake 1.0", "p", ""
    nodes, ports = ("primary", "replica"), {"primary": 1, "replica": 2}

    def host(self, node: str) -> str:
        return "127.0.0.1"

    def usage(self, node: str) -> Usage:
        return Usage(1.0, 100, 200, 4096)

    def forget_peak(self, node: str) -> None: ...

    def runs(self, node: str) -> bool:
        return True

    def last_words(self, node: str) -> str:
        return "PANIC: no space left"

    def restart(self, node: str) -> None: ...

    def joined(self) -> bool:
        return True

    def until(self, true: Any, otherwise: str) -> None: ...


@pytest.fixture
def rates(monkeypatch: pytest.MonkeyPatch) -> list[float | None]:
    """What was offered; the generator itself is a fake."""
    offered: list[float | None] = []

    def run(self: Generator, seed: int, rate: float | None) -> Any:
        offered.append(rate)
        self.log.write_text("1 2\n")
        used = {node: self.store.usage(node) for node in self.store.nodes}
        return SimpleNamespace(wait=report, end=lambda: None, watched=lambda: used)

    monkeypatch.setattr(Generator, "load", lambda self: None)
    monkeypatch.setattr(Generator, "run", run)
    found = {"tweets": 1, "rows": 10, "missing": 0}
    monkeypatch.setattr(Generator, "check", lambda self, nodes: found)
    return offered


def trial(tags: dict[str, Any], **changes: Any) -> Trial:
    made = Trial(RUN, "microblog", "claims", "full", "2026-11-29T01:00:00.000+00:00", 7, 1, 1, tags)
    return replace(made, **changes)


def measured(tags: dict[str, Any], folder: Path) -> tuple[Any, Trial]:
    one = trial(tags)
    store: Any = FakeStore()
    return microblog.measure(lambda _: folder, store, one, folder), one


def test_an_open_loop_offers_a_share_of_its_rounds_ceiling(
    rates: list[float | None], tmp_path: Path
) -> None:
    with pytest.raises(TrialFailed, match="the ceiling of this cell is not known"):
        measured(OPEN, tmp_path)
    readings, closed = measured(TAGS, tmp_path)
    measured(OPEN, tmp_path)
    assert rates == [None, 249.75]
    assert readings["servers written"] == (0, "B") and readings["missing"] == (0, "rows")
    assert closed.about["errors"] == {"57P01": 6, "timeout": 3}
    assert len(closed.about["histograms"]) == 3 and set(closed.about["nodes"]) == {
        "primary",
        "replica",
    }
    assert not list(tmp_path.glob("*.tweets")), "a log is of one trial"


def test_a_server_that_ends_by_itself_or_whose_disk_is_full_fails_its_trial(
    rates: list[float | None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    full = report(errors={"53100": 6})
    used = SimpleNamespace(wait=lambda: full, end=lambda: None, watched=dict)
    with (
        monkeypatch.context() as changed,
        pytest.raises(TrialFailed, match=r"disk of Fake 1\.0 is"),
    ):
        changed.setattr(Generator, "run", lambda *_: used)
        measured(TAGS, tmp_path)
    monkeypatch.setattr(FakeStore, "runs", lambda self, node: node != "replica")
    with pytest.raises(TrialFailed, match=r"Fake 1\.0, replica, ended while") as failed:
        measured(TAGS, tmp_path)
    assert failed.value.why == "PANIC: no space left"


def test_the_page_has_times_faults_and_a_figure_over_another(
    study: TrialStudy, rates: list[float | None], tmp_path: Path
) -> None:
    every = []
    for one in planned(study, "full", 6):
        closed = {**one.tags, "load": "closed", "fault": "none"}
        readings, done = measured(closed, tmp_path)
        every.append(
            replace(one, state="complete", readings=readings, about={**done.about, "title": "Fake"})
        )
    run = TrialRun(RUN, "microblog", "full", every[0].planned_at, 7, 6, len(every) // 6, 1, 0)
    found = {one.claim.id: one for one in answers(study, study.claims, Trials(run, every))}
    assert found["C003-4"].verdict == "holds" and "10.0" in found["C003-4"].rows[0].measured
    assert found["C003-7"].verdict == "does not hold"
    assert found["C003-8"].rows[0].measured == "7.003 ms in the worst round"
    assert found["C003-8"].verdict == "holds"
    text = markdown(trial_page.document(study, Trials(run, every)))
    assert "How long operations take" in text and "rows missing" in text
    assert "by 57P01" in text and "4,096" not in text


def test_the_generator_is_built_from_its_source_and_anew_once_that_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "main.rs").write_text("fn main() {}")
    monkeypatch.setitem(registries.CRATES, "generator", tmp_path)
    before = registries.version_of("generator")
    (tmp_path / "src" / "main.rs").write_text("fn main() { }")
    assert registries.version_of("generator") != before
    assert package.place("generator", tmp_path).name != f"generator-{before}"
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(SetupError, match="generator cannot be built"):
        registries.from_cargo("generator", tmp_path / "download", tmp_path / "store")


def test_a_job_says_what_the_generator_needs_and_shows_no_password(tmp_path: Path) -> None:
    seen: list[tuple[list[str], dict[str, Any]]] = []

    def ran(role: str, command: list[str], *, input: str, limit_s: float, variables: Any) -> str:
        seen.append((command, json.loads(input)))
        return '{"tweets": 2, "rows": 5, "missing": 0}\n'

    store: Any = FakeStore()
    store.sandbox = SimpleNamespace(run=ran)
    generator = Generator(tmp_path / "generator", store, TAGS, tmp_path / "log")
    assert generator.check(["primary"]) == {"tweets": 2, "rows": 5, "missing": 0}
    ((command, job),) = seen
    assert command == [str(tmp_path / "generator")]
    assert job["hosts"] == [["127.0.0.1", 1]] and job["level"] == "on" and job["password"] == "p"


def test_a_disk_that_is_full_before_any_load_is_said_to_be(tmp_path: Path) -> None:
    def refused(*_: object, **__: object) -> str:
        raise StackError("generator ended with 1", why="postgresql: 53100")

    sandbox = SimpleNamespace(run=refused)
    store: Any = SimpleNamespace(
        name="postgresql", title="PostgreSQL", protocol="", password="", sandbox=sandbox, nodes=[]
    )
    generator = Generator(tmp_path, store, TAGS, tmp_path)
    with pytest.raises(StackError, match="the disk of PostgreSQL is full"):
        generator.load()
