"""Help in two lengths: `--help` has what most people need, in two screens, and `--help-all` the
rest.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import click
import cloup

_ALL = "bench_driver.help_all"


class LongCommand(cloup.Command):
    """Of its options `--help` shows those in `usual`, in that order; `--help-all` shows all in
    their groups, and the text `more` too.
    """

    def __init__(
        self,
        *args: Any,
        usual: Sequence[str],
        more: str,
        params: list[click.Parameter],
        **kept: Any,
    ) -> None:
        whole = click.Option(
            ["--help-all"],
            is_flag=True,
            is_eager=True,
            expose_value=False,
            help="Show every option, and exit.",
            callback=_show_all,
        )
        super().__init__(*args, params=[*params, whole], **kept)
        self._usual, self._more = usual, more

    def lists(self, *, everything: bool) -> Mapping[str, Mapping[str, str]]:
        """What is listed below the options: items and what they are, by titles."""
        return {}

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """What the command is for; with `--help-all` at length."""
        super().format_help_text(ctx, formatter)
        if _everything(ctx):
            formatter.write_paragraph()
            with formatter.indentation():
                formatter.write_text(self._more)

    def format_params(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The options."""
        if _everything(ctx):
            return super().format_params(ctx, formatter)
        known = {param.name: param for param in self.get_params(ctx)}
        shown = (known[name].get_help_record(ctx) for name in (*self._usual, "help_all"))
        with formatter.section("Options"):
            formatter.write_dl([record for record in shown if record])
        return None

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The lists."""
        for title, items in self.lists(everything=_everything(ctx)).items():
            with formatter.section(title):
                formatter.write_dl(list(items.items()))


def _everything(ctx: click.Context) -> bool:
    return bool(ctx.meta.get(_ALL))


def _show_all(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    if value:
        ctx.meta[_ALL] = True
        click.echo(ctx.get_help(), color=ctx.color)
        ctx.exit()
