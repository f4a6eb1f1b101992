"""`bench-driver serve`."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import click

from . import options


@click.command()
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8090,
    show_default=True,
    help="Listen at this port; 0 takes a free one.",
)
@click.option(
    "--host",
    "address",
    metavar="ADDRESS",
    default="127.0.0.1",
    show_default=True,
    help="Listen at this address.",
)
@click.option(
    "--allowed-host",
    "allowed",
    multiple=True,
    metavar="NAME",
    help="Answer to this host too, as a browser calls the machine. Repeatable.",
)
@options.store
def serve(
    port: int, address: str, allowed: tuple[str, ...], store: str | None, root: Path | None
) -> None:
    """Serves the web page of the store's sweeps, until Ctrl-C.

    It reads the store and writes nothing. "Try it" makes runs at the servers of this checkout, or
    at those of BENCH_SERVERS, under the machine's lock. The page is the one that `make web` builds,
    or the folder BENCH_PAGE; without it only the data is served. If there is no store yet, it is
    read as soon as a sweep makes it.
    """
    from ..errors import Interrupted, SetupError, StoreError
    from ..store.opening import read_store
    from ..system.repository import find_root_or_here
    from ..web.built import built
    from ..web.data import Data
    from ..web.server import serve as run
    from . import screen

    page = None
    try:
        page = built(root)
    except SetupError as error:
        screen.show_error(error)
    data = Data(partial(read_store, options.store_address(store, root)), find_root_or_here(root))
    try:
        data.store  # noqa: B018
    except StoreError as error:  # the page says it too, and tries again
        screen.show_error(error)
    try:
        run(data, page, address, port, allowed, click.echo)
    except Interrupted:
        screen.err().print("no longer served")
    finally:
        data.close()
