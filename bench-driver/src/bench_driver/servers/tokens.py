"""The tokens that servers ask for, each sent to its origin alone: the lines of a file.

In a file and not in an option, which every user of the machine could read in the list of processes.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

from ..errors import UsageError

#: Names the file, as ORIGIN_TOKENS_FILE does for a server, which has the same lines.
BENCH_TOKENS_FILE = "BENCH_TOKENS_FILE"
_LINE = re.compile(r"[ \t]*(http://[^ \t/]+)/?[ \t]+([!-~]{16,1024})[ \t\r]*")
_DO = "write an origin, a space and its token (16 characters or more) in each line"


def headers(url: str) -> dict[str, str]:
    """What a request to that origin has beside its other headers: none where no token is named.

    UsageError where the file cannot be used.
    """
    token = _tokens().get(_origin(url))
    return {"Authorization": f"Bearer {token}"} if token else {}


def _tokens() -> dict[str, str]:
    """Tokens by origin. What a line has instead is not told: it may be a token."""
    path = os.environ.get(BENCH_TOKENS_FILE)
    if not path:
        return {}
    try:
        lines = Path(path).read_text(encoding="utf-8").split("\n")
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "it is no text"
        raise UsageError(
            f"{BENCH_TOKENS_FILE}={path} cannot be read", why=why, do="name a file of tokens"
        ) from error
    tokens: dict[str, str] = {}
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        pair = _LINE.fullmatch(line)
        origin = _origin(pair[1]) if pair else ""
        if not pair or origin in tokens:
            why = "it names its origin again" if pair else "it is no origin and a token"
            what = f"line {number} of {BENCH_TOKENS_FILE}={path} cannot be used"
            raise UsageError(what, why=why, do=_DO)
        tokens[origin] = pair[2]
    return tokens


def _origin(url: str) -> str:
    """An origin as it is compared: in lower case, with its port."""
    origin = url.rstrip("/").lower()
    return origin if re.search(r":\d+$", origin) else f"{origin}:80"
