"""Other versions of libraries: who uses a library, and in which version.

The manifests of a copy of the checkout are changed to use another.
"""

from __future__ import annotations

import re
import subprocess
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

from bench_driver.errors import SetupError, UsageError

_LOCK, _CARGO, _POM = "rust-server/Cargo.lock", "rust-server/Cargo.toml", "java-server/pom.xml"
_XML = "{http://maven.apache.org/POM/4.0.0}"
#: The properties by which Spring Boot's own manifest says in which version it takes a family of
#: libraries.
_OF_FAMILIES = {"tools.jackson": "jackson-bom", "com.fasterxml.jackson": "jackson-2-bom"}
_PATH = "path:"
#: Says which properties of a manifest have newer values.
_UPDATES = "org.codehaus.mojo:versions-maven-plugin:2.18.0:display-property-updates"


@dataclass(frozen=True)
class Library:
    """A library of a runtime in a version, or, where that begins with `path:`, from its sources."""

    runtime: str
    name: str
    version: str

    @property
    def label(self) -> str:
        """How a setup with it is called."""
        return f"{self.name}={'path' if self.path else self.version}"

    def used(self, root: Path, beside: str) -> str:
        """The version of it that the server of the checkout is built with.

        Of several the one of the same major version as `beside`.
        """
        known = versions(root, self.runtime)[self.name]
        return next((version for version in known if _major(version) == _major(beside)), known[0])

    @property
    def path(self) -> Path | None:
        """Where its sources lie."""
        return (
            Path(self.version.removeprefix(_PATH)).absolute()
            if self.version.startswith(_PATH)
            else None
        )


def parsed(word: str, root: Path) -> Library:
    """The library that `NAME=VERSION` says, or `rust:NAME=VERSION`.

    Raises:
        UsageError: no runtime uses one of that name, or both do
    """
    name, _, version = word.partition("=")
    runtime, _, name = (
        name.rpartition(":") if name.split(":")[0] in ("rust", "java") else ("", "", name)
    )
    users = [
        user
        for user in ("rust", "java")
        if (not runtime or user == runtime) and versions(root, user).get(name)
    ]
    if not version or not users:
        known = ", ".join(sorted({*versions(root, "java"), *_direct(root)}))
        why = "it says no version" if users else "no server uses a library of that name"
        raise UsageError(
            f"{word} fits nothing",
            why=f"{why}; there are {known}",
            do="write LIBRARY=VERSION, with one of these",
        )
    if len(users) > 1:
        raise UsageError(
            f"{name} is not clear",
            why="both servers use a library of that name",
            do=f"write rust:{name} or java:{name}",
        )
    library = Library(users[0], name, version)
    if library.path and (library.runtime == "java" or not (library.path / "Cargo.toml").is_file()):
        why = (
            "Maven takes no sources"
            if library.runtime == "java"
            else f"{library.path} holds no Cargo.toml"
        )
        do = (
            "install it in your local repository by `mvn install`, and name its version"
            if library.runtime == "java"
            else "name the library's folder"
        )
        raise UsageError(f"{word} cannot be built", why=why, do=do)
    return library


def versions(root: Path, runtime: str) -> dict[str, list[str]]:
    """Each library that a runtime's server is built with, in its versions.

    Rust's by its lock file, Java's by its manifest, families by their property too.
    """
    if runtime == "rust":
        found: dict[str, list[str]] = {}
        for package in tomllib.loads(_text(root / _LOCK))["package"]:
            if "source" in package:  # what has none is of this repository
                found.setdefault(package["name"], []).append(package["version"])
        return found
    pom = _Pom(_text(root / _POM))
    return {
        name: [pom.values[item] for item in dict.fromkeys(items)]
        for name, items in pom.names().items()
    }


def newest(root: Path, runtime: str, name: str) -> str:
    """The newest release of a library that a server uses, as its package manager knows it.

    Raises:
        SetupError: it does not say
    """
    if runtime == "rust":
        said, pattern = _said(["cargo", "info", name], Path("/")), r"^version: (\S+)"
    else:
        pom = _Pom(_text(root / _POM))
        prop = pom.names()[name][0]
        where = ["-f", str(root / _POM), f"-DincludeProperties={prop}.version"]
        said, pattern = (
            _said(["mvn", "-ntp", "-B", *where, _UPDATES], root),
            rf"\$\{{{re.escape(prop)}\.version\}} \.+ (?:\S+ -> )?(\S+)",
        )
    if found := re.search(pattern, said, re.MULTILINE):
        return found[1]
    raise SetupError(
        f"nobody says which release of {name} is the newest",
        why=said.strip()[-300:] or "its package manager says nothing",
        do="name the version",
    )


