"""`bench-driver study`, which is of the package beside the driver: a sweep needs nothing of it."""

from __future__ import annotations

from importlib.metadata import entry_points

import click

from ..errors import SetupError

#: Under which other packages say what they add to the commands.
GROUP = "bench_driver.commands"


class _Studies(click.Group):
    """The commands of the other package, which is looked for when one is asked for."""

    @property
    def _group(self) -> click.Group:
        found = next(iter(entry_points(group=GROUP, name="study")), None)
        if found is None:
            why = "studies are a package of their own, so that a sweep does not need what they need"
            raise SetupError("there are no studies here", why=why, do="install it: `make driver` in a checkout")
        group = found.load()
        assert isinstance(group, click.Group)
        return group

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Their names."""
        return self._group.list_commands(ctx)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The one of that name; None where there is none."""
        return self._group.get_command(ctx, cmd_name)


@click.command(cls=_Studies)
def study() -> None:
    """Runs published studies again, and says what becomes of their claims."""
