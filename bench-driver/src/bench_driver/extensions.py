"""What packages beside the driver add to it, by entry points: none is needed for a sweep.

A package that is not installed is named, and how it is installed.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.metadata import EntryPoints, entry_points
from typing import Any

from .errors import SetupError

#: Commands, each by its name.
COMMANDS = "bench_driver.commands"
#: Setups: each an object as `servers.setups.Source` has it.
SETUPS = "bench_driver.setups"
#: Consumers beside those of the stack, each a `ServerSpec` by its name.
CONSUMERS = "bench_driver.consumers"
#: Profilers of `run --profile`: a function as `cli.run.Profiler` has it.
PROFILERS = "bench_driver.profilers"
#: What makes a sweep on many machines: a function of the options of `sweep`.
CLUSTERS = "bench_driver.clusters"

#: The package of each name, so that it can be named where it is missing.
_PACKAGES: Mapping[tuple[str, str], str] = {
    (COMMANDS, "study"): "bench-studies",
    (COMMANDS, "upgrade-check"): "bench-builds",
    (COMMANDS, "check"): "bench-builds",
    (COMMANDS, "cluster"): "bench-cluster",
    (COMMANDS, "round"): "bench-cluster",
    (COMMANDS, "worker"): "bench-cluster",
    (COMMANDS, "object"): "bench-objects",
    (CLUSTERS, "dask"): "bench-cluster",
    (COMMANDS, "providers"): "bench-load",
    (COMMANDS, "ui-sweep"): "bench-load",
    (SETUPS, "builds"): "bench-builds",
    (CONSUMERS, "browser"): "bench-browser",
    (PROFILERS, "profile"): "bench-builds",
}


@cache
def installed(group: str) -> EntryPoints:
    """What installed packages add to a group."""
    return entry_points(group=group)


def names(group: str) -> list[str]:
    """The names that installed packages add to a group."""
    return sorted(installed(group).names)


def known(group: str) -> list[str]:
    """Those, and the names of packages that are not installed."""
    return sorted({*names(group), *(name for of, name in _PACKAGES if of == group)})


def load(group: str, name: str, what: str) -> Any:
    """What a name of a group stands for; `what` is what the user asked for.

    Raises:
        SetupError: its package is not installed, or cannot be imported
    """
    do = "run `make driver` at the repository's root, which installs it"
    package = _PACKAGES.get((group, name), "of that name")
    if not (found := installed(group).select(name=name)):
        what = f"{what} needs the package {package}"
        raise SetupError(what, why="it is not installed beside the driver", do=do)
    try:
        return next(iter(found)).load()
    except (ImportError, AttributeError) as error:
        raise SetupError(f"{what} needs the package {package}", why=str(error), do=do) from error
