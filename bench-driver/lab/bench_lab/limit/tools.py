"""Runs JMH, whose Java must be the servers' own, and reads what the tools leave: Criterion's estimates and JMH's results."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path
from statistics import median
from typing import Any

from bench_driver.errors import ResultsError, SetupError
from bench_driver.servers.specs import Options

from .table import Key, Tight

#: JMH's name for the bytes that an operation allocates (`-prof gc`), in its new and its old spelling.
_ALLOCATED = ("gc.alloc.rate.norm", "·gc.alloc.rate.norm")


def run_jmh(options: Options) -> Path:
    """Runs JMH on the Java that runs the servers, its output on stderr, and gives its result file; SetupError where it is not built or fails."""
    folder = options.root / "java-server" / "target" / "bench"
    jar, results = folder / "benchmarks.jar", folder / "jmh.json"
    if not jar.is_file():
        raise SetupError(f"{jar} is missing", why="Java's tight loops are not built", do="run `make bench` at the repository's root")
    command = [str(options.jdk.java), "-jar", str(jar), "-rf", "json", "-rff", str(results)]
    ended = subprocess.run(command, stdout=2, check=False).returncode
    if ended:
        raise SetupError("JMH failed", why=f"it ended with {ended}; its output says why", do="run `make bench` at the repository's root")
    return results


def criterion(folder: Path, formats: Mapping[str, str]) -> dict[Key, Tight]:
    """The medians under `folder`, which holds `<engine>/<object type>/new/estimates.json`; `formats` says which format an engine reads.

    Its iterations are windows, as a run's. Criterion's `median` is that of its samples' time an iteration, ns (its book, "Analysis Process").
    """
    return {
        Key(file.parents[1].name, formats[engine], "rust", engine): Tight(float(_read(file)["median"]["point_estimate"]), windowed=True)
        for file in sorted(folder.glob("*/*/new/estimates.json"))
        if (engine := file.parents[2].name) in formats
    }


def jmh(file: Path, formats: Mapping[str, str]) -> dict[Key, Tight]:
    """The medians over all iterations of all forks in a result file of JMH (`-rf json`), ns an operation, and the bytes that one allocates."""
    return dict(_jmh(_read(file), formats))


def _jmh(results: Any, formats: Mapping[str, str]) -> Iterator[tuple[Key, Tight]]:
    for result in results:
        engine, object_type = result["params"]["engine"], result["params"]["objectType"]
        iterations = [score for fork in result["primaryMetric"]["rawData"] for score in fork]
        allocated = next((found["score"] for name, found in result["secondaryMetrics"].items() if name in _ALLOCATED), None)
        yield Key(object_type, formats[engine], "java", engine), Tight(median(iterations), allocated)


def _read(file: Path) -> Any:
    try:
        return json.loads(file.read_text())
    except (OSError, ValueError) as error:
        raise ResultsError(f"{file} cannot be read", why=str(error), do="run `make bench` again") from error
