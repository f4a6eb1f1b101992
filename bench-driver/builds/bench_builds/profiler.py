"""Where a server's process spends its time, by perf for Rust, the JDK's Flight Recorder for Java.

Both sample the process as it is: the server is the one that sweeps measure, and nothing is built
into it. While they sample, times are not figures.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from bench_driver.errors import BenchError, ResultsError, SetupError

from .flames import Stack

#: Samples a second of a CPU; no round number, so that they keep no step with a timer.
_HZ = 997
#: As often as the Flight Recorder can, and how often that is.
_PERIOD = "1ms"
#: Bytes of a stack that perf copies to unwind: a parse nests less.
_COPIED = 16_384
#: What reads the Flight Recorder's file, by a JVM that lives for a second.
_FOLD = (
    "-XX:TieredStopAtLevel=1",
    "-XX:+UseSerialGC",
    str(Path(__file__).with_name("Folded.java")),
)
#: How long perf may take to refuse, and a tool to end, s.
_REFUSES_S, _END_S = 1.0, 120.0


@dataclass
class Samples:
    """How often each stack was seen, and by which profiler."""

    profiler: str
    stacks: Counter[Stack] = field(default_factory=Counter)

    @property
    def folded(self) -> str:
        """A line a stack, its functions parted by semicolons, a space and its count.

        flamegraph.pl, inferno and speedscope read that.
        """
        return "".join(
            f"{';'.join(name.replace(';', ':') for name in stack)} {count}\n"
            for stack, count in sorted(self.stacks.items())
        )

    def drawn(self, file: Path, title: str) -> str:
        """Writes the page, and the stacks beside it for other tools; says where they are.

        Raises:
            BenchError: there is no sample
            ResultsError: a file cannot be written
        """
        from .flame_page import written

        if not self.stacks:
            do = "ask for a larger --amount"
            raise BenchError(
                "the profiler saw nothing", why="the run ended before its first sample", do=do
            )
        folded = file.with_suffix(".folded")
        try:
            file.write_text(written(self.stacks, title, self.profiler))
            folded.write_text(self.folded)
        except OSError as error:
            do = "name a file in a folder that is there"
            raise ResultsError(
                f"{file} cannot be written", why=str(error.strerror), do=do
            ) from error
        return f"flame graph: {file}; stacks for other tools: {folded}"


@contextmanager
def sampled(pid: int, runtime: str) -> Iterator[Samples]:
    """Samples a process within the block; the samples are there after it.

    Raises:
        SetupError: its profiler is missing or not allowed
    """
    with (
        tempfile.TemporaryDirectory(prefix="bench-profile-") as folder,
        _PROFILERS[runtime](pid, Path(folder)) as samples,
    ):
        yield samples


@contextmanager
def _perf(pid: int, folder: Path) -> Iterator[Samples]:
    if not (perf := shutil.which("perf")):
        raise SetupError(
            "perf is missing",
            why="it samples the Rust server",
            do="install it (Debian: apt-get install linux-perf)",
        )
    data, said = folder / "perf.data", folder / "said"
    record = [
        perf,
        "record",
        "-F",
        str(_HZ),
        "--call-graph",
        f"dwarf,{_COPIED}",
        "-p",
        str(pid),
        "-o",
        str(data),
    ]
    with said.open("wb") as log, subprocess.Popen(record, stdout=log, stderr=log) as running:
        try:
            samples = Samples("perf")
            _begun(running, data, said)
            yield samples
        finally:
            running.send_signal(signal.SIGINT)  # perf then writes what it has
            running.wait(_END_S)
    samples.stacks.update(
        stacks_of_perf(_said([perf, "script", "-i", str(data), "--no-inline", "-F", "comm,ip,sym"]))
    )


def _begun(running: subprocess.Popen[bytes], data: Path, said: Path) -> None:
    """Waits until perf samples; SetupError where the kernel refuses."""
    try:
        running.wait(_REFUSES_S)
    except subprocess.TimeoutExpired:
        return
    do = "run as root, or set /proc/sys/kernel/perf_event_paranoid to 1"
    raise SetupError(
        "perf cannot sample the Rust server",
        why=said.read_text(errors="replace").strip()[:300] or f"it ended without {data.name}",
        do=do,
    )


@contextmanager
def _flight_recorder(pid: int, folder: Path) -> Iterator[Samples]:
    tools = Path(os.readlink(f"/proc/{pid}/exe")).parent
    if not (tools / "jcmd").is_file():
        raise SetupError(
            "jcmd is missing",
            why=f"it starts the Flight Recorder, and {tools} holds a JRE alone",
            do="start the Java server by a JDK",
        )
    data, ask = folder / "run.jfr", [str(tools / "jcmd"), str(pid)]
    _said(
        [
            *ask,
            "JFR.start",
            "name=bench-driver",
            "settings=default",
            f"jdk.ExecutionSample#period={_PERIOD}",
        ]
    )
    samples = Samples("Java Flight Recorder")
    try:
        yield samples
        _said([*ask, "JFR.dump", "name=bench-driver", f"filename={data}"])
    finally:
        _said([*ask, "JFR.stop", "name=bench-driver"])
    samples.stacks.update(stacks_of_folded(_said([str(tools / "java"), *_FOLD, str(data)])))


_PROFILERS: Mapping[str, Callable[[int, Path], AbstractContextManager[Samples]]] = {
    "rust": _perf,
    "java": _flight_recorder,
}


def stacks_of_perf(said: str) -> Counter[Stack]:
    """The stacks that `perf script -F comm,ip,sym` says.

    A line with the thread's name, then a line a frame, the innermost first.
    """
    found: Counter[Stack] = Counter()
    for sample in said.split("\n\n"):
        thread, *frames = sample.strip().splitlines() or [""]
        names = [_rust_name(frame.strip().partition(" ")[2]) for frame in frames]
        if names:
            found[(thread.strip(), *reversed(names))] += 1
    return found


def _rust_name(symbol: str) -> str:
    """A symbol without the hash at its end."""
    return re.sub(r"::h[0-9a-f]{16}$", "", symbol.strip()) or "[unknown]"


def stacks_of_folded(said: str) -> Counter[Stack]:
    """The stacks of a folded text, as `Samples.folded` has it.

    Another line, which a JVM may add, is none.
    """
    lines = (line.rpartition(" ") for line in said.splitlines())
    return Counter(
        {tuple(stack.split(";")): int(count) for stack, _, count in lines if count.isdigit()}
    )


def _said(command: list[str]) -> str:
    """What a tool says on stdout; SetupError where it fails."""
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, errors="replace", timeout=_END_S, check=False
        )
    except subprocess.TimeoutExpired as error:
        raise SetupError(
            f"{Path(command[0]).name} takes too long",
            why=f"it did not end within {_END_S:g} s",
            do="profile a shorter run",
        ) from error
    if done.returncode:
        why = (done.stderr or done.stdout).strip()[:300]
        raise SetupError(
            f"{Path(command[0]).name} failed",
            why=why,
            do=f"try it by hand: {' '.join(command[:4])}",
        )
    return done.stdout
