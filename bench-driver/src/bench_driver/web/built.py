"""Where the built page lies, and what is said where it does not."""

from __future__ import annotations

import os
from pathlib import Path

from ..errors import SetupError
from ..system.repository import find_root_or_here

NOT_BUILT = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>The page is not built</title></head>
<body><h1>The page is not built</h1>
<p>The data is here, the page that shows it is not. Run <code>make web</code> at the
repository's root, then
start <code>bench-driver serve</code> again.</p>
</body></html>
"""


#: The environment variable that names another folder of the built page, so that a container needs
#: no checkout.
BENCH_PAGE = "BENCH_PAGE"


def built(root: Path | None) -> Path:
    """The folder of the built page, in the checkout unless BENCH_PAGE says otherwise.

    SetupError where it was not built.
    """
    folder = Path(os.environ.get(BENCH_PAGE) or find_root_or_here(root) / "web-client" / "dist")
    if not (folder / "index.html").is_file():
        raise SetupError(
            "the page is not built",
            why=f"{folder} has no index.html",
            do="run `make web` at the repository's root",
        )
    return folder
