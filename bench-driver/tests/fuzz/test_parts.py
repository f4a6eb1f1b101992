"""The fuzzer's own parts, without any server: a fuzzer that finds nothing must be known to be able
to.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from . import schemas
from .__main__ import Outcome, outcome
from .bodies import Bodies
from .checkout import Tried
from .findings import Finding, agree, reference
from .languages import LANGUAGES
from .mutants import SORTS, changed, noticed
from .planted import Mutant
from .provided import OBJECT_TYPES, PROVIDERS, SMALLER, carries
from .shrink import shrink
from .wire import Body, Verdict, same

READ = Verdict(200, b'{"a":1.0}')
GUARD = Verdict(422, b'{"refused_by":"guard","detail":"the rule (at byte 3)"}')
ENGINE = Verdict(422, b'{"refused_by":"engine","detail":"why"}')
PLAIN = Body("JSON", "NameList", b'{"names":[]}')


def test_the_same_seed_makes_the_same_bodies() -> None:
    assert Bodies(7).make(200) == Bodies(7).make(200)
    assert Bodies(7).make(200) != Bodies(8).make(200)


@pytest.mark.parametrize("format_name", LANGUAGES)
def test_bodies_reach_the_guard_the_engines_and_the_end(format_name: str) -> None:
    bodies = Bodies(1, [format_name]).make(1500)
    passed = Counter(
        reference()(body.format, body.object_type, body.data) is None for body in bodies
    )
    assert 0.15 < passed[True] / len(bodies) < 0.9
    assert len({body.data for body in bodies}) > 900
    assert {body.object_type for body in bodies} == {
        kind for kind in SMALLER if carries(format_name, kind)
    }


def test_every_rule_is_broken_by_some_body() -> None:
    """Also a test of the rules: one that no body breaks would not be tried."""
    broken = Counter(
        reference()(body.format, body.object_type, body.data) for body in Bodies(3).make(10_000)
    )
    assert len(broken) > 35, sorted(map(str, broken))


def test_goldens_break_no_rule() -> None:
    for language in LANGUAGES:
        for kind in (kind for kind in OBJECT_TYPES if carries(language, kind)):
            assert (
                reference()(
                    language,
                    kind,
                    (PROVIDERS / "golden" / f"{kind}.{language.lower()}").read_bytes(),
                )
                is None
            )


@pytest.mark.parametrize(
    ("verdicts", "expected"),
    [
        ([READ, READ], True),
        ([READ, Verdict(200, b'{"a":1}')], False),
        ([READ, Verdict(200, b'{"a":1e0}')], True),
        ([READ, Verdict(200, b'{"b":1.0}')], False),
        ([Verdict(200, b'{"a":1,"b":2}'), Verdict(200, b'{"b":2,"a":1}')], False),
        ([Verdict(200, b'{"a":-0.0}'), Verdict(200, b'{"a":0.0}')], False),
        ([ENGINE, ENGINE], False),
        ([ENGINE, GUARD], False),
        ([GUARD, GUARD], False),
        ([ENGINE, READ], False),
        ([Verdict(0, b""), Verdict(0, b"")], False),
        ([Verdict(500, b"{}"), Verdict(500, b"{}")], False),
    ],
)
def test_what_counts_as_agreement(verdicts: Sequence[Verdict], expected: bool) -> None:
    assert agree(PLAIN, verdicts) is expected, "the rules let the body pass"


def test_a_guard_that_lets_pass_what_the_rules_refuse_is_found() -> None:
    nothing = Body("JSON", "NumericObject", b"")
    assert not agree(nothing, [ENGINE, ENGINE])
    assert not agree(nothing, [READ, READ])
    assert agree(
        nothing, [GUARD, Verdict(422, b'{"refused_by":"guard","detail":"in other words"}')]
    )


def test_kinds_do_not_depend_on_details() -> None:
    def kind(detail: str, data: bytes = b"{}") -> str:
        return Finding(
            Body("JSON", "NumericObject", data),
            ("a", "b"),
            (READ, Verdict(422, b'{"refused_by":"engine","detail":"%s"}' % detail.encode())),
        ).kind

    assert kind("field 'x' is unknown at line 3 column 4") == kind(
        "field 'yy' is unknown at line 1 column 77", b"{ }"
    )
    assert kind("field 'x' is unknown") != kind("a comma is missing")


def test_a_find_is_made_small() -> None:
    data = b"a" * 300 + b"<<bad>>" + b"b" * 200
    assert shrink(data, lambda bodies: [b"<bad" in body for body in bodies]) == b"<bad"


def test_a_find_in_bson_keeps_its_lengths() -> None:
    from .languages.bson import bson_text
    from .tree import Node

    leaves = [Node(b"n%d" % at, "leaf", leaf=bson_text(b"x" * at)) for at in range(12)] + [
        Node(b"bad", "leaf", leaf=b"\x08\1")
    ]
    body = LANGUAGES["BSON"].render(
        Node(
            b"",
            "record",
            [Node(b"deep", "record", leaves), Node(b"more", "leaf", leaf=b"\x10\0\0\0\0")],
        )
    )
    unknown = "every field is known"  # all lengths are looked at before
    small = shrink(
        body,
        lambda bodies: [
            reference()("BSON", "NumericObject", data) == unknown and b"bad\0\1" in data
            for data in bodies
        ],
    )
    assert len(small) <= 26, small
    assert reference()("BSON", "NumericObject", small) == unknown


def test_equal_objects_may_spell_doubles_as_they_like() -> None:
    assert same(Verdict(200, b'{"a":1e21,"b":"x"}'), Verdict(200, b'{"a":1.0E21,"b":"\\u0078"}'))
    assert not same(
        Verdict(200, b'{"a":9007199254740993}'), Verdict(200, b'{"a":9007199254740992}')
    )


@pytest.mark.parametrize(
    ("text", "code", "executions", "findings"),
    [
        (
            "#2\tINITED cov: 1\n#1048576\tpulse\nDone 1300000 runs in 61 second(s)\nstat::number_of_executed_units: 1300000\n",
            0,
            1_300_000,
            "0",
        ),
        ("#77\tREDUCE cov: 3\n==9== ERROR: libFuzzer: deadly signal\n", 77, 77, "1, see log"),
        (
            "48,192 bodies in 60 s (803/s): 0 kinds of disagreement; JSON guard 12%\n",
            0,
            48_192,
            "0",
        ),
        (
            "48,192 bodies in 60 s (803/s): 3 kinds of disagreement; JSON guard 12%\n",
            1,
            48_192,
            "3, see log",
        ),
        ("200 objects in all: 1 kinds of loss: DummyObject: x\n", 1, 200, "1, see log"),
        ("1,200 requests in all: 0 kinds of breach; {'decode 200': 7}\n", 0, 1_200, "0"),
        (
            "10 bodies in 1 s (10/s): 0 kinds of disagreement\nTraceback\n",
            1,
            10,
            "broke off, see log",
        ),
        ("error: no such command: `fuzz`\n", 101, 0, "did not run, see log"),
    ],
)
def test_the_table_says_what_the_tools_said(
    text: str, code: int, executions: int, findings: str
) -> None:
    assert outcome("target", text, code, Path("log")) == Outcome("target", executions, findings)


def test_bodies_of_some_types_are_of_these_in_the_formats_that_carry_them() -> None:
    made = Counter(
        (body.format, body.object_type)
        for body in Bodies(7, object_types=["LogLine", "Order"]).make(300)
    )
    assert sorted(made) == [
        ("BSON", "LogLine"),
        ("BSON", "Order"),
        ("JSON", "LogLine"),
        ("JSON", "Order"),
        ("XML", "Order"),
    ]
    assert {body.format for body in Bodies(7, object_types=["LogLine"]).make(50)} == {
        "BSON",
        "JSON",
    }


@pytest.mark.parametrize(
    "mutant",
    [
        pytest.param(mutant, id=f"{sort} {mutant.name}")
        for sort, (mutants, _) in SORTS.items()
        for mutant in mutants
    ],
)
def test_a_fault_is_planted_in_one_place(mutant: Mutant) -> None:
    sound = (PROVIDERS.parent / mutant.file).read_text()
    assert mutant.planted(sound) != sound
    for text in (sound.replace(mutant.old, ""), sound + mutant.old):
        with pytest.raises(ValueError, match="change the fault"):
            mutant.planted(text)


@pytest.mark.parametrize(
    ("output", "told"),
    [
        (
            "FAILED tests/test_object_types.py::test_a_name[x] - assert\n1 failed in 2 s\n",
            "test_a_name",
        ),
        (
            "test kind::tests::every_type ... ok\ntest tests::json ... FAILED\n\nerror: test failed\n",
            "tests::json",
        ),
        (
            "error[E0412]: cannot find type `Map` in this scope\n --> a.rs\nerror: could not compile\n",
            "error[E0412]: cannot find type `Map` in this scope",
        ),
        (
            "[\x1b[1;31mERROR\x1b[m] testbed.objects.\x1b[1mKindTest\x1b[m.every_type -- Time: 1 s <<< FAILURE!",
            "objects.KindTest.every_type",
        ),
        (
            "[ERROR] testbed.engines.GoldensTest.writes(String, Engine)[15] -- Time elapsed: 0.4 s <<< FAILURE!\n",
            "engines.GoldensTest.writes",
        ),
        (
            "[ERROR] /tmp/x/Order.java:[12,3] cannot find symbol\n",
            "Order.java:[12,3] cannot find symbol",
        ),
        ("Diff in /tmp/x/types/mod.rs:4:\n-a\n+b\n", "mod.rs"),
        (
            "[ERROR] The following files had format violations:\n[ERROR]     src/main/Order.java\n[ERROR] [Help 1] http://x\n",
            "Order.java",
        ),
        ("Traceback\nKeyError: 'a'\n", "KeyError: 'a'"),
    ],
)
def test_the_test_that_noticed_a_fault_is_named(output: str, told: str) -> None:
    assert noticed(Tried("step", passed=False, output=output, seconds=1)) == f"step: {told}"


def test_tests_run_for_what_was_made_anew() -> None:
    rust, java, golden, proto = (
        Path(name)
        for name in (
            "rust-server/types/a.rs",
            "java-server/types/A.java",
            "providers/golden/A.json",
            "A.proto",
        )
    )
    before = dict.fromkeys((rust, java, golden, proto), b"1")
    assert set(changed(before, before | {proto: b"2"})) == set()
    assert set(changed(before, before | {rust: b"2"})) == {"rust"}
    assert set(changed(before, {rust: b"1", golden: b"1", proto: b"1"})) == {"java"}
    assert set(changed(before, before | {golden: b"2"})) == {"rust", "java"}


def test_random_types_stand_beside_all_that_tests_name() -> None:
    named = set()
    for file in [
        *(PROVIDERS.parent / "java-server" / "src" / "test").rglob("*.java"),
        *(PROVIDERS.parent / "rust-server" / "rooms").rglob("src/*.rs"),
    ]:
        words = set(
            re.findall(
                r"\w+",
                " ".join(
                    re.findall(
                        r"(?:import testbed\.objects\.types|use testbed_objects::)[^;]+;",
                        file.read_text(),
                    )
                ),
            )
        )
        named |= words & set(OBJECT_TYPES)
    assert named <= set(schemas.NAMED), "without these a copy does not compile"
