"""`link`: the model of a link that reports have, compared with a link."""

from __future__ import annotations

from typing import Any

import click

from bench_driver.errors import ExitCode

from .comparisons import measure, of_rounds


@click.command()
@of_rounds("link.md", "Measure this many rounds, each with fresh servers.", kept=False, default=6)
def link(**given: Any) -> ExitCode:
    """Checks what a report says that bytes take over a link.

    Consumer and provider are in two network namespaces, and between them is a link of 20 or 100
    Mbit/s. Bodies of 1 KiB and 64 KiB are fetched, one at a time. How long a request takes is
    compared with the model: what the same body takes over loopback, what the link adds to a small
    one, and the bytes over the bandwidth. Needs a Linux that lets users make namespaces; a round
    takes half a minute. Exit code 1 where the model is off by more than 10 %.
    """
    from ..link import round as of
    from ..link.model import off

    wrong = off(measure(of, lambda: of.Session, given))
    return ExitCode.FAILED if wrong else ExitCode.OK
