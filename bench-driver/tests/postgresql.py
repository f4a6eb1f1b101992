"""A PostgreSQL cluster for tests: in a folder of their own, reached by its socket alone."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import text

from bench_driver.store.opening import open_store


def programs() -> Path | None:
    """Where PostgreSQL's programs are: in PATH, or where Debian puts them."""
    found = [Path(initdb).resolve().parent for initdb in [shutil.which("initdb")] if initdb]
    found += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return next(
        (
            folder
            for folder in found
            if (folder / "initdb").exists() and (folder / "pg_ctl").exists()
        ),
        None,
    )


@pytest.fixture(scope="module")
def cluster() -> Iterator[Path]:
    """The folder of a cluster's socket; its superuser is `bench`, and nobody else gets there."""
    binaries = programs()
    if binaries is None:
        pytest.skip("PostgreSQL is not installed: apt-get install postgresql")
    user = _user()
    home = Path(
        tempfile.mkdtemp(prefix="bench-pg-", dir="/tmp")
    )  # short: a socket's path has 107 characters at most
    if user:
        os.chown(home, user.pw_uid, user.pw_gid)
    who = user.pw_uid if user else None

    def run(*command: str) -> None:
        done = subprocess.run(
            [str(binaries / command[0]), *command[1:]],
            user=who,
            cwd=home,
            capture_output=True,
            text=True,
            timeout=600,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr

    try:
        run(
            "initdb",
            "-D",
            str(home / "data"),
            "-A",
            "trust",
            "-U",
            "bench",
            "-E",
            "UTF8",
            "--no-sync",
        )
        run(
            "pg_ctl",
            "-D",
            str(home / "data"),
            "-o",
            f"-k {home} -c listen_addresses='' -c fsync=off -c full_page_writes=off",
            "-l",
            str(home / "log"),
            "-w",
            "start",
        )
        try:
            yield home
        finally:
            run("pg_ctl", "-D", str(home / "data"), "-m", "immediate", "stop")
    finally:
        shutil.rmtree(home, ignore_errors=True)


def _user() -> pwd.struct_passwd | None:
    """Whom the cluster runs as, where the tests run as root, as whom PostgreSQL refuses to."""
    if os.getuid():
        return None
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    pytest.skip(
        "as root, PostgreSQL needs another user to run as, and there is neither postgres nor nobody"
    )


@pytest.fixture
def address(cluster: Path, request: pytest.FixtureRequest) -> str:
    """A database of the test's own."""
    with open_store(f"postgresql+psycopg://bench@/postgres?host={cluster}") as admin:
        name = f"t{abs(hash(request.node.name)) % 10**9}"
        with admin.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            connection.execute(text(f"CREATE DATABASE {name}"))
    return f"postgresql+psycopg://bench:secret@/{name}?host={cluster}"
