"""Rounds over a link between two network namespaces, each in fresh ones with fresh servers."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from bench_driver.errors import SetupError, StackError
from bench_driver.report.document import Section
from bench_driver.servers.specs import Options
from bench_studies.stores.namespaces import why_none
from bench_studies.stores.sandbox import last_line

from .inside import PASSES, RUNS, WARMING
from .model import Fetch, sections

TITLE, PAGE = "A link of a known bandwidth", "link.md"
#: Rounds are not kept: they take no long.
FORM = None
_ROUND_S = 240
_TUN = Path("/dev/net/tun")
#: In there the user is root, so that programs may make interfaces.
_UNSHARE = ("unshare", "-U", "--map-root-user", "-n", "--")


class Session:
    """The rounds. SetupError where this machine gives no namespaces or no interfaces."""

    def __init__(self, options: Options, logs: Path, _: object) -> None:
        why = why_none() or ("" if os.access(_TUN, os.R_OK | os.W_OK) else f"no {_TUN}")
        if why:
            raise SetupError(
                "there is no link between two network namespaces here",
                why=why,
                do="run it on a Linux that lets users make namespaces and TUN interfaces",
            )
        self.servers: dict[str, Any] = {}
        self._options, self._logs = options, logs

    def make(self, number: int) -> list[Fetch]:
        """A round. StackError."""
        given = {
            "number": number,
            "root": str(self._options.root),
            "java_home": str(self._options.java_home or ""),
            "jvm_flags": self._options.jvm_flags,
            "logs": str(self._logs / str(number)),
        }
        command = [*_UNSHARE, sys.executable, "-m", "bench_lab.link.inside", json.dumps(given)]
        said = json.loads(_said_by(command))
        self.servers = said["servers"]
        return [Fetch(**one) for one in said["fetches"]]

    def page(self, rounds: Mapping[int, Sequence[Fetch]]) -> tuple[list[Section], list[str]]:
        """The sections, and how it was measured, a line each."""
        return sections(rounds), _how()


def _said_by(command: Sequence[str]) -> bytes:
    # Ended by a signal that it can act on: it has servers to stop.
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    ) as process:
        try:
            said, complaint = process.communicate(timeout=_ROUND_S)
        except subprocess.TimeoutExpired as error:
            what = f"a round over the link took longer than {_ROUND_S} s"
            raise StackError(what, do="try again when the machine is less busy") from error
        finally:
            process.terminate()
    if process.returncode:
        raise StackError("a round over the link failed", why=last_line(complaint))
    return said


def _by(bits_s: float | None) -> str:
    if bits_s is None:
        return " over loopback"
    return f" at {bits_s / 1e6:g} Mbit/s" if bits_s else " without a bandwidth"


def _how() -> list[str]:
    runs = "; ".join(
        f"{amount} of {what['object_type']} {what['size']}" + _by(bits_s)
        for bits_s, what, amount, _ in RUNS
    )
    warming = ", ".join(f"{amount:,} of {size}" for size, amount in WARMING)
    return [
        "consumers in one network namespace, providers in another, no route out: between them two "
        "TUN interfaces of 1,500 bytes and a relay, which hands each frame over when its last bit "
        "would have arrived; each direction has the bandwidth, and an unlimited queue",
        "no tc: a token bucket lets the first frame after a pause through at once, which is all of "
        "1 KiB",
        f"a request at a time, as JSON, over HTTP; {PASSES} passes of each run in random order in "
        f"a round, the quickest of which counts: {runs}; warmed by {warming}",
        "measured: the median of `fetch` of a run, from the request to the whole body; bytes of "
        "HTTP are counted by the relay",
        "each core has a process beside that keeps it awake, of the idle class, which gives way to "
        "all others: a core that sleeps takes longer for a frame than the model knows",
        "load of the machine as the rounds ended, over a minute, these servers, the relay and "
        f"those processes among it: {os.getloadavg()[0]:.1f}",
    ]
