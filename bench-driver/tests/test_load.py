"""Providers under load: what generators say, a round's order, the arithmetic of waits, the page;
with simulated figures and providers that are none.
"""

from __future__ import annotations

import re
import stat
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from bench_driver.errors import SetupError, StackError
from bench_driver.measure.kept import Kept
from bench_driver.report.document import Section, Table, Text
from bench_driver.servers.specs import Options
from bench_load import page, rates, served, session
from bench_load.generators import LOADS, Hits, Load, Sample, attack, by_ab, by_vegeta, by_wrk, find
from bench_load.rates import Plan, Slice
from bench_load.served import KINDS, OBJECT, TEXT, Endpoint, Provider
from bench_load.waits import Wait

RUST, JAVA = "rust-provider", "java-provider"
JSON, BSON = Endpoint("DummyObject", "JSON", 1014), Endpoint("DummyObject", "BSON", 1079)
AB = """Concurrency Level:      1
Time taken for tests:   0.250 seconds
Complete requests:      3000
Failed requests:        {failed}
{other}Total transferred:      1560 bytes
HTML transferred:       1005 bytes
"""


def test_what_ab_says_is_read_with_the_answers_that_failed() -> None:
    assert by_ab(AB.format(failed=0, other="")) == Sample(3000, 0.25, 1560, 0)
    assert by_ab(AB.format(failed=2, other="Non-2xx responses:      3\n")).failed == 5


def test_what_wrk_says_is_read_from_its_last_line() -> None:
    said = (
        'Running 1s test @ http://127.0.0.1/x\n  997 requests in 1.10s\n{"requests": 997, "us": '
        '1101336, "bytes": 204385, "failed": 4}\n'
    )
    assert by_wrk(said) == Sample(997, 1.101336, 204385, 4)


@pytest.mark.parametrize("said", ["", "wrk: unable to connect", '{"requests": 1}'])
@pytest.mark.parametrize("read", [by_ab, by_wrk, by_vegeta])
def test_what_cannot_be_read_is_shown(read: Callable[[str], object], said: str) -> None:
    with pytest.raises(StackError) as error:
        read(said)
    assert said in error.value.why or "nothing" in error.value.why


def test_a_request_has_waited_since_it_was_due_whoever_was_late() -> None:
    """Ten a second; the second answer takes 250 ms, so that the third and the fourth
    go out late.
    """
    ms = 1_000_000
    lines = [(0, 5, 0), (100, 250, 1), (350, 5, 2), (355, 5, 3), (400, 5, 4)]
    csv = "".join(
        f"{sent * ms},200,{took * ms},0,0,,,,{number},GET,http://x,\n"
        for sent, took, number in reversed(lines)
    )
    hits = by_vegeta(csv)
    assert hits.waits(10).tolist() == pytest.approx([5 * ms, 250 * ms, 155 * ms, 60 * ms, 5 * ms])
    assert hits.rate() == pytest.approx(5 / 0.405)
    assert by_vegeta(csv.replace(",200,250", ",500,250")).failed == 1


def test_a_request_that_was_sent_early_has_waited_as_long_as_it_took() -> None:
    assert Hits(np.array([0, 90]), np.array([5, 7]), 0).waits(1e7).tolist() == [5, 7]


def test_a_program_that_is_missing_or_fails_is_named_with_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    for name, do in (
        ("wrk", "apt-get install wrk"),
        ("ab", "apt-get install apache2-utils"),
        ("vegeta", "make vegeta"),
    ):
        with pytest.raises(SetupError, match=f"{name} is missing") as error:
            find([name], tmp_path)
        assert do in error.value.do
    broken = tmp_path / "wrk"
    broken.write_text("#!/bin/sh\necho unable to connect >&2\nexit 1\n")
    broken.chmod(stat.S_IRWXU)
    assert find(["wrk"], tmp_path) == {"wrk": broken}
    with pytest.raises(StackError, match="wrk failed") as failed:
        LOADS["wrk-1"].sample(broken, "http://127.0.0.1:1/", 1)
    assert failed.value.why == "unable to connect"


