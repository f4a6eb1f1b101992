"""The comparison of loop and service: a loop in miniature behind its gate, groups of both, the loops' commands, and the page."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bench_driver.errors import ExitCode, SetupError
from bench_driver.report.document import Text
from bench_driver.servers.specs import Options
from bench_driver.stats.pairs import Group
from bench_lab.cli import main
from bench_lab.limit import NAME, NAMES, paired, sections, turns
from bench_lab.paired import loops
from bench_lab.paired.gate import Gated, Sample, Size, gated
from bench_lab.paired.loops import SAMPLES
from bench_lab.paired.rounds import FORM, Round, sizes, sliced
from bench_lab.paired.rows import NOTES, Parsed, contenders

from .conftest import program

JAVA = Parsed("java-server", "DummyObject", "JSON", "y")
RUST = Parsed("rust-server", "DummyObject", "JSON", "x")
#: Speaks as the loops do: says what it was told, takes samples of 500 ns, more with each.
LOOP = """
import json, os, socket, sys
host, port = os.environ["BENCH_GATE"].split(":")
lines = socket.create_connection((host, int(port))).makefile("rw")
print("told", lines.readline().strip(), *["checked"] * ("BENCH_CHECKED" in os.environ), flush=True)
for number in range(int(sys.argv[1])):
    lines.write("ready\\n"); lines.flush()
    assert lines.readline() == "go\\n"
    parse = dict.fromkeys(("p50_ns", "p99_ns", "mean_ns", "total_ns"), 500 + number)
    lines.write(json.dumps({"parse": parse, "allocated_bytes": 64.0}) + "\\n"); lines.flush()
