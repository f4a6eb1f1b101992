"""The first line a server says when it is ready:
`{"event":"listening","runtime":"…","url":"http://127.0.0.1:8081"}`.
"""

from __future__ import annotations

import json
import subprocess
import time
from pathlib import Path

from ..errors import ExitCode, StackError

_POLL_S = 0.02
_TAIL = 15


def wait(name: str, runtime: str, child: subprocess.Popen[bytes], log: Path, limit_s: float) -> str:
    """The origin that the server says it listens on; StackError where it ends first, is another
    runtime, or says nothing in time.
    """
    deadline = time.monotonic() + limit_s
    while time.monotonic() < deadline:
        ended = child.poll()
        if line := _said(log):
            if line.get("runtime") != runtime:
                raise StackError(
                    f"{name} is not what it should be",
                    why=f"it says that it is {line.get('runtime')!r}, not {runtime!r}",
                    do="run `make build`",
                )
            return str(line["url"])
        if ended is not None:
            raise _ended(name, ended, log)
        time.sleep(_POLL_S)
    raise StackError(
        f"{name} was not ready within {limit_s:.0f} s",
        why=f"it runs, but did not say that it listens. {_tail(log)}",
        do="see its log, or try again when the machine is less busy",
    )


def _said(log: Path) -> dict[str, object] | None:
    """The listening line in the log, once it is there as a whole; a JVM may have
    warned before it.
    """
    for line in log.read_bytes().splitlines(keepends=True):
        if line.startswith(b"{") and line.endswith(b"\n"):
            try:
                said = json.loads(line)
            except ValueError:
                continue
            if said.get("event") == "listening" and "url" in said:
                return dict(said)
    return None


def _ended(name: str, code: int, log: Path) -> StackError:
    how = f"was ended by signal {-code}" if code < 0 else f"ended with exit code {code}"
    hint = "see what it said; run it alone for more"
    if code == ExitCode.CONFIG:
        hint = (
            "mend the setting that it names; it has those variables of docs/configuration.md that "
            "your shell sets"
        )
    return StackError(f"{name} did not start: it {how}", why=_tail(log), do=hint)


def _tail(log: Path) -> str:
    """The end of what it said on both outputs."""
    lines = [
        line
        for file in (log, log.with_suffix(".err.log"))
        if file.exists()
        for line in file.read_text(errors="replace").splitlines()
    ]
    said = "\n".join(f"  {line}" for line in lines[-_TAIL:])
    return f"It said, in {log.parent}:\n{said}" if said else f"It said nothing, in {log.parent}."
