"""Container images with object types of a user's own: what Docker is told, and when none is left.
`make test-objects` builds them.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from bench_driver.cli import main
from bench_driver.errors import ExitCode, SetupError, StackError
from bench_driver.servers import own_objects
from bench_objects import build, images

from .conftest import program
from .packages import install
from .test_object_builds import ROOT, put

_DOCKER = """#!/bin/sh
echo "$@" >>'{home}/calls'
[ "$1 $2" != "image ls" ] || {{ echo 0123; exit; }}
[ ! -e '{home}/fails' ] || {{ echo "it is in use" >&2; exit 1; }}
"""


@pytest.fixture
def docker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a `docker` that writes down its `calls`, and fails while `fails` is there."""
    home = tmp_path / "docker"
    program(home / "docker", "true")
    (home / "docker").write_text(_DOCKER.format(home=home))
    monkeypatch.setenv("PATH", f"{home}:/usr/bin:/bin")
    return home


@pytest.fixture
def objects(tmp_path: Path) -> Path:
    """A folder with a type, and an empty copy of the sources."""
    folder = tmp_path / "objects"
    put(folder, "Purchase", "Order")
    own_objects.tree(folder).mkdir(parents=True)
    return folder


def test_each_folder_has_images_of_its_own(objects: Path, docker: Path, tmp_path: Path) -> None:
    images.make(objects, ROOT, quick=True)
    tag = images.tag(objects)
    assert (docker / "calls").read_text().splitlines() == [
        f"build --progress=plain --file rust-server/Dockerfile --tag deserialization-testbed/rust-server:{tag}"
        " --build-arg PROFILE=quick .",
        f"build --progress=plain --file java-server/Dockerfile --tag deserialization-testbed/java-server:{tag}"
        " .",
    ]
    ignored = (own_objects.tree(objects) / ".dockerignore").read_text()
    assert ignored == (ROOT / ".dockerignore").read_text()
    assert f"TESTBED_TAG={tag} docker compose up" in images.up(objects)
    assert images.tag(tmp_path / "others") != tag


def test_they_are_built_after_the_servers_and_told(
    objects: Path, docker: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    install(monkeypatch, "objects")
    order = []
    monkeypatch.setattr(
        build, "servers", lambda *_, **__: order.append((docker / "calls").read_text())
    )
    words = ["object", "build", "--quick", "--images", f"--objects={objects}", f"--root={ROOT}"]
    assert main(words) == ExitCode.OK
    assert "build" not in order[0] and "version" in order[0], "Docker is asked for first"
    assert images.up(objects) in capsys.readouterr().out


def test_without_docker_nothing_is_built(
    objects: Path, docker: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    install(monkeypatch, "objects")
    monkeypatch.setattr(build, "servers", lambda *_, **__: pytest.fail("it was built"))
    words = ["object", "build", "--images", f"--objects={objects}", f"--root={ROOT}"]
    (docker / "fails").touch()
    assert main(words) == ExitCode.CONFIG
    assert "or build without --images" in capsys.readouterr().err


def test_a_build_that_fails_says_what_docker_said(objects: Path, docker: Path) -> None:
    (docker / "fails").touch()
    with pytest.raises(SetupError, match="the image of rust-server cannot be built") as failed:
        images.make(objects, ROOT)
    assert "it is in use" in failed.value.why


def test_images_go_with_a_type_unless_a_container_runs_them(
    objects: Path, docker: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    install(monkeypatch, "objects")
    remove = ["object", "remove", "Purchase", f"--objects={objects}"]
    images.make(objects, ROOT)
    (docker / "fails").touch()
    assert main(remove) == StackError.exit_code
    said = capsys.readouterr().err
    assert f"TESTBED_TAG={images.tag(objects)} docker compose down" in said
    assert own_objects.names(objects) == ["Purchase"], "nothing is removed"
    (docker / "fails").unlink()
    built, moved = images.tag(objects), objects.rename(objects.with_name("moved"))
    assert main([*remove[:-1], f"--objects={moved}"]) == ExitCode.OK
    assert "docker builder prune" in capsys.readouterr().out
    asked = (docker / "calls").read_text().splitlines()[-4:]
    names = [
        f"deserialization-testbed/{server}:{built}" for server in ("rust-server", "java-server")
    ]
    assert asked == [f"image {words} {name}" for name in names for words in ("ls --quiet", "rm")]
    assert not moved.exists()


@pytest.mark.parametrize("content", [b"", b"--all", b"\xff\xfe\n"])
def test_a_file_that_names_no_tag_chooses_no_image(
    content: bytes, objects: Path, docker: Path
) -> None:
    (objects / ".build" / "images").write_bytes(content)
    assert images.remove(objects)
    calls = (docker / "calls").read_text().splitlines()
    assert len(calls) == 4 and all(call.endswith(images.tag(objects)) for call in calls)


def test_docker_is_not_asked_where_no_image_was_built(
    objects: Path, docker: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(monkeypatch, "objects")
    shutil.rmtree(own_objects.tree(objects))
    assert main(["object", "remove", "Purchase", f"--objects={objects}"]) == ExitCode.OK
    assert not (docker / "calls").exists()