def _said(command: Sequence[str], folder: Path) -> str:
    """What a program says, stderr included; empty where it is missing."""
    try:
        return subprocess.run(
            command,
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=300,
            check=False,
        ).stdout
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)


def _direct(root: Path) -> set[str]:
    """The libraries that Rust's manifests name."""
    named = re.findall(
        r'^([\w-]+) = (?:"|\{ version)',
        "\n".join(_text(file) for file in _manifests(root)),
        re.MULTILINE,
    )
    return set(named) & versions(root, "rust").keys()


def _manifests(root: Path) -> Iterator[Path]:
    yield root / _CARGO
    yield from sorted((root / "rust-server").glob("*/Cargo.toml"))
    yield from sorted((root / "rust-server" / "rooms").glob("*/Cargo.toml"))


def change(library: Library, copy: Path) -> None:
    """Lets the manifests of a copy of the checkout ask for it. SetupError where they cannot."""
    if library.runtime == "java":
        file = copy / _POM
        file.write_text(_Pom(file.read_text()).asking(library))
        return
    wanted = f"={library.version}" if not library.path else _own_version(library.path)
    entry = re.compile(rf'^({re.escape(library.name)} = (?:\{{ version = )?")[^"]*', re.MULTILINE)
    for file in _manifests(copy):
        file.write_text(entry.sub(rf"\g<1>{wanted}", file.read_text()))
    if library.path:
        with (copy / _CARGO).open("a") as manifest:
            manifest.write(f'\n[patch.crates-io]\n{library.name} = {{ path = "{library.path}" }}\n')


def _own_version(folder: Path) -> str:
    """The version that a crate's own manifest says; any, where it has it from a workspace."""
    version = tomllib.loads((folder / "Cargo.toml").read_text()).get("package", {}).get("version")
    return f"={version}" if isinstance(version, str) else "*"


class _Pom:
    """What a Maven manifest says of versions.

    Its properties `NAME.version`, and which of them each dependency goes by.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        tree = ElementTree.fromstring(text)
        found = tree.find(f"{_XML}properties")
        suffix = ".version"
        self.values = {
            tag.removesuffix(suffix): item.text or ""
            for item in (found if found is not None else ())
            if (tag := item.tag.removeprefix(_XML)).endswith(suffix)
        }
        self.dependencies = [
            (group, artifact, prop)
            for item in tree.iterfind(f"{_XML}dependencies/{_XML}dependency")
            for group, artifact in [
                (item.findtext(f"{_XML}groupId", ""), item.findtext(f"{_XML}artifactId", ""))
            ]
            if (prop := _property(item.findtext(f"{_XML}version", ""), group)) in self.values
        ]

    def names(self) -> Mapping[str, list[str]]:
        """What a user may call a library, with the properties that say its version.

        That is its artifact's name, and the property's own.
        """
        found: dict[str, list[str]] = {}
        for _, artifact, prop in self.dependencies:
            found.setdefault(artifact, []).append(prop)
        for prop in dict.fromkeys(prop for *_, prop in self.dependencies):
            found.setdefault(prop, [prop])
        return found

    def asking(self, library: Library) -> str:
        """The manifest with a library in that version, and with it what goes by the same property.

        What the manifest numbers apart keeps its number: not every release of a family brings all
        of its modules.
        """
        props = self.names()[library.name]
        chosen = next(
            (prop for prop in props if _major(self.values[prop]) == _major(library.version)),
            props[0],
        )
        return re.sub(
            rf"(<{re.escape(chosen)}\.version>)[^<]*", rf"\g<1>{library.version}", self.text
        )


def _property(version: str, group: str) -> str:
    """The name of the property that a dependency's version is taken from; empty where none is."""
    if named := re.fullmatch(r"\$\{(.+)\.version\}", version):
        return named[1]
    return _OF_FAMILIES.get(_family(group), "") if not version else ""


def _family(group: str) -> str:
    return next(
        (family for family in _OF_FAMILIES if group == family or group.startswith(f"{family}.")),
        group,
    )


def _major(version: str) -> str:
    return version.partition(".")[0]


def _text(file: Path) -> str:
    try:
        return file.read_text()
    except OSError as error:
        raise SetupError(
            f"{file} cannot be read", why=str(error.strerror), do="name a checkout with --root"
        ) from error
