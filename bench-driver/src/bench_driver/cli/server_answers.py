"""What a server answers, as the screen shows it: its engines, and a run."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from rich.console import Group
from rich.text import Text

from ..model.series import ENCODE
from ..servers.contract import Engine, Engines, RunResult
from .fitting import Fitted
from .screen import table


def engines(server: str, said: Engines) -> Group:
    """Who a server is, its engines, which object types each has, and their settings."""
    rows = [[engine.name, engine.format, ", ".join(engine.series)] for engine in said.engines]
    flags = ", ".join(f"{key}={value}" for key, value in sorted(said.flags.items()))
    cpus = f", {said.cpus} CPUs" if said.cpus else ""
    who = Text.assemble(
        (f"{server}: ", "bold"),
        f"{said.runtime} {said.server_version} on {said.runtime_version}{cpus}\n{flags}",
    )
    lines = [
        *_together(said.engines, lambda one: [f"by {one.library} {one.version}"]),
        *_together(said.engines, lambda one: [", ".join(one.object_types)]),
        *_together(said.engines, lambda one: [f"not {why}" for why in _failing(one)]),
        *_together(said.engines, lambda one: [*one.settings, *_skipped(one)]),
    ]
    return Group(who, table(["engine", "format", "series"], rows), *(Text(one) for one in lines))


def _together(engines: Iterable[Engine], facts: Callable[[Engine], Sequence[str]]) -> Iterator[str]:
    """Each fact once, behind the names of the engines that it is true of."""
    known: dict[str, list[str]] = {}
    for engine in engines:
        for fact in filter(None, facts(engine)):
            known.setdefault(fact, []).append(engine.name)
    return (f"{', '.join(dict.fromkeys(names))}: {fact}" for fact, names in known.items())


def _failing(engine: Engine) -> list[str]:
    """The object types that it cannot have, those of one reason together."""
    reasons: dict[str, list[str]] = {}
    for text in engine.failing:
        name, _, why = text.partition(": ")
        reasons.setdefault(why.removeprefix(f"{engine.name} "), []).append(name)
    return [f"{', '.join(names)}: {why}" for why, names in reasons.items()]


def _skipped(engine: Engine) -> list[str]:
    """What it checks of what it does not read."""
    return [f"of the fields that it skips it checks: {engine.skipped}"] if engine.skipped else []


def _doubts(result: RunResult) -> list[list[str]]:
    """What the run says against itself."""
    noise = "; ".join(
        f"{rule.rule} {rule.value:.1%} (limit {rule.limit:.1%})".replace("%", " %")
        for rule in result.noise
    )
    return [
        ["steady", result.steadiness.verdict if result.steadiness else "too short to tell"],
        ["disturbed by", noise or "nothing"],
    ]


def _beside(result: RunResult) -> Iterator[tuple[str, str]]:
    """Where the rest of the time and the memory went, as far as the runtime can say."""
    amount, fetch, reclaim, memory = result.amount, result.fetch, result.reclaim, result.memory
    yield (
        "fetch",
        f"p50 {fetch.p50_ns:,} ns, p99 {fetch.p99_ns:,}, mean {fetch.mean_ns:,.0f} an object"
        if fetch
        else "",
    )
    coded, decoding = result.coded, result.decoding
    yield (
        "decoding",
        f"p50 {decoding.p50_ns:,} ns of {coded.bytes / amount:,.0f} bytes of {coded.coding} an "
        "object"
        if coded and decoding
        else "",
    )
    yield (
        "guard",
        f"{result.guard_ns / amount:,.0f} ns an object" if result.guard_ns is not None else "",
    )
    yield "drop", f"p50 {reclaim.drop_p50_ns:,} ns" if reclaim.drop_p50_ns is not None else ""
    yield (
        "collector",
        f"{reclaim.gc_count} pauses, {reclaim.gc_pause_ms} ms, "
        f"{(reclaim.gc_pause_in_window_ns or 0) / 1e6:.1f} ms of it inside windows"
        if reclaim.gc_count is not None
        else "",
    )
    yield (
        "allocated",
        f"{memory.allocated_bytes_per_object:,.0f} bytes an object"
        if memory.allocated_bytes_per_object is not None
        else "",
    )


def advice(result: RunResult) -> Text:
    """What the server advises, a line each, so that nobody misses it; empty where all is well."""
    return Text("\n").join(
        Text.assemble(("advice: ", "bold"), (line, "bold yellow")) for line in result.advice
    )


def run(result: RunResult) -> Fitted:
    """A run's figures, a line each."""
    parse, amount = result.windows, result.amount
    doing = "writing" if result.engine.operation == ENCODE else "parsing"
    rows = [
        ["engine", f"{result.engine.name} ({result.engine.library} {result.engine.version})"],
        *(
            [["operation", f"{result.engine.operation}, {result.engine.kind}"]]
            if result.engine.kind
            else []
        ),
        ["verified", f"{result.verified:,} of {amount:,} objects"],
        [f"{doing}, summed", f"{result.sum_micro_s:,} us"],
        [
            f"{doing}, an object",
            f"p50 {parse.p50_ns:,} ns, p90 {parse.p90_ns:,}, p99 {parse.p99_ns:,}, max "
            f"{parse.max_ns:,}, mean {parse.mean_ns:,.0f}",
        ],
        ["empty window", f"{parse.timer_overhead_ns:,} ns (never subtracted)"],
        [
            "whole run",
            f"{result.total_time_ms:,} ms, {1000 * amount / max(result.total_time_ms, 1):,.0f} "
            "objects/s"
            + (f", {result.connections} connection(s)" if result.connections is not None else ""),
        ],
        [
            "payload",
            f"{result.payload.bytes:,} bytes, {result.payload.bytes / amount:,.0f} an object",
        ],
    ]
    rows += _doubts(result)
    rows += [[name, text] for name, text in _beside(result) if text]
    if result.warmup:
        rows.append(
            [
                "warm-up",
                f"{result.warmup.amount:,} objects, mean {result.warmup.windows.mean_ns:,.0f} ns, "
                "apart from the above",
            ]
        )
    rows += [
        [
            f"first {point.amount:,}",
            f"{point.windows.total_ns / 1000:,.0f} us, p50 {point.windows.p50_ns:,} ns",
        ]
        for point in result.checkpoints
    ]
    return table(["", ""], rows)
