"""PostgreSQL: a primary and a standby that replays its write-ahead log, which holds each document
as the column's type keeps it: `json` and `xml` as the text that they are, `jsonb` parsed.
"""

from __future__ import annotations

import os
from contextlib import suppress
from typing import ClassVar

from bench_driver.errors import SetupError, StackError

from .clients.postgresql import COLUMNS
from .namespaces import why_none
from .pair import Pair
from .sandbox import Role

_WARM_UP = 50
_SHOWN = (
    *("server_version", "synchronous_commit", "synchronous_standby_names", "fsync"),
    *("full_page_writes", "wal_level", "wal_compression", "data_checksums"),
    *("checkpoint_timeout", "autovacuum", "shared_buffers"),
)
_COMMIT = {"memory": "off", "local fsync": "local", "majority": "on", "applied": "remote_apply"}


class PostgreSQL(Pair):
    """A trial's documents are the rows of a table of its own."""

    name = "postgresql"
    title = "PostgreSQL 18.6"
    forms = tuple(COLUMNS)
    acknowledgements: ClassVar = {
        "memory": "synchronous_commit off",
        "local fsync": "synchronous_commit local",
        "majority": "synchronous_commit on: the standby has it on disk too",
        "applied": "synchronous_commit remote_apply: queries at the standby see it",
    }

    def create(self, node: str) -> None:
        """initdb, or a base backup of the primary over the link."""
        data = str(self.data(node))
        if self.sandbox.kind == "loopback" and os.geteuid() == 0:
            why = f"there are no namespaces in which root is another user: {why_none()}"
            raise SetupError("PostgreSQL does not run as root", why=why, do="be another user")
        if node == Role.PRIMARY:
            password = self.folder / "password"
            password.write_text(self.password)
            options = ["-U", "bench", "-E", "UTF8", "--no-locale", "--no-sync"]
            if "--no-data-checksums" in self.run(node, self._bin("initdb"), "--help"):
                # With checksums, hints for readers write images of whole pages to the log.
                options.append("--no-data-checksums")
            access = ("-A", "scram-sha-256", f"--pwfile={password}")
            self.run(node, self._bin("initdb"), "-D", data, *options, *access)
            # Only what is in the same network gets here.
            (self.data(node) / "pg_hba.conf").write_text(
                "host all bench samenet scram-sha-256\n"
                "host replication bench samenet scram-sha-256\n"
            )
        else:
            host, port = self.sandbox.link(Role.PRIMARY, self.ports[Role.PRIMARY])
            source = f"host={host} port={port} user=bench application_name=replica"
            self.run(
                node,
                *(self._bin("pg_basebackup"), "-d", source, "-D", data),
                *("-R", "-X", "stream", "-c", "fast", "--no-sync"),
            )
        waits = "replica" if self.acknowledgement in ("majority", "applied") else ""
        settings = {
            "listen_addresses": self.host(node),
            "port": self.ports[node],
            "unix_socket_directories": "",
            "synchronous_commit": _COMMIT[self.acknowledgement],
            "synchronous_standby_names": waits if node == Role.PRIMARY else "",
            "max_connections": 256,
            "shared_buffers": "64MB",
            "max_wal_size": "2GB",
            # A checkpoint or a vacuum within a trial would write pages that no document asks for.
            "checkpoint_timeout": "1h",
            "autovacuum": "off",
        }
        with (self.data(node) / "postgresql.conf").open("a") as file:
            file.writelines(f"{name} = '{value}'\n" for name, value in settings.items())

    def command(self, node: str) -> list[str]:
        """The postmaster itself."""
        return [self._bin("postgres"), "-D", str(self.data(node))]

    def answers(self, node: str) -> bool:
        """SELECT 1."""
        with suppress(StackError):
            return self._ask(node, "select 1") == "1"
        return False

    def follows(self) -> bool:
        """The primary streams to it."""
        return self._ask(Role.PRIMARY, "select state from pg_stat_replication") == "streaming"

    def promote(self) -> None:
        """pg_promote, which returns once it is done. It follows nobody from here."""
        self._ask(Role.REPLICA, "select pg_promote(true, 60)")

    def settings(self) -> dict[str, str]:
        """As the primary shows them."""
        return {name: self._ask(Role.PRIMARY, f"show {name}") for name in _SHOWN}

    def prepare(self, trial: str, form: str) -> None:
        """A table whose pages' first change after a checkpoint is behind it, so that no image of a
        whole page is in the trial's log.
        """
        document = "<a/>" if "xml" in form.lower() else "{}"
        self._ask(
            Role.PRIMARY,
            f"create table {trial} (key int primary key, document {COLUMNS[form]});"
            "checkpoint;"
            f"insert into {trial} select -n, '{document}' from generate_series(1, {_WARM_UP}) n",
        )
        lsn = self._ask(Role.PRIMARY, "select pg_current_wal_flush_lsn()")
        replayed = f"select pg_last_wal_replay_lsn() >= '{lsn}'"
        self.until(
            lambda: self._ask(Role.REPLICA, replayed) == "t",
            "PostgreSQL's standby does not replay its primary's log",
        )

    def counters(self) -> dict[str, int]:
        """The write-ahead log, and how many images of whole pages are in it."""
        asked = "select wal_bytes, wal_fpi from pg_stat_wal"
        wal, images = self._ask(Role.PRIMARY, asked).split("|")
        return {"WAL bytes": int(wal), "full-page images": int(images)}

    def variables(self) -> dict[str, str]:
        """Its programs take the password from here, and their own libpq before the system's."""
        return {"PGPASSWORD": self.password, "LD_LIBRARY_PATH": str(self.installed / "lib")}

    def _ask(self, node: str, statements: str) -> str:
        server = f"host={self.host(node)} port={self.ports[node]} user=bench dbname=postgres"
        options = ("-d", server, "-X", "-q", "-t", "-A", "-v", "ON_ERROR_STOP=1")
        # By its input and not by -c, which would make one transaction of all.
        return self.run(node, self._bin("psql"), *options, input=statements).strip()

    def _bin(self, program: str) -> str:
        return str(self.installed / "bin" / program)
