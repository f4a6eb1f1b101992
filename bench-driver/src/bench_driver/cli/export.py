"""`bench-driver store export`."""

from __future__ import annotations

from pathlib import Path

import click

from . import options


@click.command()
@click.argument("sweeps", nargs=-1, required=True, metavar="SWEEP...")
@click.option(
    "--to",
    type=click.Path(dir_okay=False, path_type=Path),
    required=True,
    metavar="FILE",
    help="The file to make; it must not be there yet.",
)
@options.store
def export(sweeps: tuple[str, ...], to: Path, store: str | None, root: Path | None) -> None:
    """Writes a store file with only these sweeps.

    SWEEP is an id, the beginning of one, a label, or `last`; or the id of a run of a study.
    `bench-driver store merge FILE` copies them into another store; --store also reads the file
    directly.
    """
    from ..errors import ResultsError
    from ..model.published import published
    from ..store import copy, read, trials
    from ..store.opening import open_store, read_store
    from ..system.files import drafted
    from . import screen

    if to.exists():
        raise ResultsError(
            f"{to} is there already",
            why="an export is never written over",
            do="give another file with --to",
        )
    with read_store(options.store_address(store, root)) as kept:
        runs = [one for one in trials.runs(kept) if one.id in sweeps]
        names = [name for name in sweeps if name not in {one.id for one in runs}]
        wanted = list(
            {item.id: item for item in (read.find(kept, name) for name in names)}.values()
        )
        with drafted(to) as draft:
            draft.unlink(missing_ok=True)
            with open_store(str(draft)) as made:
                copy.copy(
                    kept, made, [published(item) for item in wanted]
                )  # who reads it has other folders
                trials.copy(kept, made, runs, publish=True)
    exported = [*(item.id for item in wanted), *(one.id for one in runs)]
    screen.out().print(f"{to}: {', '.join(exported)}", markup=False, soft_wrap=True)
