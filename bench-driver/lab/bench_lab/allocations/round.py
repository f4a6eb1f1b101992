"""A round: both consumers afresh, Rust's with an allocator that counts, and a run by each engine for what it allocates."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench_driver.servers.builds import Build
from bench_driver.servers.setups import JAVA, RUST, Setup
from bench_driver.servers.specs import Options

from ..paired import servers
from ..paired.announced import announced
from ..paired.rows import Parsed
from ..paired.servers import Run

#: Rust with all of its engines; what it counts slows each allocation, so that no sweep has it.
COUNTING = Setup("count-alloc", RUST, build=Build("rust", features=("by-hand", "count-alloc")))
#: The process of each consumer.
PROCESSES = {RUST: COUNTING.server, JAVA: JAVA}
#: A JIT compiler is to have done with an engine: what it keeps off the heap depends on it.
WARMUP = 20_000
#: Bodies of a type, each of which is parsed once more behind the measured part, for what that allocates.
VARIANTS = 64


@dataclass(frozen=True)
class Allocated:
    """What a parse allocates: bytes, and how many pieces, where the runtime tells."""

    size: float
    pieces: float | None

    @classmethod
    def told(cls, answer: Mapping[str, Any]) -> Allocated:
        """By a run's answer."""
        memory = answer["memory"]
        return cls(memory["allocated_bytes_per_object"], memory.get("allocations_per_object"))


def make(options: Options, logs: Path) -> tuple[dict[Parsed, Allocated], dict[str, Any]]:
    """A round's figures, and what each server says of itself. SetupError, StackError, ServerError, RunFailed."""
    consumers = [COUNTING.spec, servers.consumer(JAVA, JAVA)]
    with servers.ready(options, consumers, logs) as started:
        said = {name: started.clients[process].engines() for name, process in PROCESSES.items()}
        parsed = [one for name, (engines, _) in said.items() for one in announced(name, engines, ("all",))]
        return measure(sorted(parsed), started.run), {PROCESSES[name]: raw for name, (_, raw) in said.items()}


def measure(parsed: list[Parsed], run: Run) -> dict[Parsed, Allocated]:
    """What each allocates. ServerError, RunFailed."""
    asked = {"source": "replay", "warmup": WARMUP, "amount": VARIANTS, "variants": VARIANTS}
    return {one: Allocated.told(run(PROCESSES[one.consumer], one, asked)) for one in parsed}
