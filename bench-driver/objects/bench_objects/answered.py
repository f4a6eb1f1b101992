"""A short round of a type that was just built, and what it says."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from bench_driver.cli import options, screen
from bench_driver.errors import BenchError
from bench_driver.servers.specs import NAMES

from . import images

if TYPE_CHECKING:
    from bench_driver.analysis.ratios import Row

#: Rounds of a figure that may be published.
_VERDICT = "--rounds 10"


def answered(objects: Path, name: str, root: Path, *, quick: bool = False) -> None:
    """Measures one round, says in a sentence what came of it, what to run for a verdict, and how to
    remove the type. Of quick builds nothing is measured.

    Raises:
        BenchError: nothing could be measured; the type stays
    """
    from bench_driver.analysis.gather import gather
    from bench_driver.measure.wanted import unused_folder
    from bench_driver.store import read
    from bench_driver.store.opening import read_store

    remove = f"Remove    bench-driver object remove {name} {_place(objects)}"
    if quick:
        next_(objects, [name], quick=True)
        _lines(remove)
        return
    again = _sweep(objects, [name])
    folder = unused_folder(root)
    address = options.store_address(os.environ.get(options.BENCH_STORE), root)
    # As a command of its own, so that the sweep tells how it was measured.
    command = [*shlex.split(again), "--rounds", "1", "--out", str(folder), "--store", address]
    command += [f"--port={server}=0" for server in NAMES]
    command[:1] = [sys.executable, "-m", "bench_driver"]
    env = {**os.environ, "BENCH_ROOT": str(root)}
    done = subprocess.run(command, env=env, stdout=2, check=False)
    if done.returncode:
        why = "the sweep says so above; the type is built, and stays"
        raise BenchError(f"{name} was not measured", why=why, do=f"measure it by `{again}`")
    with read_store(address) as store:
        facts = gather(store, read.find(store, folder.name))
    _lines(f"\nSo far    {so_far(name, facts.first_rows)}", f"Verdict   {again} {_VERDICT}", remove)


def next_(
    objects: Path, names: Sequence[str], *, quick: bool = False, with_images: bool = False
) -> None:
    """What to run once servers with these types are built."""
    if quick:
        to_build(objects, ": to measure them")
    else:
        _lines(f"\nVerdict   {_sweep(objects, names)} {_VERDICT}")
    if with_images:
        _lines(f"Images    {images.up(objects)}", "          then curl, as README.md shows it")


def to_build(objects: Path, why: str = "") -> None:
    """What to run so that servers with the types are built."""
    _lines(f"\nNext      bench-driver object build {_place(objects)}{why}")


def _sweep(objects: Path, names: Sequence[str]) -> str:
    return f"bench-driver sweep {_place(objects)} --object-type {','.join(names)} --checks usual"


def _place(objects: Path) -> str:
    return f"--objects {shlex.quote(str(objects))}"


def _lines(*lines: str) -> None:
    for line in lines:
        screen.out().print(line, markup=False, soft_wrap=True)


def so_far(name: str, rows: Sequence[Row]) -> str:
    """What one round says, in a sentence: a round is no verdict."""
    said = []
    for row in rows:
        if row.decision is None:
            continue
        ratio = row.decision.ratio.estimate
        fast, slow = (row.baseline, row.other) if ratio >= 1 else (row.other, row.baseline)
        factor = max(ratio, 1 / ratio)
        said.append(f"as {row.cell.format} {fast} is {factor:.2f} times as fast as {slow}")
    return f"{name}, by one round, which is no verdict: {', '.join(said) or 'nothing compared'}"
