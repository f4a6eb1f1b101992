"""`python -m bench_lab failures`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from bench_driver.cli import options
from bench_driver.errors import ExitCode
from bench_driver.servers.specs import of_role


@click.command()
@click.option("--only", metavar="WORDS", help="Make only the failures whose name or making holds these words, such as 'slow' or 'toxiproxy'.")
@click.option("--provider", type=click.Choice(of_role("provider")), default="rust-provider", show_default=True, help="The real provider that fails.")
@options.table_out
@options.launching
def failures(only: str | None, provider: str, out: Path | None, **given: Any) -> ExitCode:
    """Makes providers fail in every way and shows what a run answers.

    A provider that is down, that resets, stalls, trickles, cuts, redirects, lies about its type or its length, sends too much or another object: by toxiproxy
    in front of a real one (`make toxiproxy` installs it) and by a stub that says what no decent server would. Each is done to both consumers; then health is
    checked and a good run made. Timeouts are shortened, so it takes some 40 seconds. Exit code 1 where an answer is not as contracted; `!` marks it.
    """
    import tempfile

    from bench_driver.cli import screen
    from bench_driver.errors import UsageError

    from ..endure import failure_table
    from ..endure.failures import rows
    from ..endure.provoke import moment, provoke
    from ..endure.scene import opened

    chosen = options.options(given["root"], given["java_home"], given["jvm_flags"])
    table = [row for row in rows(chosen.root) if not only or only.lower() in f"{row.name} {row.how} {row.code}".lower()]
    if not table:
        raise UsageError(f"--only {only} fits no failure", do="leave it out to see them all")
    found = []
    with options.alone(), tempfile.TemporaryDirectory(prefix="bench-failures-") as logs, screen.progress() as told, opened(chosen, Path(logs)) as scene:
        names = [server.name for server in scene.servers]
        for done, row in enumerate(table):
            told(row.name, done, len(table))
            found.append(failure_table.Failed(row, moment(row), {name: provoke(scene, name, row, moment(row), provider) for name in names}))
    header, lines = failure_table.header(names), [failure_table.cells(one) for one in found]
    screen.show(header, lines, out, right=header[2 + len(names) :], text_columns=2 + len(names))
    off = [line for one in found for line in one.off]
    for line in off:
        screen.err().print(f"not as contracted: {line}", markup=False, soft_wrap=True)
    return ExitCode.FAILED if off else ExitCode.OK
