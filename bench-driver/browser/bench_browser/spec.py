"""The browser as the driver plans it: a consumer that takes part only where it is named."""

from __future__ import annotations

import importlib.util
import sys

from bench_driver.errors import SetupError
from bench_driver.model import cell
from bench_driver.model.condition import REPLAY
from bench_driver.servers.specs import Options, ServerSpec


def command(_: Options) -> list[str]:
    """How the consumer starts. SetupError where nobody can drive a browser."""
    if importlib.util.find_spec("playwright"):
        return [sys.executable, "-m", "bench_browser"]
    do = "run `make web` at the repository's root, which installs it"
    raise SetupError("the browser cannot be driven", why="playwright is missing", do=do)


BROWSER = ServerSpec(
    cell.BROWSER, "browser", "consumer", 8084, command,
    ("PYTHONPATH", "BENCH_ROOT", "BENCH_PAGE", "PLAYWRIGHT_BROWSERS_PATH", "XDG_CACHE_HOME"),
    conditions=(REPLAY,),
)  # fmt: skip
