"""Every fuzz target for a given time, one after the other, and a table of what each did: `make fuzz
FUZZ_SECONDS=60`.

Exit 1 where one found something or could not run. Logs and findings are kept in `results/fuzz`.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from bench_driver.servers.jdk import choose
from bench_driver.system.repository import find_root

#: How each tool counts: libFuzzer, under cargo-fuzz and Jazzer alike; the others.
_EXECUTIONS = re.compile(
    r"^#(\d+)\s|Done (\d+) runs|number_of_executed_units: (\d+)|^([\d,]+) (?:bodies|objects|requests) in",
    re.MULTILINE,
)
_KINDS = re.compile(r"(\d+) kinds of (?:disagreement|loss|breach)")


@dataclass(frozen=True)
class Target:
    """A command that fuzzes for a given time, and where it runs."""

    name: str
    command: list[str]
    folder: Path
    env: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Outcome:
    """A line of the table."""

    name: str
    executions: int
    findings: str

    def line(self) -> str:
        return f"| {self.name} | {self.executions:,} | {self.findings} |"


def targets(root: Path, seconds: int, out: Path) -> list[Target]:
    """All, in the order in which they run. Add one here."""
    rust, java, providers = root / "rust-server", root / "java-server", root / "providers"
    found = []
    formats = sorted(file.stem for file in (rust / "fuzz" / "fuzz_targets").glob("*.rs"))
    for target in formats:
        corpus = rust / "fuzz" / "corpus" / target
        corpus.mkdir(parents=True, exist_ok=True)
        cases = [providers / verdict / target.upper() for verdict in ("accept", "reject")]
        seeds = [str(folder) for folder in (corpus, *cases) if folder.is_dir()]
        words = Path("fuzz", "dictionaries", f"{target}.dict")
        goldens = sorted(str(file) for file in (providers / "golden").glob(f"*.{target}"))
        options = [
            *([f"-dict={words}"] if (rust / words).is_file() else []),
            f"-seed_inputs={','.join(goldens)}",
            f"-max_total_time={seconds}",
            "-print_final_stats=1",
            "-rss_limit_mb=2048",
        ]
        found.append(
            Target(
                f"cargo-fuzz {target}",
                ["cargo", "+nightly", "fuzz", "run", target, *seeds, "--", *options],
                rust,
            )
        )
    for target in formats:
        command = [
            "mvn",
            "-ntp",
            "-Pfuzz",
            "test",
            f"-Dtest=BodiesFuzzTest#{target}",
            f"-Djazzer.max_duration={seconds}s",
            "-Dsurefire.useFile=false",
        ]
        found.append(
            Target(
                f"Jazzer {target}",
                command,
                java,
                {"JAZZER_FUZZ": "1", "JAVA_HOME": str(choose(None).java.parents[1])},
            )
        )
    python = [sys.executable, "-m"]
    driver = root / "bench-driver"
    found.append(
        Target(
            "hypothesis round trip",
            [*python, "tests.fuzz.roundtrip", f"--seconds={seconds}"],
            driver,
        )
    )
    found.append(
        Target(
            "schemathesis contract",
            [*python, "tests.fuzz.contract", f"--seconds={seconds}"],
            driver,
        )
    )
    found.append(
        Target(
            "differential",
            [
                *python,
                "tests.fuzz.differential",
                f"--seconds={seconds}",
                "--keep-going",
                f"--out={out}",
            ],
            driver,
        )
    )
    return found


def run(target: Target, out: Path) -> Outcome:
    """One target to its end; its output goes to a file and, read from there, into the table."""
    log = out / f"{target.name.replace(' ', '-')}.log"
    print(f"{target.name}: {log}", flush=True)
    try:
        with log.open("wb") as file:
            ended = subprocess.run(
                target.command,
                cwd=target.folder,
                env={**os.environ, **target.env},
                stdout=file,
                stderr=subprocess.STDOUT,
                check=False,
            )
    except OSError as missing:
        return Outcome(target.name, 0, f"did not run: {missing}")
    return outcome(target.name, log.read_text(errors="replace"), ended.returncode, log)


def outcome(name: str, text: str, code: int, log: Path) -> Outcome:
    """What a target's output and exit code say."""
    executions = max(
        (int("".join(found).replace(",", "")) for found in _EXECUTIONS.findall(text)), default=0
    )
    if not executions:
        return Outcome(name, 0, f"did not run, see {log}")
    kinds = _KINDS.findall(text)
    count = int(kinds[-1]) if kinds else int(code != 0)
    if code and not count:
        return Outcome(name, executions, f"broke off, see {log}")
    return Outcome(name, executions, f"{count}, see {log}" if count else "0")


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.fuzz",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--seconds", type=int, default=60, help="for each target")
    parser.add_argument(
        "--only",
        action="append",
        default=[],
        metavar="WORD",
        help="targets whose name has this word; may be given again",
    )
    options = parser.parse_args(arguments)
    root = find_root()
    out = root / "results" / "fuzz"
    out.mkdir(parents=True, exist_ok=True)
    chosen = [
        target
        for target in targets(root, options.seconds, out)
        if not options.only or any(word in target.name for word in options.only)
    ]
    outcomes = [run(target, out) for target in chosen]
    print(f"\n| target, {options.seconds} s | executions | findings |\n|---|--:|---|")
    print("\n".join(outcome.line() for outcome in outcomes))
    return 0 if outcomes and all(outcome.findings == "0" for outcome in outcomes) else 1


if __name__ == "__main__":
    sys.exit(main())
