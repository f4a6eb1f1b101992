"""What packages add to the driver, what it is without them, and which of them the images have."""

from __future__ import annotations

import re
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path

import pytest

from bench_driver import extensions
from bench_driver.cli import COMMANDS, main, run
from bench_driver.errors import ExitCode, SetupError
from bench_driver.servers.setups import of_equal, parsed
from bench_driver.servers.specs import RUNTIMES

from .packages import DRIVER, EXTENSIONS, install, points

ROOT = DRIVER.parent
#: The commands that need no package.
OWN = [
    "sweep", "nightly", "run", "doctor", "list", "show", "report", "compare", "machines", "card", "history",
    "serve", "publish", "servers", "store",
]  # fmt: skip


def listed(capsys: pytest.CaptureFixture[str]) -> list[str]:
    """The commands that help lists."""
    assert main(["--help"]) == ExitCode.OK
    shown = capsys.readouterr().out.partition("\nExit codes:")[0]
    return re.findall(r"^  ([a-z][a-z-]*)  ", shown.partition("\nMeasure:")[2], re.MULTILINE)


def test_the_driver_knows_whose_each_name_is_and_each_can_be_loaded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    added = {
        (group, name): f"bench-{package}"
        for package in EXTENSIONS
        for group, names in points(package).items()
        for name in names
    }  # fmt: skip
    assert added == extensions._PACKAGES
    install(monkeypatch, *EXTENSIONS)
    for group, name in added:
        assert extensions.load(group, name, name)


def test_help_lists_the_commands_of_installed_packages_in_their_places(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    install(monkeypatch, *EXTENSIONS)
    assert listed(capsys) == list(COMMANDS)
    install(monkeypatch)
    assert listed(capsys) == OWN
    install(monkeypatch, "studies")
    assert listed(capsys) == [name for name in COMMANDS if name in {*OWN, "study"}]


@pytest.mark.parametrize(
    ("words", "package"),
    [
        (["study", "list"], "bench-studies"),
        (["providers"], "bench-load"),
        (["ui-sweep", "--help"], "bench-load"),
        (["check"], "bench-builds"),
        (["upgrade-check", "gson"], "bench-builds"),
        (["compare", "--build", "a..b"], "bench-builds"),
        (["sweep", "--setup", "pgo"], "bench-builds"),
        (["sweep", "--setup", "serial,gson=2.14.0"], "bench-builds"),
        (["sweep", "--checks", "equal"], "bench-builds"),
        (["sweep", "--consumer", "rust,browser"], "bench-browser"),
    ],
)
def test_what_is_of_a_package_that_is_not_installed_names_it(
    words: list[str],
    package: str,
    checkout: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    install(monkeypatch)
    assert main(words) == ExitCode.CONFIG
    told = capsys.readouterr().err
    assert f"needs the package {package}" in told and "make driver" in told


def test_a_profile_needs_the_package_that_has_the_profilers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    install(monkeypatch, "load")
    with pytest.raises(SetupError, match="run --profile needs the package bench-builds"):
        run._sampled(Path("flames.html"), "http://127.0.0.1:1", ROOT)


def test_without_packages_other_starts_are_setups_and_help_names_them(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    install(monkeypatch)
    setups = parsed(["serial,heap-4g"], list(RUNTIMES), ROOT)
    assert [one.name for one in setups] == ["serial", "heap-4g"]
    assert main(["sweep", "--help-all"]) == ExitCode.OK
    shown = capsys.readouterr().out
    assert "heap-SIZE" in shown and "pgo" not in shown
    with pytest.raises(SetupError, match="equal checks needs the package bench-builds"):
        of_equal(["rust-server"])


def test_a_package_that_cannot_be_imported_is_named(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    broken = EntryPoints([EntryPoint("study", "no_such_module:study", extensions.COMMANDS)])
    monkeypatch.setattr(extensions, "installed", lambda group: broken)
    assert main(["study"]) == ExitCode.CONFIG
    assert "no_such_module" in capsys.readouterr().err


def stages() -> dict[str, set[str]]:
    """The packages that each stage of the driver's Dockerfile holds, by its name."""
    text = (DRIVER / "Dockerfile").read_text()
    found: dict[str, set[str]] = {}
    for stage in re.split(r"^FROM ", text, flags=re.MULTILINE)[1:]:
        base, _, name = stage.splitlines()[0].partition(" AS ")
        copied = re.findall(r"^COPY bench-driver/([a-z]+) ", stage, re.MULTILINE)
        parts = {"driver" if part == "src" else part for part in copied}
        found[name] = found.get(base, set()) | parts
    return found


@pytest.mark.parametrize("image", ["driver", "nightly", "web"])
def test_an_image_has_the_commands_that_need_no_checkout(
    image: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    packages = stages()[image]
    assert "driver" in packages
    install(monkeypatch, *packages - {"driver"})
    assert listed(capsys) == OWN
