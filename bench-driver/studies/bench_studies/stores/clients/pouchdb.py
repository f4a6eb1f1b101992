"""pouchdb-server by its HTTP interface, a connection kept open."""

from __future__ import annotations

import base64
import hashlib
import http.client
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from .connection import Documents

_PAGE = 500


class Refused(Exception):
    """The server answered with a status of failure."""


def database(trial: str) -> str:
    """A database's name, of one length for all trials: requests have it in their path."""
    return f"t{hashlib.sha256(trial.encode()).hexdigest()[:12]}"


class PouchDBConnection(Documents):
    """A document has its key as `_id`; a text is its only field."""

    broken = (OSError, http.client.HTTPException)

    def __init__(self, server: Mapping[str, Any], trial: str, form: str) -> None:
        super().__init__(server, trial, form)
        self._http = http.client.HTTPConnection(server["host"], server["port"], timeout=60)
        access = base64.b64encode(f"bench:{server['password']}".encode()).decode()
        self._headers = {"Content-Type": "application/json", "Authorization": f"Basic {access}"}
        self._path = f"/{database(trial)}"

    def insert(self, documents: Sequence[tuple[int, str]]) -> None:
        """PUT, or `_bulk_docs` for several."""
        if len(documents) == 1:
            ((key, text),) = documents
            self._good("PUT", f"{self._path}/{key}", self._fields(text))
            return
        docs = [{"_id": str(key), **self._fields(text)} for key, text in documents]
        answers = self._good("POST", f"{self._path}/_bulk_docs", {"docs": docs})
        if not all(answer.get("ok") for answer in answers):
            raise Refused

    def has(self, key: int) -> bool:
        """GET."""
        return self.ask("GET", f"{self._path}/{key}")[0] == 200

    def count(self) -> int:
        """Without the document that a trial begins with."""
        return int(self._good("GET", self._path)["doc_count"]) - 1

    def documents(self) -> Iterator[tuple[int, str]]:
        """By `_all_docs`, a page at a time."""
        after = ""
        while True:
            start = f"&startkey=%22{after}%22&skip=1" if after else ""
            asked = f"{self._path}/_all_docs?include_docs=true&limit={_PAGE}{start}"
            rows = self._good("GET", asked)["rows"]
            for row in rows:
                fields = {name: value for name, value in row["doc"].items() if name[0] != "_"}
                if row["id"].isdigit():
                    document = self.form == "document"
                    yield int(row["id"]), json.dumps(fields) if document else fields["text"]
            if len(rows) < _PAGE:
                return
            after = rows[-1]["id"]

    def ask(self, method: str, path: str, body: object = None) -> tuple[int, Any]:
        """A request's status and answer."""
        sent = None if body is None else json.dumps(body, separators=(",", ":"))
        self._http.request(method, path, sent, self._headers)
        answer = self._http.getresponse()
        text = answer.read()
        return answer.status, json.loads(text or b"null")

    def _good(self, method: str, path: str, body: object = None) -> Any:
        status, answer = self.ask(method, path, body)
        if status not in (200, 201):
            raise Refused(f"{method} {path}: {status}")
        return answer

    def _fields(self, text: str) -> dict[str, Any]:
        if self.form != "document":
            return {"text": text}
        fields = json.loads(text)
        assert isinstance(fields, dict)
        return fields


connection = PouchDBConnection
