"""Faults planted in the generator of object types, in the guards and in engines, one at a time, in
a copy of this checkout: each must be noticed by a test of `make test`.

    cd bench-driver && .venv/bin/python -m tests.fuzz.mutants [--of SORT] [--only WORD]

With a fault in it the generator makes the sources and the bytes anew, so that no fault is noticed
for stale files alone. Then the tests run, from the cheapest, of each server only where something
was made anew for it; of a guard first its own, then those that ask it about every case of
`providers/`. Exit 1 where a fault survives them all, 2 where they fail without any.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from .checkout import (
    BYTES,
    MADE,
    REGISTRY,
    RUSTFMT,
    SOURCES,
    SPOTLESS,
    Step,
    Tried,
    attempt,
    copied,
    java,
    rust,
)
from .planted import GENERATOR, Mutant
from .planted_engines import JAVA_ENGINES, RUST_ENGINES
from .planted_guards import JAVA_GUARD, RUST_GUARD

DRIVER = Step(
    "driver",
    [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "tests/test_object_schemas.py",
        "tests/test_object_messages.py",
        "tests/test_object_types.py",
        "tests/test_variants.py",
    ],
    "bench-driver",
)
#: Tests from the cheapest, each with what it is about: the word in the path of what the generator
#: makes for it, nothing for any.
Ladder = Sequence[tuple[Step, str]]
#: Spotless comes last, since an import that it would take away says less than a test.
_OF_THE_GENERATOR: Ladder = (
    (SOURCES, ""),
    (DRIVER, ""),
    (BYTES, ""),
    (RUSTFMT, "rust"),
    (rust("rust objects", ["objects"]), "rust"),
    (rust("rust engines", ["engines"]), "rust"),
    (
        java(
            "java",
            [
                "KindTest",
                "ObjectTypesTest",
                "GoldensTest",
                "FloorTest",
                "StrictnessTest",
                "VerdictsTest",
            ],
        ),
        "java",
    ),
    (SPOTLESS, "java"),
)
_OF_THE_RUST_GUARD: Ladder = (
    (rust("rust guard", ["guard"]), ""),
    (rust("rust cases", ["engines"], "case_tests"), ""),
)
_OF_THE_JAVA_GUARD: Ladder = (
    (java("java guard", ["**/guard/*Test"]), ""),
    (java("java cases", ["VerdictsTest"]), ""),
)
_OF_RUST_ENGINES: Ladder = ((rust("rust engines", ["engines"]), ""),)
_OF_JAVA_ENGINES: Ladder = ((java("java engines", ["**/engines/*Test", "VerdictsTest"]), ""),)
#: Each sort of faults, with the tests that must notice them.
SORTS = {
    "generator": (GENERATOR, _OF_THE_GENERATOR),
    "rust-guard": (RUST_GUARD, _OF_THE_RUST_GUARD),
    "java-guard": (JAVA_GUARD, _OF_THE_JAVA_GUARD),
    "rust-engines": (RUST_ENGINES, _OF_RUST_ENGINES),
    "java-engines": (JAVA_ENGINES, _OF_JAVA_ENGINES),
}
#: The line of a tool that says what failed, from the most telling. Without any the last line is it.
_FAILED = [
    re.compile(pattern, re.MULTILINE)
    for pattern in (
        r"^FAILED \S+::(\w+)",
        r"^test (\S+) \.\.\. FAILED",
        r"^\[ERROR\] testbed\.([\w.]+).*<<<",
        r"^(error(?:\[E\d+\])?: .*)",
        r"(\w+\.java:\[.*)",
        r"^Diff in \S*?(\w+\.rs)",
        r"format violations:\s+(?:\[ERROR\])?\s*\S*?(\w+\.java)",
    )
]
_COLOURS = re.compile(r"\x1b\[[0-9;]*m")


@dataclass(frozen=True)
class Outcome:
    """A line of the table: a fault, the test that noticed it, if any, and the seconds until then."""

    mutant: Mutant
    killed_by: str
    seconds: float

    def line(self) -> str:
        return f"| {self.mutant.name} | {self.mutant.does} | {self.killed_by or '**nothing**'} | {self.seconds:.0f} |"


def noticed(tried: Tried) -> str:
    """The step and the first test in it that failed, or what else it ended with."""
    output = _COLOURS.sub("", tried.output)
    found = next((match[1] for pattern in _FAILED if (match := pattern.search(output))), None)
    return f"{tried.name}: {(found or output.strip().rpartition(chr(10))[2])[:120]}"


def made(root: Path) -> dict[Path, bytes]:
    """Every file that is made of the object types, or of which they are made."""
    return {
        file: file.read_bytes()
        for file in [
            root / REGISTRY,
            *(file for folder in MADE for file in (root / folder).iterdir()),
        ]
    }


def changed(before: dict[Path, bytes], after: dict[Path, bytes]) -> Iterator[str]:
    """For whom something was made anew: `rust`, `java`; the objects' bytes are for both."""
    for file in before.keys() | after.keys():
        if before.get(file) != after.get(file) and file.suffix != ".proto":
            yield from [word for word in ("rust", "java") if f"{word}-server" in file.parts] or [
                "rust",
                "java",
            ]


