"""The machine's lock: whoever measures holds it, since two that measure at once spoil each other's
figures, whatever servers and stores they use.

It is a locked file. The system lets go of it when its process ends, however it ends, so a killed
holder leaves no stale lock. `fcntl` takes it rather than a library: a library opens the file so
that it is emptied or created before the lock is held, which loses who holds it, and which systems
refuse on another user's file in a shared folder (`fs.protected_regular`).
"""

from __future__ import annotations

import errno
import fcntl
import json
import os
import socket
import stat
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from .. import moment
from ..errors import Busy, SetupError

#: The environment variable that names another folder for the lock.
BENCH_LOCK = "BENCH_LOCK"
_FOLDERS, _NAME = ("/run/lock", "/var/lock"), "bench-driver.lock"


@contextmanager
def held(command: str, waiting: Callable[[Busy], None] | None = None) -> Iterator[None]:
    """Holds the lock within the block, in the name of `command`, which everybody on the machine can
    read.

    Where somebody else holds it: Busy. With `waiting`, it tells that the Busy and waits. SetupError
    where the folder cannot hold a lock.
    """
    with _open(folder() / _NAME) as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            busy = Busy(
                "the machine is busy",
                why=_who(file),
                do=(
                    "wait until that has ended, or end it; figures of two that measure at once "
                    "are worth nothing"
                ),
            )
            if waiting is None:
                raise busy from error
            waiting(busy)
            fcntl.flock(file, fcntl.LOCK_EX)  # a signal ends the wait
        try:
            _write(
                file,
                {
                    "pid": os.getpid(),
                    "host": socket.gethostname(),
                    "command": command,
                    "since": moment.minute(moment.now()),
                },
            )
            yield
        finally:
            _write(file, None)


def folder() -> Path:
    """Where the lock is: the first of the usual folders that everybody may write to, so that all
    users take the same one.
    """
    if given := os.environ.get(BENCH_LOCK):
        return Path(given)
    return next(
        (place for place in map(Path, _FOLDERS) if _shared(place)), Path(tempfile.gettempdir())
    )


def _shared(place: Path) -> bool:
    try:
        return bool(place.stat().st_mode & stat.S_IWOTH)
    except OSError:
        return False


def _open(path: Path) -> IO[str]:
    """The lock's file, writable for everybody. It is never removed, since a name that comes anew
    locks nothing.

    In a folder that others write to, a file of that name may be a link to one of the user's, which
    would be emptied.
    """
    try:
        file = open(_descriptor(path), "r+")  # noqa: SIM115 - the caller closes it
    except OSError as error:
        why = (
            "it is a symbolic link" if error.errno == errno.ELOOP else error.strerror or str(error)
        )
        raise _unusable(path, why) from error
    kind = os.fstat(file.fileno())
    if not stat.S_ISREG(kind.st_mode) or kind.st_nlink != 1:
        file.close()
        raise _unusable(path, "it is no regular file, or has another name too")
    return file


def _descriptor(path: Path) -> int:
    flags = os.O_RDWR | os.O_NOFOLLOW | os.O_CLOEXEC
    try:
        return os.open(
            path, flags
        )  # first without O_CREAT: in a shared folder systems refuse it on another user's file
    except FileNotFoundError:
        made = os.open(path, flags | os.O_CREAT, 0o666)
        if os.fstat(made).st_uid == os.getuid():
            os.fchmod(made, 0o666)
        return made


def _unusable(path: Path, why: str) -> SetupError:
    do = f"name a folder that everybody may write to, for all that measure here: {BENCH_LOCK}=/tmp"
    return SetupError(f"the machine's lock {path} cannot be opened", why=why, do=do)


def _write(file: IO[str], who: dict[str, object] | None) -> None:
    """Says in the file who holds it, and empties it for nobody."""
    file.seek(0)
    file.truncate()
    file.write(json.dumps(who) if who else "")
    file.flush()


def _who(file: IO[str]) -> str:
    try:
        said = json.loads(file.read())
        where = (
            ""
            if said["host"] == socket.gethostname()
            else f" of {said['host']}, a container or its host"
        )
        return f"`{said['command']}` measures, process {said['pid']}{where}, since {said['since']}"
    except (ValueError, KeyError, TypeError):
        return "another process on this machine measures"
