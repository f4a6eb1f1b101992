"""What options take as their values: a share, and a time."""

from __future__ import annotations

import re

import click

_UNITS = {"s": 1.0, "": 1.0, "m": 60.0, "min": 60.0, "h": 3600.0}


class HalfWidth(click.ParamType[float]):
    """A half-width, as `5%` or `5`; 0.05 of it."""

    name = "PERCENT"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """The share as a number, above 0."""
        try:
            share = float(str(value).removesuffix("%").strip()) / 100
        except ValueError:
            self.fail(f"{value!r} is no share: write 5%", param, ctx)
        if not 0 < share <= 1:
            self.fail(
                f"{value!r} is no half-width: write more than 0% and at most 100%", param, ctx
            )
        return share


class Duration(click.ParamType[float]):
    """A time, as `90s`, `15m` or `2h`; seconds of it."""

    name = "TIME"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """The time in seconds, above 0."""
        found = re.fullmatch(r"(\d+(?:\.\d+)?)\s*(s|m|min|h|)", str(value).strip())
        if not found or not (seconds := float(found[1]) * _UNITS[found[2]]):
            self.fail(f"{value!r} is no time: write 90s, 15m or 2h", param, ctx)
        return seconds