def test_vegeta_is_asked_for_a_rate_or_for_all_that_16_connections_give(tmp_path: Path) -> None:
    program, asked = tmp_path / "vegeta", tmp_path / "asked"
    program.write_text(
        f'#!/bin/sh\necho "$@" >> {asked}\n[ $1 = encode ] && echo '
        "5,200,7,0,0,,,,0,GET,http://x,\nexit 0\n"
    )
    program.chmod(stat.S_IRWXU)
    assert attack(program, "http://x/y", 2, 400).took.tolist() == [7]
    attack(program, "http://x/y", 2, None)
    said = [line for line in asked.read_text().splitlines() if line.startswith("attack")]
    assert "-rate 400/1s" in said[0]
    assert "-rate 0 -workers 16 -max-workers 16" in said[1]
    assert all("-duration 2s" in line for line in said)


@pytest.mark.skipif(sys.platform != "linux", reason="loopback has one address alone")
def test_each_slice_connects_from_an_address_of_its_own(tmp_path: Path) -> None:
    commands = [LOADS["ab"].command(tmp_path, "http://x/", 1) for _ in range(3)]
    sources = [command[command.index("-B") + 1] for command in commands]
    assert len(set(sources)) == 3 and all(
        re.fullmatch(r"127\.0\.0\.\d+", source) and source != "127.0.0.1" for source in sources
    )
    assert "-B" not in LOADS["ab-k"].command(tmp_path, "http://x/", 1)


def test_a_rate_is_of_the_answers_that_came() -> None:
    assert (
        Hits(np.array([0, 50]), np.array([50, 50]), 1).rate()
        == Hits(np.array([0, 50]), np.array([50, 50]), 0).rate() / 2
    )


def plan(seed: int = 1, groups: int = 2) -> Plan:
    return Plan(
        (RUST, JAVA), (JSON, BSON), (LOADS["ab"], LOADS["wrk-16"]), False, groups, 1, 2, seed
    )


def test_every_group_has_all_providers_and_kinds_in_an_order_of_its_own() -> None:
    made = plan().order(1)
    assert len(made) == 8
    assert plan().slices == 32
    assert {frozenset(who) for *_, who in made} == {
        frozenset((name, kind) for name in (RUST, JAVA) for kind in KINDS)
    }
    assert len({tuple(who) for *_, who in made}) > 1
    assert plan().order(1) == made != plan().order(2)
    assert plan(seed=2).order(1) != made


def slices(rounds: int = 6, text: float = 0.8, java: float = 2.0, failed: int = 0) -> list[Slice]:
    """Of a Rust provider that takes 50 us, and of a Java one; an object's rate is that share of
    plain text's.
    """
    made = []
    for number in range(1, rounds + 1):
        for endpoint in (JSON, BSON):
            for name, factor in ((RUST, 1.0), (JAVA, java)):
                for kind, share in ((OBJECT, 1.0), (TEXT, text)):
                    sample = Sample(20_000, factor * share * (1 + number / 1e6), 1, failed)
                    made.append(
                        Slice(
                            number,
                            1,
                            0,
                            name,
                            kind,
                            endpoint,
                            "wrk-16",
                            sample,
                            0.5 * factor * share,
                        )
                    )
    return made


def table(section: Section) -> Table:
    return next(block for block in section.blocks if isinstance(block, Table))


def lead(section: Section) -> str:
    return next(block.text for block in section.blocks if isinstance(block, Text) and block.lead)


def test_the_page_says_who_serves_more_and_what_an_object_takes_beside_plain_text() -> None:
    rates_section, beside = page.sections(slices(), [])
    assert table(rates_section).rows[0] == [
        "wrk, 16 connections",
        "DummyObject",
        "BSON",
        "1,079",
        "20,000",
        "21.6",
        "10,000",
        "10.8",
        "2.00 (2.00 … 2.00)",
        "slower",
    ]
    assert "2 slower" in lead(rates_section)
    assert table(beside).rows[1][3:] == [
        "0.80 (0.80 … 0.80)",
        "25.0",
        "20.0",
        "0.80 (0.80 … 0.80)",
        "50.0",
        "40.0",
    ]
    assert lead(beside).startswith(
        "rust-provider serves objects at 0.80 of plain text's rate at 16 connections; 0 of 2 "
        "reach 0.9."
    )
    assert "2 of 2 reach 0.9" in lead(page.sections(slices(text=0.95), [])[1])