def climbed(ladder: Ladder, root: Path, before: dict[Path, bytes] | None) -> Iterator[Tried]:
    """Each step, up to the first that fails; all of them where nothing is known of what was made
    before.
    """
    for step, word in ladder:
        if word and before is not None and word not in set(changed(before, made(root))):
            continue
        tried = attempt(step, root)
        yield tried
        if not tried.passed:
            return


def planted(mutant: Mutant, ladder: Ladder, root: Path, before: dict[Path, bytes]) -> Outcome:
    """What notices a fault, which is gone again afterwards."""
    file = root / mutant.file
    sound = file.read_text()
    file.write_text(mutant.planted(sound))
    try:
        steps = [*climbed(ladder, root, before)]
    finally:
        file.write_text(sound)
    killed_by = "" if steps[-1].passed else noticed(steps[-1])
    return Outcome(mutant, killed_by, sum(step.seconds for step in steps))


def tried(mutants: Sequence[Mutant], ladder: Ladder, root: Path) -> list[Outcome]:
    """What notices each fault; SystemExit where the tests fail without any."""
    for step in climbed(ladder, root, None):
        print(
            f"{step.name}: {'passed' if step.passed else 'FAILED'} without a fault in {step.seconds:.0f} s",
            flush=True,
        )
        if not step.passed:
            print(step.output[-3000:])
            raise SystemExit(2)
    before = made(root)
    outcomes = []
    for mutant in mutants:
        outcomes.append(planted(mutant, ladder, root, before))
        print(f"{mutant.name}: {outcomes[-1].killed_by or 'SURVIVED'}", flush=True)
    return outcomes


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.fuzz.mutants",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--of",
        action="append",
        choices=SORTS,
        metavar="SORT",
        help=f"faults of this sort: {', '.join(SORTS)}; may be given again",
    )
    parser.add_argument(
        "--only",
        action="append",
        default=[],
        metavar="WORD",
        help="faults whose name has this word; may be given again",
    )
    options = parser.parse_args(arguments)
    outcomes = []
    with copied() as root:
        for mutants, ladder in (SORTS[sort] for sort in options.of or SORTS):
            if chosen := [
                mutant
                for mutant in mutants
                if not options.only or any(word in mutant.name for word in options.only)
            ]:
                outcomes += tried(chosen, ladder, root)
    print("\n| fault | what it does | noticed by | s |\n|---|---|---|--:|")
    print("\n".join(outcome.line() for outcome in outcomes))
    survived = sum(not outcome.killed_by for outcome in outcomes)
    print(
        f"\n{len(outcomes)} faults in {sum(outcome.seconds for outcome in outcomes) / 60:.0f} min: {survived} survived"
    )
    return 1 if survived or not outcomes else 0


if __name__ == "__main__":
    sys.exit(main())
