"""`bench-driver publish`."""

from __future__ import annotations

from pathlib import Path

import click

from . import options


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(file_okay=False, path_type=Path))
@click.argument("sweeps", nargs=-1, required=True, metavar="SWEEP...")
@options.store
def publish(folder: Path, sweeps: tuple[str, ...], store: str | None, root: Path | None) -> None:
    """Writes the web page of these sweeps into DIR.

    Any web server can serve its files. SWEEP is an id, the beginning of one, a label, or `last`. It
    replaces a site that is there already. A sweep's link is the site's address with ?sweep=ID
    behind it; the page shows the newest without.
    """
    from ..store import read
    from ..store.opening import read_store
    from ..system.repository import find_root_or_here
    from ..web.built import built
    from ..web.data import Data
    from ..web.site import publish as write
    from . import screen

    page = built(root)
    with read_store(options.store_address(store, root)) as kept:
        data = Data(lambda: kept, find_root_or_here(root))
        chosen = list(
            {
                one.id: data.find(one.id) for one in (read.find(kept, name) for name in sweeps)
            }.values()
        )
        click.echo(write(data, chosen, page, folder.resolve()))
    for one in chosen:
        if one.state != "complete":
            screen.say(f"{one.id} is not complete, and its page says so", screen.err())
    screen.say("Where a web server has it, the link to a sweep is:", screen.err())
    for one in chosen:
        screen.say(f"  https://HOST/?sweep={one.id}", screen.err())
