"""The tight loops: which program parses in a loop what a consumer parses, as each language's own benchmark tool runs it."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import ceil
from pathlib import Path

from bench_driver.errors import SetupError
from bench_driver.servers.specs import Options

from ..paired.rows import Parsed
from .gate import Size

#: A sample a group, of which Criterion takes ten or more, and the one that `Gated.finish` lets go.
GROUPS = 10
SAMPLES = GROUPS + 1
#: Objects that a loop parses before its first sample: more than a service, whose compiler has time while the loop starts. After 100,000 JMH still gained.
WARMUP = 300_000


@dataclass(frozen=True)
class Loop:
    """A language's: its benchmark tool, the program that was built, and the command that runs that behind a gate."""

    tool: str
    program: Callable[[Options], Path]
    command: Callable[[Options, Path, Parsed, Size], list[str]]


def built(options: Options) -> dict[str, Path]:
    """The program of each consumer's loop. SetupError where one is not built."""
    return {consumer: loop.program(options) for consumer, loop in LOOPS.items()}


def cargo_bench(options: Options, name: str, build: str, make: str) -> Path:
    """The program of a Cargo benchmark, in the folder of a build; `make` makes it. SetupError where it is not built."""
    folder = options.root / "rust-server" / "target" / build / "release" / "deps"
    # Cargo leaves the programs of earlier sources beside the newest.
    programs = [file for file in folder.glob(f"{name}-*") if not file.suffix and os.access(file, os.X_OK)]
    return max(programs, key=lambda file: file.stat().st_mtime) if programs else _missing(folder / f"{name}-*", make)


def jmh_jar(options: Options, make: str) -> Path:
    """The benchmarks of the Java server. SetupError where they are not built."""
    jar = options.root / "java-server" / "target" / "bench" / "benchmarks.jar"
    return jar if jar.is_file() else _missing(jar, make)


def _missing(program: Path, make: str) -> Path:
    raise SetupError(f"{program} is missing", why="the tight loops are not built", do=f"run `make {make}` at the repository's root")


def _criterion(_: Options, program: Path, parsed: Parsed, __: Size) -> list[str]:
    """One call to warm up, then a sample a gate. The gate says how many objects: Criterion's own lengths of time bind no sample."""
    what = ["--bench", "--exact", f"{parsed.engine}/{parsed.object_type}"]
    lengths = ["--warm-up-time", "0.000000001", "--measurement-time", "600"]
    return [str(program), *what, "--sample-size", str(SAMPLES), *lengths, "--nresamples", "1001", "--noplot"]


def jmh(options: Options, program: Path, parsed: Parsed, size: Size) -> list[str]:
    """One fork of JMH; batches to warm up, then a batch a gate."""
    what = ["testbed.bench.Slice", "-p", f"engine={parsed.engine}", "-p", f"objectType={parsed.object_type}"]
    batch = ["-bs", str(size.objects), "-wbs", str(size.objects), "-wi", str(ceil(size.warmup / size.objects)), "-i", str(SAMPLES)]
    # A price has two of them waiting side by side; who measures holds the machine's lock already.
    return [str(options.jdk.java), "-Djmh.ignoreLock=true", "-jar", str(program), *what, *batch, "-f", "1", "-jvmArgsPrepend", " ".join(options.jvm_flags)]


def _rust(options: Options) -> Path:
    return cargo_bench(options, "parse", "bench", "bench")


def _java(options: Options) -> Path:
    return jmh_jar(options, "bench")


#: By the consumer that each is put beside.
LOOPS: Mapping[str, Loop] = {"rust-server": Loop("Criterion", _rust, _criterion), "java-server": Loop("JMH", _java, jmh)}
