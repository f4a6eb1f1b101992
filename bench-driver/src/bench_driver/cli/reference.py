"""What `bench-driver nightly --reference` does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..errors import ExitCode, SetupError, UsageError

if TYPE_CHECKING:  # what is heavy loads only when it is used
    from pathlib import Path


def keep(root: Path, *, replace: bool) -> ExitCode:
    """Keeps today's builds as the reference of later nights.

    The Rust server with equal checks is built first, where it is not.
    """
    from ..servers import reference, setups
    from ..servers.specs import RUNTIMES, Options
    from . import screen
    from .waits import building

    options, equal = Options(root), None
    try:
        one = next(iter(setups.of_equal(list(RUNTIMES))), None)
    except SetupError as error:  # the package that builds it is not installed
        one = None
        screen.say(f"without the build with equal checks: {error.why}", screen.err())
    if one:
        with building() as told:
            one.make(options, told)
        equal = one.options(options)
    kept = reference.keep(options, equal, replace=replace)
    screen.say(_words(root, kept))
    return ExitCode.OK


def show(root: Path) -> ExitCode:
    """Says what is kept, and whether it is still what it was."""
    from ..servers import reference
    from . import screen

    if not (kept := reference.kept(root)):
        raise UsageError(
            "no reference is kept",
            why="nights have their own times alone",
            do="keep today's builds: `bench-driver nightly --reference keep`",
        )
    reference.check(reference.folder(root, kept.name))
    screen.say(_words(root, kept))
    return ExitCode.OK


def _words(root: Path, kept: object) -> str:
    from ..servers import jdk, reference

    assert isinstance(kept, reference.Kept)
    folder = reference.folder(root, kept.name)
    java = jdk.read(folder / reference.JDK)
    size = f"{reference.size(folder) / 2**20:.0f} MiB"
    lines = [f"{kept.name}, kept on {kept.since}: both servers and {java and java.name}, {size}"]
    if kept.before:
        done = ", ".join(kept.overlapped) or "none yet"
        lines.append(f"it replaced {kept.before}; presets of which a night measured both: {done}")
    return "\n".join(lines)
