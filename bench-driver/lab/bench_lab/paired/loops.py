"""The tight loops: the programs that parse what a consumer parses, by a tool of its language."""

from __future__ import annotations

import os
from math import ceil
from pathlib import Path

from bench_driver.errors import SetupError
from bench_driver.servers.specs import Options

from .gate import Size
from .rows import Parsed

#: A sample a group, of which Criterion takes ten or more, and the one of `Gated.finish`.
GROUPS = 10
SAMPLES = GROUPS + 1
#: Objects before the first sample: more than a service parses, whose compiler has time while the
#: loop starts. After 100,000 JMH still gained.
WARMUP = 300_000
#: The tool beside each consumer.
TOOLS = {"rust-server": "Criterion", "java-server": "JMH"}


def loop(options: Options, parsed: Parsed, size: Size) -> list[str]:
    """The command of the loop of a consumer's engine.

    Raises:
        SetupError: it is not built.
    """
    if parsed.consumer == "java-server":
        return jmh(options, "bench", parsed.engine, parsed.object_type, size)
    # One call to warm up, then a sample a gate. The gate says how many objects: Criterion's own
    # lengths of time bind no sample.
    program = cargo_bench(options, "parse", "bench", "bench")
    what = ["--bench", "--exact", f"{parsed.engine}/{parsed.object_type}"]
    lengths = ["--warm-up-time", "0.000000001", "--measurement-time", "600"]
    samples = ["--sample-size", str(SAMPLES), *lengths, "--nresamples", "1001", "--noplot"]
    return [str(program), *what, *samples]


def jmh(options: Options, make: str, engine: str, object_type: str, size: Size) -> list[str]:
    """One fork of JMH; batches to warm up, then a batch a gate."""
    jar = options.root / "java-server" / "target" / "bench" / "benchmarks.jar"
    if not jar.is_file():
        raise _missing(jar, make)
    what = ["testbed.bench.Slice", "-p", f"engine={engine}", "-p", f"objectType={object_type}"]
    batch, batches = str(size.objects), str(ceil(size.warmup / size.objects))
    sizes = ["-bs", batch, "-wbs", batch, "-wi", batches, "-i", str(SAMPLES), "-f", "1"]
    # A price has two of them side by side; who measures holds the machine's lock already.
    java = [str(options.jdk.java), "-Djmh.ignoreLock=true", "-jar", str(jar)]
    return [*java, *what, *sizes, "-jvmArgsPrepend", " ".join(options.jvm_flags)]


def cargo_bench(options: Options, name: str, build: str, make: str) -> Path:
    """The program of a Cargo benchmark, in the folder of a build; `make` makes it.

    Raises:
        SetupError: it is not built.
    """
    folder = options.root / "rust-server" / "target" / build / "release" / "deps"
    # Cargo leaves the programs of earlier sources beside the newest.
    files = [one for one in folder.glob(f"{name}-*") if not one.suffix and os.access(one, os.X_OK)]
    if not files:
        raise _missing(folder / f"{name}-*", make)
    return max(files, key=lambda file: file.stat().st_mtime)


def _missing(program: Path, make: str) -> SetupError:
    do = f"run `make {make}` at the repository's root"
    return SetupError(f"{program} is missing", why="the tight loops are not built", do=do)