"""
SIZE = Size(2048, 100_000, 1024)


def told(ns: int, allocated_bytes: float | None = None) -> dict[str, Any]:
    """A sample as a loop tells it."""
    allocated = {} if allocated_bytes is None else {"allocated_bytes": allocated_bytes}
    return {"parse": dict.fromkeys(("p50_ns", "p99_ns", "mean_ns", "total_ns"), ns), **allocated}


def loop(tmp_path: Path, *argv: str, program: str = LOOP, checked: bool = False) -> Any:
    return gated(
        "the loop of x",
        [sys.executable, "-c", program, *argv],
        SIZE,
        tmp_path / "loop.log",
        tmp_path,
        checked=checked,
    )


@pytest.mark.parametrize(
    ("checked", "heard"),
    [(False, "told 2048 100000 1024\n"), (True, "told 2048 100000 1024 checked\n")],
)
def test_a_loop_hears_its_sizes_and_takes_a_sample_whenever_it_is_let_go(
    checked: bool, heard: str, tmp_path: Path
) -> None:
    with loop(tmp_path, "3", checked=checked) as waiting:
        assert [waiting.sample(), waiting.sample()] == [told(500, 64), told(501, 64)]
        waiting.finish()
    assert (tmp_path / "loop.log").read_text() == heard


def test_a_loop_is_ended_with_its_block(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError), loop(tmp_path, "3") as waiting:
        child = waiting._child
        raise ZeroDivisionError
    assert child.poll() is not None


@pytest.mark.parametrize(
    ("program", "why"),
    [
        (
            "print('no engine x', flush=True); raise SystemExit(3)",
            "it ended with 3 before it came to its gate",
        ),
        (LOOP.replace('"ready', '"steady'), "it spoke out of turn"),
        (
            LOOP.replace('== "go\\n"', '== "come\\n"'),
            "it left its gate before all samples were taken",
        ),
        (LOOP + "raise SystemExit(4)", "it ended with 4"),
    ],
    ids=["before", "turn", "leaves", "after"],
)
def test_a_loop_that_fails_is_named_with_what_it_said_and_what_to_do(
    program: str, why: str, tmp_path: Path
) -> None:
    with pytest.raises(SetupError) as caught, loop(tmp_path, "1", program=program) as waiting:
        waiting.finish()
    assert caught.value.what == "the loop of x failed"
    assert caught.value.why.startswith(why)
    assert "make bench" in caught.value.do
    if "no engine" in program:
        assert caught.value.why.endswith("| no engine x")


def test_each_engine_of_a_consumer_has_a_turn_and_with_it_processes_of_its_own() -> None:
    parsed = [
        Parsed(consumer, "DummyObject", "JSON", engine)
        for consumer, engine in (("rust-server", "x"), ("java-server", "y"), ("java-server", "z"))
    ]
    made = turns([*parsed, Parsed("java-server", "DummyObject", "XML", "w")])
    assert [[one.engine for one in those] for those in made.values()] == [["y", "x"], ["z"], ["w"]]
    assert [len({one.consumer for one in those}) for those in made.values()] == [2, 1, 1]


class Noting(Gated):
    """A loop that notes in `made` when it takes a sample."""

    def __init__(self, made: list[str]) -> None:
        self.made = made

    def sample(self) -> Sample:
        self.made.append("loop")
        return told(1000 * len(self.made), 64)

    def finish(self) -> None:
        self.made.append("end")


def test_a_group_is_a_slice_of_each_in_its_order_and_the_loop_ends_after_the_last() -> None:
    made: list[str] = []

    def run(process: str, parsed: Parsed, asked: Mapping[str, Any]) -> dict[str, Any]:
        assert (process, parsed, asked["amount"], asked["variants"], asked["source"]) == (
            "java-server",
            JAVA,
            4096,
            1024,
            "replay",
        )
        made.append("service")
        return {**told(1000 * len(made)), "memory": {"allocated_bytes_per_object": 72.0}}

    found = Round()
    paired(JAVA, 7, 4096, Noting(made), run, [(JAVA, (0, 1)), (JAVA, (1, 0))], found)
    assert made == ["loop", "service", "service", "loop", "end"]
    assert found.notes == {JAVA: [64, 72]}
    loop_then_service, service_then_loop = found.groups[NAME][JAVA]
    one, other = contenders(NAMES)
    assert [loop_then_service[who].p50_ns for who in (one, other)] == [1000, 2000]
    assert [service_then_loop[who].p50_ns for who in (one, other)] == [4000, 3000]
    assert [(made.round, made.group, made.place) for made in service_then_loop.values()] == [
        (7, 2, 0),
        (7, 2, 1),
    ]


def test_a_service_that_does_not_say_what_it_allocates_is_not_asked_again() -> None:
    found = Round()
    paired(RUST, 1, 4096, Noting([]), lambda *_: told(1), [(RUST, (0, 1))], found)
    assert found.notes == {}


LOOP_FILES = (
    "rust-server/target/bench/release/deps/parse-1",
    "java-server/target/bench/benchmarks.jar",
)


def build(root: Path, *files: str) -> None:
    for number, name in enumerate(files):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).touch(0o755)
        os.utime(root / name, (number, number))


def test_a_loops_command_names_what_it_parses_and_a_sample_for_each_group_and_the_last(
    checkout: Path,
) -> None:
    build(
        checkout,
        "rust-server/target/bench/release/deps/parse-0",
        *LOOP_FILES,
        "rust-server/target/bench/release/deps/parse-1.d",
    )
    options = Options(checkout)
    rust, java = (loops.loop(options, parsed, SIZE) for parsed in (RUST, JAVA))
    assert str(checkout / LOOP_FILES[1]) in java
    assert rust[:4] == [str(checkout / LOOP_FILES[0]), "--bench", "--exact", "x/DummyObject"]
    assert rust[rust.index("--sample-size") + 1] == java[java.index("-i") + 1] == str(SAMPLES)
    assert [java[java.index(name) + 1] for name in ("-bs", "-wbs", "-wi")] == [
        "2048",
        "2048",
        "49",
    ], "49 batches are 100,000 objects"
    assert java[java.index("-jvmArgsPrepend") + 1] == " ".join(options.jvm_flags)
    assert {"engine=y", "objectType=DummyObject"} < set(java)


@pytest.mark.parametrize("there", [[], [0], [1]])
def test_loops_that_are_not_built_say_how_they_are_before_anything_starts(
    there: list[int], checkout: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    build(checkout, *(LOOP_FILES[number] for number in there))
    assert main(["limit"]) == ExitCode.CONFIG
    said = " ".join(capsys.readouterr().err.split())
    assert "is missing" in said and "run `make bench`" in said


def test_the_command_puts_each_loop_beside_its_service_and_writes_the_page(
    checkout: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    build(checkout, *LOOP_FILES)
    (checkout / "loop.py").write_text(LOOP.replace("sys.argv[1]", str(SAMPLES)))
    looping = f"'{sys.executable}' '{checkout / 'loop.py'}'"
    program(checkout / LOOP_FILES[0], looping)
    java = checkout / "jdk" / "bin" / "java"
    java.rename(java.with_name("server"))
    java.write_text(
        f'#!/bin/sh\ncase "$*" in *benchmarks.jar*) exec {looping};; esac\nexec "{java.with_name("server")}" "$@"\n'
    )
    java.chmod(0o755)
    assert main(["limit", "--rounds", "1"]) == ExitCode.OK
    text = (checkout / "docs" / "results" / "bench.md").read_text()
    assert text.count("1 round; a claim needs 6") == 12 + 2
    assert "| rust-server | DummyObject | JSON | rust-json | 504 | 2,000 | 3.9" in text
    assert "loops: Criterion beside rust-server and JMH beside java-server" in text
    said = capsys.readouterr().err
    (kept,) = (checkout / "results" / "limit").glob("*.jsonl")
    assert f"--resume {kept} goes on from there\nround 1 of 1\n" in said

    assert main(["limit", "--rounds", "2", "--resume", str(kept)]) == ExitCode.OK
    assert "round 1 of" not in (said := capsys.readouterr().err) and "round 2 of 2\n" in said
    assert (checkout / "docs" / "results" / "bench.md").read_text().count(
        "2 rounds; a claim needs 6"
    ) == 12 + 2
    assert main(["limit", "--resume", str(kept), "--checked"]) == ExitCode.USAGE
    assert "--checked does not go with --resume" in capsys.readouterr().err


def group(*times_ns: int) -> Group:
    return {
        who: sliced(told(ns), JAVA, who, 1, 1, 0, 1024)
        for who, ns in zip(contenders(NAMES), times_ns, strict=True)
    }


def made(number: int) -> Round:
    java = [group(1000, 1001 + number if number > 2 else 1100)] * 3
    return Round(
        {NAME: {JAVA: java, RUST: [group(1000, 1100 + number)] * 3}},
        {JAVA: [64, 64 if number > 2 else 80]},
    )


def test_a_round_is_kept_with_its_groups_and_with_what_both_allocated() -> None:
    assert FORM.taken(json.loads(json.dumps(FORM.told(made(1))))) == made(1)


def test_slices_have_as_many_objects_as_those_of_rounds_that_were_made() -> None:
    assert sizes({1: made(1), 2: made(2)}) == {(NAME, JAVA): 1024, (NAME, RUST): 1024}


def test_the_page_has_a_row_for_each_and_says_in_how_many_rounds_both_allocate_alike() -> None:
    answer, together, allocated = sections({number: made(number) for number in range(1, 9)})
    lead, table, _ = answer.blocks
    row = "rust-server DummyObject as JSON by x (1.10)"
    sentence = f"1 of 2 rows differ by 3 % or more: {row}. The others: 1 unresolved."
    assert lead.text.startswith(sentence)  # type: ignore[union-attr]
    assert table.head[6] == "ratio replay / loop"  # type: ignore[union-attr]
    alone = [[row[0], "1", row[6], row[7].partition(",")[0]] for row in table.rows]  # type: ignore[union-attr]
    lines = together.blocks[0].rows  # type: ignore[union-attr]
    assert [[*line[:3], line[3].partition(",")[0]] for line in lines] == alone, "of one row each"
    apart, bytes_told, _ = allocated.blocks
    assert apart.text == (  # type: ignore[union-attr]
        "Loop and service allocate alike in 6 of 8 rounds of a row, of which half are within 0.6 % of each other; "
        "they do not in 2 of 8 rounds of a row, of which half are within 10.0 % of each other."
    )
    (line,) = bytes_told.rows  # type: ignore[union-attr]
    assert line[:4] == ["java-server", "DummyObject", "JSON", "y"]
    assert line[4:] == ["64", "64", "6 of 8", "1.006 (1.005 … 1.008)"]


def test_an_engine_that_is_in_no_series_has_a_note_beside_its_rows_in_both_tables() -> None:
    misreading = replace(JAVA, engine="fastjson2")
    found = Round(
        {NAME: {misreading: made(1).groups[NAME][JAVA]}}, {misreading: made(1).notes[JAVA]}
    )
    answer, _, allocated = sections({1: found})
    note = Text(NOTES["fastjson2"])
    assert note in answer.blocks and note in allocated.blocks


def test_rows_that_scatter_against_each_other_are_decided_together() -> None:
    parsed = [replace(RUST, engine=name) for name in "ab"]
    rounds = {
        number: Round(
            {
                NAME: {
                    one: [group(1000, 1000 + sign * 10 * number)] * 3
                    for one, sign in zip(parsed, (1, -1), strict=True)
                }
            }
        )
        for number in range(1, 9)
    }
    answer, together = sections(rounds)
    assert [line[7].partition(",")[0] for line in answer.blocks[1].rows] == ["unresolved"] * 2  # type: ignore[union-attr]
    ((consumer, rows, ratio, verdict, scatter),) = together.blocks[0].rows  # type: ignore[union-attr]
    assert (consumer, rows, verdict) == (
        "rust-server",
        "2",
        "the same within 3 %",
    ) and ratio.startswith("0.99")
    assert 2 < float(scatter.removesuffix(" %")) < 3, "the deviation of 1 to 8 %"


def test_where_nobody_says_what_it_allocates_there_is_no_table_of_it() -> None:
    assert [section.anchor for section in sections({1: Round({NAME: {RUST: [group(1, 1)]}})})] == [
        "loop",
        "together",
    ]
