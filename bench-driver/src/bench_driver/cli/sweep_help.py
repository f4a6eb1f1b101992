"""What `bench-driver sweep` says of itself."""

from __future__ import annotations

from collections.abc import Mapping

from ..plan.presets import PRESETS
from ..servers.registry import STACKS
from .long_help import LongCommand

HELP = """Compares every consumer on every object type and format.

\b
Examples:
  bench-driver sweep --preset first               JSON, in five lines
  bench-driver sweep                              JSON, BSON and XML
  bench-driver sweep --format JSON --rounds 10    figures to publish
  bench-driver sweep --engine all --checks usual  every library, ranked
  bench-driver sweep --resume                     go on where one was cut

It starts the servers anew in each round, warms and measures them, writes a report, and stops what
it started, also on Ctrl-C. What was measured is kept."""
MORE = f"""By default it measures each library as its documentation begins. With --checks all it
also measures engines with equal checks, which refuse inside the timed window whatever the guard
refuses of an object's fields. Rust's engines with equal checks are a build of their own: the sweep
makes it first, and native servers alone have it. Each of the two series has cells, processes and
tables of its own. --operation partial measures engines that read three fields of each object alone,
and --operation encode measures how long it takes to write objects. With --consumer
rust,java,browser a page in headless Chromium is a third contender; all parse by --condition replay
then.

A group has a slice of each contender, back to back, in a balanced order. --rounds says how many
rounds there are; with --target it depends on how much the first six rounds differ. With --amounts,
or --preset paper, long slices are reported at each amount. The defaults take at most about
{PRESETS["quick"].minutes:.0f} minutes on two cores."""
#: What most sweeps are asked with.
USUAL = (
    "preset",
    "object_types",
    "formats",
    "engines",
    "condition",
    "rounds",
    "time_budget",
    "stack",
    "label",
    "dry_run",
    "resume",
    "wait",
)


class SweepCommand(LongCommand):
    """Its help names the setups of installed packages, too."""

    def lists(self, *, everything: bool) -> Mapping[str, Mapping[str, str]]:
        """Presets, setups and stacks."""
        from ..servers.setups import words

        presets = {"Presets": {name: str(preset) for name, preset in PRESETS.items()}}
        return {**presets, "Setups": words(), "Stacks": STACKS} if everything else presets