@pytest.mark.parametrize(
    ("rounds", "java", "verdict"),
    [(6, 1.0, "same"), (6, 0.5, "faster"), (5, 2.0, "5 rounds; a claim needs 6")],
)
def test_a_verdict_takes_six_rounds_and_the_margin(rounds: int, java: float, verdict: str) -> None:
    assert {row[-1] for row in table(page.sections(slices(rounds, java=java), [])[0]).rows} == {
        verdict
    }


def test_slices_with_answers_that_failed_are_counted_and_left_out() -> None:
    bad = [one for one in slices(7, failed=3) if one.number == 7 and one.endpoint == JSON]
    assert page.sections([*slices(6), *bad], [])[:2] == page.sections(slices(6), [])
    failed = page.sections([*slices(6), *bad], [])[-1]
    assert failed.title == "Failed"
    assert len(table(failed).rows) == 4
    assert [section.title for section in page.sections(bad, [])] == ["Failed"]


def waits(reached: float = 100.0) -> list[Wait]:
    return [
        Wait(number, RUST, JSON, 200.0, 0.5, 100, reached, (1e5, 2e5, 3e5), 0)
        for number in range(1, 7)
    ]


def test_waits_are_told_in_microseconds_with_the_rate_that_was_reached() -> None:
    assert table(page.sections([], waits())[0]).rows == [
        [
            RUST,
            "DummyObject",
            "JSON",
            "50 %",
            "100",
            "100",
            "100 (100 … 100)",
            "200 (200 … 200)",
            "300 (300 … 300)",
        ]
    ]
    assert lead(page.sections([], waits())[0]) == "Every rate was reached within 1 %."
    assert lead(page.sections([], waits(reached=90.0))[0]).startswith(
        "In 6 of 6 slices the rate was not reached"
    )


def test_rounds_are_kept_one_by_one_as_page_and_figures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    @contextmanager
    def started(options: Options, names: Sequence[str], logs: Path) -> Iterator[list[Provider]]:
        yield [Provider(name, f"http://{name}", -1) for name in names]

    def sample(self: Load, program: Path, url: str, seconds: int) -> Sample:
        return Sample(
            100, (2.0 if "java" in url else 1.0) * (0.5 if "plain_text" in url else 1.0), 5, 0
        )

    def ask(*_: object) -> tuple[list[Endpoint], dict[str, object]]:
        return [JSON], {}

    monkeypatch.setattr(served, "started", started)
    monkeypatch.setattr(served, "ask", ask)
    monkeypatch.setattr(Load, "sample", sample)
    monkeypatch.setattr(Options, "jdk", SimpleNamespace(name="a JDK"))
    wanted = Plan((RUST, JAVA), (), [LOADS["wrk-16"]], False, 1, 1, 1, 1)
    made = session.Session.open(
        Options(tmp_path),
        wanted,
        (),
        (),
        {"wrk": tmp_path},
        tmp_path / "out",
        "bench-driver providers",
    )
    heard: list[tuple[str, int, int]] = []
    begun: list[int] = []
    kept = Kept.begun(tmp_path / "kept", made.asked, session.FORM)
    document = made.measure(kept, 2, begun.append, lambda *told: heard.append(told))
    assert (begun, heard[-1], len(heard)) == ([1, 2], ("round 2", 8, 8), 8)
    assert [section.title for section in document.sections] == [
        "Who serves more",
        "Beside plain text of the same length",
        "Conditions",
    ]
    text = made.page.read_text()
    assert "Not for publishing" in text
    assert "2.00 (2.00 … 2.00)" in text
    lines = (tmp_path / "out" / "rates.csv").read_text().splitlines()
    assert lines[0].split(",") == list(page.HEAD)
    assert len(lines) == 9

    def broken(*_: object) -> list[Slice]:
        raise StackError("wrk failed", why="it did", do="see")

    monkeypatch.setattr(rates, "measure", broken)
    with pytest.raises(StackError):
        made.measure(kept, 3, begun.append, lambda *told: None)
    assert made.page.read_text() == text, "what was made is kept"
    again = Kept.read(kept.file, "providers", session.FORM)
    again.fits(made.asked)
    assert again.rounds == kept.rounds and list(again.rounds) == [1, 2]
    made.measure(again, 2, begun.append, lambda *told: None)
    assert begun == [1, 2, 3] and made.page.read_text() == text, "nothing lacks, so nothing is made"
