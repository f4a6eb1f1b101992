"""Container images of both servers with a user's own object types, for `docker compose up`."""

from __future__ import annotations

import re
import shutil
from hashlib import sha256
from pathlib import Path

from bench_driver.cli import screen
from bench_driver.cli.waits import building
from bench_driver.errors import SetupError
from bench_driver.servers import own_objects
from bench_driver.servers.docker import Docker

_SERVERS = ("rust-server", "java-server")
#: The first time; libraries are compiled anew, in Docker's own cache.
_MINUTES = {"quick": 6, "release": 12}
_BUILD_S, _REMOVE_S = 7200.0, 120.0
_IGNORED = ".dockerignore"


def tag(objects: Path) -> str:
    """By what the images of a folder are told from another's."""
    return f"objects-{sha256(str(objects.resolve()).encode()).hexdigest()[:12]}"


def check(root: Path) -> None:
    """SetupError unless Docker can build."""
    _docker(root).versions()


def make(objects: Path, root: Path, *, quick: bool = False) -> None:
    """Builds the images in the copy in which both servers were just built.

    Raises:
        SetupError: Docker cannot; what was built before stays
    """
    copy, profile = own_objects.tree(objects), "quick" if quick else "release"
    minutes = f"some {_MINUTES[profile]} min the first time"
    screen.say(f"building an image of each server, {minutes}", screen.err())
    shutil.copyfile(root / _IGNORED, copy / _IGNORED)
    _kept(objects).write_text(tag(objects))
    with building() as say:
        for server, image in zip(_SERVERS, _names(tag(objects)), strict=True):
            say(f"image of {server}")
            of_profile = ["--build-arg", f"PROFILE={profile}"] if server == _SERVERS[0] else []
            _docker(copy).run(
                *("build", "--progress=plain", "--file", f"{server}/Dockerfile", "--tag", image),
                *(*of_profile, "."),
                limit_s=_BUILD_S,
                error=SetupError,
                what=f"the image of {server} cannot be built",
                do="mend what Docker says; the servers that were built without it stay",
            )


def remove(objects: Path) -> bool:
    """Removes the images, if any were built. StackError where Docker does not, as of containers
    that still run: nothing else should be removed then.
    """
    if not (file := _kept(objects)).exists():
        return False
    if not re.fullmatch(r"objects-[0-9a-f]{12}", built := file.read_text(errors="replace")):
        built = tag(objects)
    down = f"`TESTBED_TAG={built} docker compose down` in the checkout"
    _docker(objects).run(
        *("image", "rm", "--force", *_names(built)),
        limit_s=_REMOVE_S,
        what="its images cannot be removed, so nothing was",
        do=f"end their containers by {down}; to leave the images, remove {file}",
    )
    file.unlink()
    return True


def up(objects: Path) -> str:
    """The command that starts them, in the checkout."""
    return f"TESTBED_TAG={tag(objects)} docker compose up --wait {' '.join(_SERVERS)}"


def _names(built: str) -> list[str]:
    return [f"deserialization-testbed/{server}:{built}" for server in _SERVERS]


def _kept(objects: Path) -> Path:
    """The file with the tag of images that may be there: a folder can be moved."""
    return objects / ".build" / "images"


def _docker(folder: Path) -> Docker:
    return Docker(folder, instead="or build without --images")
