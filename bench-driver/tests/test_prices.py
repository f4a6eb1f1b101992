"""The prices: whose loops they are, how a group is made, and the page, with loops in miniature."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench_driver.errors import ExitCode, SetupError
from bench_driver.servers.specs import Options
from bench_driver.stats.pairs import Group
from bench_lab.cli import main
from bench_lab.paired.gate import Gated, Sample
from bench_lab.paired.loops import SAMPLES
from bench_lab.paired.rounds import Round, gathered
from bench_lab.paired.rows import Parsed, contenders, section
from bench_lab.paired.servers import HELD, Announced
from bench_lab.prices import AMOUNT, PRICES, Price, Session, command, rows, sampled

PARSED = [
    Parsed(f"{runtime}-server", kind, form, "x")
    for runtime in ("java", "rust")
    for kind in ("DummyObject", "NumericObject")
    for form in ("JSON", "XML")
]
LOOPS = (
    "rust-server/target/bench/release/deps/prices-1",
    "rust-server/target/nearly/release/deps/prices-2",
    "java-server/target/bench/benchmarks.jar",
)


def named(name: str) -> Price:
    (price,) = (price for price in PRICES if price.name == name)
    return price


def build(root: Path, *files: str) -> Options:
    for name in files:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).touch(0o755)
    return Options(root)


def test_a_price_is_asked_of_its_runtime_and_its_formats_alone() -> None:
    of = {
        price.name: [str(parsed) for one, parsed in rows(PRICES, PARSED) if one is price]
        for price in PRICES
    }
    assert of["doubles"] == [
        "rust-server DummyObject as JSON by x",
        "rust-server NumericObject as JSON by x",
    ]
    assert [len(of[name]) for name in ("texts", "records", "pools", "parser")] == [4, 4, 2, 2]
    assert all(
        row.startswith("java-server") for name in ("records", "pools", "parser") for row in of[name]
    )


def test_the_two_readers_of_a_price_differ_in_their_name_or_their_build(checkout: Path) -> None:
    options = build(checkout, *LOOPS)
    nearly, exact = (command(options, PARSED[4], reader) for reader in named("doubles").readers)
    assert nearly[1:] == exact[1:] == ["json", "owned", "DummyObject", str(SAMPLES)]
    assert (nearly[0], exact[0]) == (str(checkout / LOOPS[1]), str(checkout / LOOPS[0]))
    fields, records = (command(options, PARSED[3], reader) for reader in named("records").readers)
    assert {*fields} ^ {*records} == {"engine=xml-fields", "engine=xml-records"}
    assert "objectType=NumericObject" in fields


@pytest.mark.parametrize(
    "there", [LOOPS[:1], LOOPS[1:], LOOPS[:2]], ids=["one", "not Rust's", "not Java's"]
)
def test_loops_that_are_not_built_say_how_they_are(
    there: tuple[str, ...], checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    options = build(checkout, *there)
    monkeypatch.setattr("bench_lab.paired.servers.ask", lambda *_: Announced(tuple(PARSED), {}))
    with pytest.raises(SetupError, match="is missing") as caught:
        Session(PRICES, options, checkout, {})
    assert "make prices" in caught.value.do


def test_a_name_that_no_price_has_is_answered_with_those_there_are(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["prices", "--only", "strings"]) == ExitCode.USAGE
    assert "doubles, texts, records, pools, parser" in capsys.readouterr().err


class Noting(Gated):
    """A loop that notes its name in `made` when it takes a sample."""

    def __init__(self, name: str, ns: int, made: list[str]) -> None:
        self.name, self.ns, self.made = name, ns, made

    def sample(self) -> Sample:
        self.made.append(self.name)
        return {"parse": dict.fromkeys(("p50_ns", "p99_ns", "mean_ns", "total_ns"), self.ns)}

    def finish(self) -> None:
        self.made.append(f"{self.name} ends")


def made(price: Price, *times_ns: int) -> list[Group]:
    loops = [Noting("a", times_ns[0], []), Noting("b", times_ns[1], [])]
    return sampled(price, PARSED[0], 1, loops, [(PARSED[0], (0, 1)), (PARSED[0], (1, 0))])[
        PARSED[0]
    ]


def test_a_group_is_a_slice_of_each_in_its_order_and_both_end_after_the_last() -> None:
    said: list[str] = []
    price = named("records")
    loops = [Noting("fields", 100, said), Noting("records", 200, said)]
    found = sampled(price, PARSED[0], 3, loops, [(PARSED[0], (0, 1)), (PARSED[0], (1, 0))])[
        PARSED[0]
    ]
    assert said == ["fields", "records", "records", "fields", "fields ends", "records ends"]
    assert [[group[who].p50_ns for who in contenders(price.names)] for group in found] == [
        [100, 200]
    ] * 2
    assert [slice.place for group in found for slice in group.values()] == [0, 1, 0, 1]
    assert {slice.amount for group in found for slice in group.values()} == {
        AMOUNT
    } and AMOUNT % HELD.variants == 0


def test_the_page_says_what_a_price_is_and_how_it_was_measured() -> None:
    price = named("pools")
    measured = gathered(
        {
            number: Round({price.name: {PARSED[0]: made(price, 1000, 1200)}})
            for number in range(1, 9)
        }
    )
    lead, table, words = section(price, measured[price.name]).blocks
    row = "java-server DummyObject as JSON by x (1.20)."
    assert lead.text == f"1 of 1 rows differ by 3 % or more: {row}"  # type: ignore[union-attr]
    assert table.head[6] == "ratio one pool for all / a pool a thread"  # type: ignore[union-attr]
    assert words.text == price.words  # type: ignore[union-attr]
