"""PostgreSQL by psycopg, whose statements are prepared once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import psycopg
from psycopg import sql

from .connection import Documents

#: Of each form, the column's type.
COLUMNS = {"jsonb": "jsonb", "json": "json", "xml": "xml", "JSON text": "text", "XML text": "text"}


class PostgreSQLConnection(Documents):
    """A document is a row (`key`, `document`) of the trial's table; rows below 0 are warm-up."""

    broken = (psycopg.OperationalError,)

    def __init__(self, server: Mapping[str, Any], trial: str, form: str) -> None:
        super().__init__(server, trial, form)
        self._connection = psycopg.connect(
            host=server["host"],
            port=server["port"],
            user="bench",
            dbname="postgres",
            password=server["password"],
            autocommit=True,
            prepare_threshold=0,
        )
        self._insert = self._statement("insert into {} values (%s, %s::text::{})")

    def insert(self, documents: Sequence[tuple[int, str]]) -> None:
        """A statement each; several are one transaction."""
        if len(documents) == 1:
            self._connection.execute(self._insert, documents[0])
            return
        with self._connection.transaction(), self._connection.cursor() as cursor:
            cursor.executemany(self._insert, documents)

    def has(self, key: int) -> bool:
        """By the primary key."""
        asked = self._statement("select 1 from {} where key = %s")
        return self._connection.execute(asked, [key]).fetchone() is not None

    def count(self) -> int:
        """Without the warm-up's rows."""
        asked = self._statement("select count(*) from {} where key >= 0")
        row = self._connection.execute(asked).fetchone()
        assert row
        return int(row[0])

    def documents(self) -> Iterator[tuple[int, str]]:
        """As the server turns them into text."""
        asked = self._statement("select key, document::text from {} where key >= 0")
        yield from self._connection.execute(asked)

    def _statement(self, text: str) -> sql.Composed:
        return sql.SQL(text).format(sql.Identifier(self.trial), sql.SQL(COLUMNS[self.form]))


connection = PostgreSQLConnection
