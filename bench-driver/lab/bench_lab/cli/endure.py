"""`failures`, `attacks`, `leaks` and `soak`: what servers endure."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from bench_driver.cli import options
from bench_driver.errors import ExitCode
from bench_driver.servers.specs import of_role

from .options import launched, number, proving, show


@click.command()
@click.option(
    "--only",
    metavar="WORDS",
    help="Make only the failures whose name or making holds these words, such as 'slow' or "
    "'toxiproxy'.",
)
@click.option(
    "--provider",
    type=click.Choice(of_role("provider")),
    default="rust-provider",
    show_default=True,
    help="The real provider that fails.",
)
@options.table_out
@options.launching
def failures(only: str | None, provider: str, out: Path | None, **given: Any) -> ExitCode:
    """Makes providers fail in every way and shows what a run answers.

    A provider that is down, that resets, stalls, trickles, cuts, redirects, lies about its type or
    its length, sends too much or another object: by toxiproxy in front of a real one (`make
    toxiproxy` installs it) and by a stub that says what no decent server would. Each is done to
    both consumers; then health is checked and a good run made. Timeouts are shortened, so it takes
    some 40 seconds. Exit code 1 where an answer is not as contracted; `!` marks it.
    """
    from bench_driver.cli import screen
    from bench_driver.errors import UsageError

    from ..endure.failures import rows
    from ..endure.provoke import moment, provoke, table, wrong
    from ..endure.scene import opened

    words, every = (only or "").lower(), rows(launched(given).root)
    some = [row for row in every if words in f"{row.name} {row.how} {row.code}".lower()]
    if not some:
        raise UsageError(f"--only {only} fits no failure", do="leave it out to see them all")
    off, seen = [], []
    with proving(given) as (chosen, logs, shown), opened(chosen, logs) as scene:
        names = [server.name for server in scene.servers]
        for done, row in enumerate(some):
            shown(row.name, done, len(some))
            good = moment(row)
            by_server = {name: provoke(scene, name, row, good, provider) for name in names}
            seen.append((row, by_server))
            off += [
                f"{name}, {row.name}: {what}"
                for name, one in by_server.items()
                for what in wrong(row, one, good)
            ]
    show([table(seen, names)], out)
    for line in off:
        screen.err().print(f"not as contracted: {line}", markup=False, soft_wrap=True)
    return ExitCode.FAILED if off else ExitCode.OK


@click.command()
@number("--repetitions", 1, 10_000, 20, "Send each body this many times.")
@number("--bodies", 1, 10_000_000, 10_000, "Send at least this many against the guard.")
@options.table_out
@options.launching
def attacks(repetitions: int, bodies: int, out: Path | None, **given: Any) -> ExitCode:
    """Sends hostile bodies and shows what they did to the servers' memory.

    14 KB of nested BSON, 27 bytes that claim 2 GiB, billion laughs, an external entity, 100,000
    levels of each format: to POST /decode, and by a provider in a run; with the default
    MAX_OBJECT_BYTES, and those that it would stop with it raised too, so that the guard sees them.
    Then bodies made to cost the guard itself much, as long as the default lets pass: colliding
    keys, names, texts and numbers of 64 KB, depth, width, escapes, white space. Exit code 1 where
    one is not refused or read as it must be, takes the guard 20 times as long a byte as a sound
    one, or leaves memory behind, or a server is not well afterwards; `!` marks it.
    """
    from ..endure import attacks as endured
    from ..endure.scene import opened

    struck, costs = list[endured.Struck](), list[endured.Costs]()
    with proving(given) as (chosen, logs, shown):
        for cap in (endured.CAP, endured.RAISED):
            env = {"MAX_OBJECT_BYTES": str(cap)}
            with opened(chosen, logs / str(cap), env, proxied=False) as scene:
                struck += endured.strike(scene, cap, repetitions, shown)
                if cap == endured.CAP:
                    costs += [
                        endured.weigh(scene.root, server, chosen, bodies, shown)
                        for server in scene.servers
                    ]
    names = [one.server for one in costs]
    show([endured.table(struck, names), endured.cost_table(costs)], out)
    return (
        ExitCode.OK
        if all([*(one.held for one in struck), *(one.held for one in costs)])
        else ExitCode.FAILED
    )


@click.command()
@number("--failures", 10, 10_000_000, 10_000, "Fail this many runs at each consumer.")
@options.table_out
@options.launching
def leaks(failures: int, out: Path | None, **given: Any) -> ExitCode:
    """Fails thousands of runs and shows what that left behind.

    Every failure that waits for no timeout, in turn: providers that are down, reset, cut, lie, send
    too much or the wrong thing; plain and streamed runs, and clients that go away. Before, half-way
    and after, at rest: threads, open files, sockets by state, memory (of a JVM: the live heap after
    a full collection). Some minutes. Exit code 1 where something leaks or an answer was not as
    contracted.
    """
    from bench_driver.cli import screen

    from ..endure.leaks import hold, judged, table
    from ..endure.scene import opened

    with proving(given) as (chosen, logs, shown), opened(chosen, logs, proxied=False) as scene:
        held = [hold(scene, server, chosen, failures, shown) for server in scene.servers]
    lines = [line for one in held for line in judged(one)]
    show([table(lines)], out)
    for one in held:
        said = f"{one.failures:,} failures of {one.kinds} kinds in {one.seconds:.0f} s"
        screen.err().print(f"{one.server}: {said}", markup=False)
    return ExitCode.FAILED if any(line.held is False for line in lines) else ExitCode.OK


@click.command()
@number("--minutes", 0.1, 10_000, 60.0, "Go on for this many minutes, and finish the rotation.")
@options.table_out
@options.launching
def soak(minutes: float, out: Path | None, **given: Any) -> ExitCode:
    """Puts the servers under load and failures for an hour.

    In rotation, at both consumers: 100 clients at the provider and at the consumer, 1,000 idle
    connections, slow readers, slow writers, a flood of runs, all while runs go on; then every
    failure of `failures`. /health_check of all four servers is asked every second; threads, files
    and memory are noted at rest after each rotation. Exit code 1 where anything is off: an
    unexpected answer, a health answer over a second, growth.
    """
    from bench_driver.cli import screen

    from ..claims import table
    from ..endure import soak as endured
    from ..endure.scene import opened

    console = screen.err()
    with proving(given) as (chosen, logs, bar), opened(chosen, logs) as scene:

        def shown(now: str, seconds: float) -> None:
            bar(now, round(seconds), round(60 * minutes))
            if not console.is_terminal:
                console.print(f"{seconds / 60:5.1f} min  {now}", markup=False)

        soaked = endured.soak(scene, chosen, minutes, shown)
    lines = list(endured.judged(soaked))
    show([table(endured.HEAD, lines)], out)
    for line in soaked.off:
        console.print(f"not as it should be: {line}", markup=False, soft_wrap=True)
    return ExitCode.FAILED if any(line.held is False for line in lines) else ExitCode.OK
