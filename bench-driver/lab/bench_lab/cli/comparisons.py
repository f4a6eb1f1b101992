"""The comparisons that are made in rounds of fresh processes, each of which writes a page."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from bench_browser.spec import command as driven
from bench_driver.cli import options

from .options import chosen_of, launched, number, of_kept, out

if TYPE_CHECKING:
    from bench_driver.report.document import Section

_Command = TypeVar("_Command", bound=Callable[..., Any])
_AGAIN = "Measure this many rounds, each with fresh processes."


def of_rounds(
    page: str, help: str = _AGAIN, most: int = 1000, *, kept: bool = True, default: int = 10
) -> Callable[[_Command], _Command]:
    """The options of a comparison, which writes this page, and whose rounds may be kept."""
    written = out(f"Write the page to this file.  [default: docs/results/{page}]")

    def decorate(command: _Command) -> _Command:
        result = written(options.launching(command))
        return number("--rounds", 1, most, default, help)(
            options.resumable(result) if kept else result
        )

    return decorate


def measure(
    module: Any,
    begin: Callable[..., Any],
    given: dict[str, Any],
    *,
    apart: bool = False,
    **own: Any,
) -> Mapping[int, Any]:
    """Makes the rounds of a module's session, keeps them, writes the page, and gives them.

    `own` are the command's own options, by which `begin` says how a session begins. Where `apart`,
    the page of rounds that have some stands beside them.
    """
    from bench_driver.cli import screen
    from bench_driver.cli.waits import RoundsProgress
    from bench_driver.measure.kept import Kept, asked
    from bench_driver.report.sections.environment import here

    from ..paired.rounds import FORM

    rounds, resumed, name = given["rounds"], given.get("resumed"), module.__name__.split(".")[1]
    form = getattr(module, "FORM", FORM)
    before = Kept.read(resumed, name, form) if resumed else None
    own = {option: of_kept(before, f"--{option}", value) for option, value in own.items()}
    start, chosen = begin(*own.values()), launched(given)
    page = given["out"] or chosen.root / "docs" / "results" / module.PAGE
    with options.alone(), tempfile.TemporaryDirectory(prefix=f"bench-{name}-") as logs:
        session = start(chosen, Path(logs), dict(before.rounds) if before else {})
        if form:
            of = {**own, **getattr(session, "of", {})}
            said = asked(name, chosen, session.servers, **of)
            kept = options.keeping(before, chosen.root, said, form)
            shown = RoundsProgress(rounds, len(kept.rounds))
            result = kept.measure(session.make, rounds, shown)
            if apart and any(own.values()) and not given["out"]:
                page = kept.file.with_suffix(".md")
        else:
            result, shown = {}, RoundsProgress(rounds)
            for each in range(1, rounds + 1):
                shown(each)
                result[each] = session.make(each)
    sections, how = session.page(result)
    screen.sections(sections)
    words = f"python -m bench_lab {name} --rounds {len(result)}"
    for option, value in own.items():
        values = value if isinstance(value, tuple) else [value] if value else []
        words += "".join(f" --{option}" + ("" if one is True else f" {one}") for one in values)
    _write(page, module.TITLE, sections, how, here(chosen, words, session.servers), len(result))
    return result


def _write(
    page: Path,
    title: str,
    sections: list[Section],
    how: list[str],
    about: Mapping[str, Any],
    rounds: int,
) -> None:
    from bench_driver.report.markdown import markdown
    from bench_driver.report.measured import measured
    from bench_driver.system import files

    click.echo(files.write(page, markdown(measured(title, sections, how, about, rounds))))


def _only(help: str) -> Callable[[_Command], _Command]:
    return click.option("--only", multiple=True, metavar="NAME", help=help)


@click.command()
@_only("Make only these experiments: checks, blackbird, floors, passes, shared or variants.")
@of_rounds("experiments.md")
def experiments(only: tuple[str, ...], **given: Any) -> None:
    """Measures how the conditions and the settings of an engine change a figure.

    `checks`: an engine with equal checks, compared with its library's default. `blackbird`: Jackson
    with that module, compared with Jackson alone. `floors` and `passes`: a parse, compared with
    building the object, and with one pass over the bytes. `shared`: a process that parses every
    format, compared with a process for each. `variants`: 1,024 different bodies in turn, compared
    with one body again and again.

    All consumers' default engines are measured on every object type and format, by replay. A round
    takes some five minutes; it starts up to 16 servers at once, which take some 12 GiB. One
    experiment alone (`--only`) takes less of both. Each round is kept in a file below
    results/experiments when it ends; --resume goes on from that file.
    """
    from .. import experiments as of

    measure(of, lambda only: partial(of.Session, chosen_of(of.EXPERIMENTS, only)), given, only=only)


@click.command()
@_only("Measure only these prices: doubles, texts, records, pools, parser, moves or copies.")
@of_rounds("prices.md")
def prices(only: tuple[str, ...], **given: Any) -> None:
    """Measures what a guarantee, or a choice of a library's user, costs.

    `doubles`: exact to the last bit in Rust, compared with the library's default. `texts`: owned by
    the object in Rust, compared with borrowed from the body. `records`: Java's records, compared
    with public fields. `pools`: one pool of Jackson's buffers for all threads, compared with one
    for each thread. `parser`: Jackson's own parser of doubles, compared with the JDK's. `moves` and
    `copies`: an object, in Rust and in Java, compared with the message that it is made of.

    Two loops that differ in this alone run in turn, slice by slice. `make prices` builds and runs
    them. A round takes about three minutes, and is kept in a file below results/prices when it
    ends; --resume goes on from that file.
    """
    from .. import prices as of

    measure(of, lambda only: partial(of.Session, chosen_of(of.PRICES, only)), given, only=only)


@click.command()
@click.option(
    "--engine",
    multiple=True,
    help="Compare these engines, or all of the usual series, rather than each format's default. "
    "Repeatable.",
)
@click.option(
    "--checked",
    is_flag=True,
    help="Have the loops guard each body and compare its object, as the service does between two "
    "windows.",
)
@of_rounds(
    "bench.md; with --engine or --checked beside the file that keeps the rounds",
    "Measure this many rounds, each with fresh processes.",
)
def limit(engine: tuple[str, ...], checked: bool, **given: Any) -> None:
    """Compares the service with the tight loop.

    Slices of Criterion's and JMH's loops alternate with slices of the service's replay, on the same
    1,024 bodies. `make bench` builds the loops and runs them. A round takes about three minutes,
    with every engine twelve. Each is kept in a file below results/limit when it ends; --resume goes
    on from that file.

    If the service is slower, --checked shows why. The loop then runs the guard and the comparison
    too, which use the caches between two windows; a difference that disappears came from them.
    """
    from .. import limit as of

    own = {"engine": engine, "checked": checked}
    measure(of, lambda *own: partial(of.Session, *own), given, apart=True, **own)


@click.command()
@click.option(
    "--condition",
    help="Test under these whether windows show the guard.  [default: replay,block,http]",
)
@of_rounds("guard.md")
def guards(condition: str | None, **given: Any) -> None:
    """Measures how long the guard takes, and whether windows show that it ran.

    For each consumer's default engines, on every object type and format, it measures the guard in
    full and by comparison, in ns an object and as a share of the parse. Then it compares the
    windows after the one with the windows after the other. A round takes a minute or two; it starts
    seven servers at once, which take some 4 GiB. Each is kept in a file below results/guards when
    it ends; --resume goes on from that file.
    """
    from bench_driver.plan.conditions import parse_conditions

    from .. import guards as of

    condition = condition or ("" if given["resumed"] else of.USUAL_CONDITIONS)
    named = ",".join(parse_conditions(condition)) if condition else ""
    measure(of, lambda named: partial(of.Session, parse_conditions(named)), given, condition=named)


@click.command()
@of_rounds("allocations.md", "Measure this many rounds, each with fresh servers.", 100, kept=False)
def allocations(**given: Any) -> None:
    """Measures what a parse allocates, by every engine: bytes, and in Rust how many pieces.

    A sweep reports Java's bytes next to the times. Rust's need an allocator that counts, and
    counting slows the parse. So they have a build of their own, which takes some minutes at first.
    A round takes a quarter of a minute.
    """
    from .. import allocations as of

    measure(of, lambda: of.Session, given)


@click.command()
@of_rounds("browser.md", "Measure this many rounds, each with a fresh Chromium and Node.")
def browser(**given: Any) -> None:
    """Measures how far a browser's figures can be trusted.

    Does the browser report a wait of 20 us in each parse as 20 us? Does Node take as long with the
    page's own engines? Needs what `make build web` makes, and Chromium; `make browser` makes the
    first. A round takes a minute, and is kept in a file below results/browser when it ends;
    --resume goes on from that file.
    """
    driven(launched(given))  # refuses where nobody can drive it, which no import would say
    from ..browser import round as of

    measure(of, lambda: of.Session, given)


#: What is swept, beside the rounds.
SWEEP = ("--object-type", "DummyObject", "--checks", "usual", "--condition", "block")


@click.command()
@number("--seconds", 1, 600, 12.0, "Leave the view open, and then closed, for this long.")
@of_rounds("watched.md", "Sweep this many rounds.", kept=False)
def watched(seconds: float, rounds: int, **given: Any) -> None:
    """Measures whether watching a sweep disturbs it.

    While a sweep runs, Chromium opens and closes the page's Live view at random. Groups that were
    watched are compared with those that were not. Needs what `make build web` makes, and Chromium;
    `make watched` makes the first. Ten rounds take some ten minutes.
    """
    import random
    import shlex
    import subprocess
    import sys

    chosen = launched(given)
    driven(chosen)  # refuses where nobody can drive it, which no import would say
    from bench_browser.page import headless
    from bench_driver.cli import screen
    from bench_driver.store import read
    from bench_driver.store.opening import read_store
    from bench_load.ui.served import page as served

    from .. import watched as measured

    swept = [*SWEEP, "--rounds", str(rounds)]
    java = ["--jvm-flags", given["jvm_flags"]]
    java += ["--java-home", str(given["java_home"])] if given["java_home"] else []
    with tempfile.TemporaryDirectory(prefix="bench-watched-") as own:
        store = Path(own) / "swept.sqlite"
        where = ["--root", str(chosen.root), "--store", str(store), "--out", f"{own}/sweep"]
        command = [sys.executable, "-m", "bench_driver", "sweep", *swept, *java, *where]
        with (
            served(chosen.root, store, Path(own) / "serve.log", {}) as url,
            headless() as launched_,
            subprocess.Popen(command, stdout=subprocess.DEVNULL) as sweep,
        ):
            try:
                turns = measured.watch(launched_, url, sweep, seconds, random.Random(1))
            finally:
                sweep.terminate()
        with read_store(str(store)) as kept:
            record = read.find(kept)
            groups = list(measured.spent(kept, record.id))
    of = measured.figures(groups, turns), measured.counted(groups, turns)
    sections = measured.sections(*of)
    screen.sections(sections)
    words = f"python -m bench_lab watched --rounds {rounds} --seconds {seconds:g}"
    how = measured.how(seconds, shlex.join(["bench-driver", "sweep", *swept]))
    page = given["out"] or chosen.root / "docs" / "results" / "watched.md"
    _write(page, measured.TITLE, sections, how, {**record.about, "command": words}, rounds)
