"""What a branch changes: the two commits that are compared, and which servers differ in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bench_driver.errors import UsageError
from bench_driver.plan.filters import letters
from bench_driver.servers.specs import RUNTIMES
from bench_driver.system.repository import SOURCES

from . import builds

#: What both servers are built from.
_SHARED = "providers"


@dataclass(frozen=True)
class Change:
    """From the commit `base` to the commit `head`, with the paths of all that differs between them
    and a server is built from.
    """

    root: Path
    base: str
    head: str
    paths: Sequence[str]

    @property
    def servers(self) -> list[str]:
        """The consumers whose files differ: those of their folder, or what both are built from."""
        folders = {path.partition("/")[0] for path in self.paths}
        return [name for name in RUNTIMES if folders & {name, _SHARED}]

    @property
    def same(self) -> list[str]:
        """The other consumers."""
        return [name for name in RUNTIMES if name not in self.servers]

    @property
    def touched(self) -> set[str]:
        """The letters of all that differs: an engine's file or folder has the engine's name."""
        parts = {Path(part).stem for path in self.paths for part in path.split("/")}
        return {letters(part) for part in parts}

    def by_format(self, formats: Sequence[str]) -> list[str]:
        """These formats, those first that the most paths name: `quick_xml.rs` names XML."""
        named = {name: sum(name.lower() in path.lower() for path in self.paths) for name in formats}
        return sorted(formats, key=lambda name: -named[name])

    def builds(self) -> tuple[str, str]:
        """The commits to build for the two. Those that changed nothing of a server since have the
        build of the last that did.
        """
        sources = [*self.servers, _SHARED]
        found = [
            builds.git(self.root, "rev-list", "-1", commit, "--", *sources).stdout.decode().strip()
            for commit in (self.base, self.head)
        ]
        return found[0] or self.base, found[1] or self.head


def between(root: Path, against: str, revision: str | None) -> Change:
    """What `revision` changes, by default HEAD, since it left `against`: by their merge base, so
    that what others did there meanwhile counts for neither.

    UsageError where the two have none, or where HEAD is not all that the servers' folders hold.
    """
    base, head = builds.commit(root, against), builds.commit(root, revision or "HEAD")
    if revision is None and builds.git(root, "status", "--porcelain", "--", *SOURCES).stdout:
        raise UsageError(
            "the servers' folders hold what is not committed",
            why="commits are built and compared, and this would not be measured",
            do="commit it, or leave it out with --commit HEAD",
        )
    forked = builds.git(root, "merge-base", base, head, check=False)
    if forked.returncode:
        raise UsageError(
            f"{against} and {revision or 'HEAD'} have no commit in common",
            why="one has another history, or the clone is shallow and lacks the common part",
            do="fetch the whole history: git fetch --unshallow",
        )
    base = forked.stdout.decode().strip()
    differ = builds.git(root, "diff", "--name-only", "-z", base, head, "--", *SOURCES).stdout
    paths = [path.decode(errors="replace") for path in differ.split(b"\0") if path]
    return Change(root, base, head, paths)
