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
from bench_driver.servers.specs import RUNTIMES

#: The first time, since libraries are compiled anew, in Docker's own cache.
_MINUTES = {"quick": 4, "release": 8}
_BUILD_S, _REMOVE_S = 7200.0, 120.0
_IGNORED = ".dockerignore"


def tag(objects: Path) -> str:
    """By what the images of a folder are told from another's."""
    return f"objects-{sha256(str(objects.resolve()).encode()).hexdigest()[:12]}"


def check(root: Path, *, quick: bool = False) -> None:
    """Says how long the images will take; SetupError unless Docker can build."""
    Docker(root, "or build without --images").versions()
    minutes = _MINUTES["quick" if quick else "release"]
    screen.say(f"an image of each server comes last, and takes some {minutes} min", screen.err())


def make(objects: Path, root: Path, *, quick: bool = False) -> None:
    """Builds the images in the copy in which both servers were just built.

    Raises:
        BenchError: Docker cannot, or containers of earlier images are there
    """
    copy, profile = own_objects.tree(objects), "quick" if quick else "release"
    remove(objects)  # what is built over an image would leave it without a name
    shutil.copyfile(root / _IGNORED, copy / _IGNORED)
    _kept(objects).write_text(tag(objects))
    with building() as say:
        for server, image in zip(RUNTIMES, _names(tag(objects)), strict=True):
            say(f"image of {server}")
            is_rust = RUNTIMES[server] == "rust"
            of_profile = ["--build-arg", f"PROFILE={profile}"] if is_rust else []
            Docker(copy, "or build without --images").run(
                *("build", "--progress=plain", "--file", f"{server}/Dockerfile", "--tag", image),
                *(*of_profile, "."),
                limit_s=_BUILD_S,
                error=SetupError,
                what=f"the image of {server} cannot be built",
                do="mend what Docker says; the servers that were built without it stay",
            )


def remove(objects: Path) -> bool:
    """Removes the images, if any were built. BenchError where Docker does not, as of containers
    that are there.
    """
    if not (tagged := built(objects)):
        return False
    instead = f"to leave the images, remove {_kept(objects)}"
    docker = Docker(objects, f"or, {instead}")
    for image in _names(tagged):
        # By its name alone: a forced removal takes the name from containers that run.
        do = f"see with `docker info` whether an engine answers; {instead}"
        if docker.run("image", "ls", "--quiet", image, do=do).strip():
            docker.run(
                *("image", "rm", image),
                limit_s=_REMOVE_S,
                what=f"{image} cannot be removed",
                do=f"run `TESTBED_TAG={tagged} docker compose down` in the checkout; {instead}",
            )
    _kept(objects).unlink()
    return True


def up(objects: Path) -> str:
    """The command that starts them, in the checkout."""
    return f"TESTBED_TAG={tag(objects)} docker compose up --wait --no-build {' '.join(RUNTIMES)}"


def are_current(objects: Path) -> bool:
    """Whether images were built after the servers were, and so have the same types."""
    servers, file = own_objects.programs(objects) / own_objects.MADE_OF, _kept(objects)
    return file.is_file() and file.stat().st_mtime_ns >= servers.stat().st_mtime_ns


def built(objects: Path) -> str | None:
    """The tag of images that may be there."""
    if not (file := _kept(objects)).is_file():
        return None
    tagged = file.read_text(errors="replace")
    return tagged if re.fullmatch(r"objects-[0-9a-f]{12}", tagged) else tag(objects)


def _names(built: str) -> list[str]:
    return [f"deserialization-testbed/{server}:{built}" for server in RUNTIMES]


def _kept(objects: Path) -> Path:
    """The file with the tag of images that may be there: a folder can be moved."""
    return objects / ".build" / "images"
