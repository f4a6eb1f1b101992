"""Which Java is taken."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench_driver.errors import SetupError
from bench_driver.servers import jdk

from .conftest import jdk_at, program


@pytest.fixture
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine whose Javas all lie in one folder, at first none."""
    monkeypatch.delenv("JAVA_HOME", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path / "nothing"))
    monkeypatch.setattr(jdk, "_PLACES", (str(tmp_path / "jvm"),))
    (tmp_path / "jvm").mkdir()
    return tmp_path / "jvm"


def test_the_newest_is_taken_by_number_not_by_text(places: Path) -> None:
    for version in ("1.8.0_392", "9.0.4", "17.0.11", "25.0.3", "25-ea"):
        jdk_at(places / version, version)
    assert jdk.choose().home == places / "25.0.3"
    assert str(jdk.choose()) == f"Miniature 25.0.3 at {places / '25.0.3'}"


def test_of_a_version_the_newest_is_taken_that_java_home_names_or_that_lies_around(
    places: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for version in ("17.0.11", "25.0.3"):
        jdk_at(places / version, version)
    assert jdk.of_version(17, "A store").home == places / "17.0.11"
    monkeypatch.setenv("JAVA_HOME", str(jdk_at(tmp_path / "mine", "17.0.12")))
    assert jdk.of_version(17, "A store").home == tmp_path / "mine"
    with pytest.raises(SetupError, match="A store needs a JDK 21") as error:
        jdk.of_version(21, "A store")
    assert "17.0.11" in error.value.why


def test_one_without_a_release_file_is_asked(places: Path) -> None:
    home = jdk_at(places / "x", "21.0.2")
    (home / "release").unlink()
    assert jdk.choose() == jdk.Jdk(home, "21.0.2", "Miniature")


def test_a_folder_without_a_java_that_starts_is_passed_over(places: Path) -> None:
    (places / "broken" / "bin").mkdir(parents=True)
    (places / "broken" / "release").write_text('JAVA_VERSION="99"\n')
    jdk_at(places / "good", "17.0.1")
    assert jdk.choose().version == "17.0.1"


def test_the_one_on_the_path_counts(
    places: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = jdk_at(tmp_path / "elsewhere", "21.0.1")
    monkeypatch.setenv("PATH", str(home / "bin"))
    assert jdk.choose().home == home


def test_a_script_on_the_path_that_starts_a_java_elsewhere_is_asked_where(
    places: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = jdk_at(tmp_path / "installs" / "java" / "temurin-21", "21.0.1")
    program(tmp_path / ".asdf" / "shims" / "java", f"'{home / 'bin' / 'java'}'")
    monkeypatch.setenv("PATH", str(tmp_path / ".asdf" / "shims"))
    assert jdk.choose().home == home


def test_a_link_on_the_path_to_a_manager_of_versions_is_asked_too(
    places: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home, other = (
        jdk_at(tmp_path / name, version)
        for name, version in (("mise/java", "21.0.1"), ("usr", "17.0.1"))
    )
    (other / "release").unlink()
    program(other / "bin" / "mise", f"'{home / 'bin' / 'java'}'")
    (tmp_path / "shims").mkdir()
    (tmp_path / "shims" / "java").symlink_to(other / "bin" / "mise")
    monkeypatch.setenv("PATH", str(tmp_path / "shims"))
    assert [found.home for found in jdk.found()] == [home]


def test_a_user_without_a_home_and_without_an_entry_still_has_the_machines_javas(
    places: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nobody(_: int) -> None:
        raise KeyError

    monkeypatch.delenv("HOME")
    monkeypatch.setattr("pwd.getpwuid", nobody)
    monkeypatch.setattr(jdk, "_PLACES", ("~/.sdkman/candidates/java", *jdk._PLACES))
    home = jdk_at(places / "25", "25.0.3")
    assert jdk.choose().home == home


def test_none_and_too_old_are_refused_with_what_to_do(places: Path) -> None:
    with pytest.raises(SetupError, match="this machine has none") as none:
        jdk.choose()
    jdk_at(places / "old", "11.0.2")
    with pytest.raises(SetupError) as old:
        jdk.choose()
    assert "none at all" in none.value.why
    assert "11.0.2" in old.value.why
    assert all("openjdk-17" in error.value.do for error in (none, old))


def test_the_option_comes_before_the_variable_and_both_before_the_newest(
    places: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    newest, variable, option = (
        jdk_at(places / version, version) for version in ("25.0.1", "21.0.1", "17.0.1")
    )
    assert jdk.choose().home == newest
    monkeypatch.setenv("JAVA_HOME", str(variable))
    assert jdk.choose().home == variable
    assert jdk.choose(option).home == option


def test_one_that_was_named_is_never_silently_replaced(
    places: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    jdk_at(places / "good", "25.0.1")
    with pytest.raises(SetupError, match="has no Java that starts"):
        jdk.choose(tmp_path / "nowhere")
    monkeypatch.setenv("JAVA_HOME", str(jdk_at(tmp_path / "old", "1.8.0_1")))
    with pytest.raises(SetupError, match="too old"):
        jdk.choose()
