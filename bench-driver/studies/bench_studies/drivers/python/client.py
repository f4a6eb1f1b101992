"""One trial in Python: pymongo, with documents as dicts or as the BSON that came. Reads a job as
JSON from its input, and writes a line of JSON. It imports nothing of the bench driver.
"""

import gc
import hashlib
import json
import sys
import time
from pathlib import Path
from typing import Any

from bson import decode, encode
from bson.raw_bson import RawBSONDocument
from pymongo import MongoClient

_BATCH = 1000


def documents_of(job: dict[str, Any], count: int) -> list[dict[str, Any]]:
    """The first rows, as documents."""
    rows = [json.loads(line) for line in Path(job["rows"]).read_text().splitlines()]
    names = [job["key"], *job["names"]]
    return [dict(zip(names, [key, *rows[key % len(rows)]], strict=True)) for key in range(count)]


def digest(job: dict[str, Any], documents: list[dict[str, Any]]) -> dict[str, int]:
    """The sum of 48 bits of each document's SHA-256: no order matters, each field does."""
    total = 0
    for one in documents:
        text = "\n".join(str(one[name]) for name in (job["key"], *job["names"]))
        total += int.from_bytes(hashlib.sha256(text.encode()).digest()[:6], "big")
    return {"count": len(documents), "digest": total % 2**48}


def step(job: dict[str, Any], name: str) -> None:
    """The bench driver reads what the server has used so far."""
    Path(f"{job['steps']}.{name}").touch()
    while not Path(f"{job['steps']}.{name}.seen").exists():
        time.sleep(0.002)


def insert(collection: Any, documents: list[Any]) -> None:
    """A thousand a request."""
    for at in range(0, len(documents), _BATCH):
        collection.insert_many(documents[at : at + _BATCH])


def run(job: dict[str, Any], collection: Any, documents: list[Any]) -> Any:
    """The operation; returns what was found."""
    match job["operation"]:
        case "insert":
            return insert(collection, documents)
        case "find":
            return list(collection.find({}))
        case "update":
            return collection.update_many({}, {"$set": {job["changed"]: job["value"]}})
        case "delete":
            return collection.delete_many({})


def main() -> None:
    """The job of the standard input."""
    job = json.load(sys.stdin)
    raw = job["library"] == "pymongo raw"
    database: Any = MongoClient(job["uri"], maxPoolSize=1)[job["database"]]
    client = MongoClient(job["uri"], maxPoolSize=1, document_class=RawBSONDocument if raw else dict)
    measured = client[job["database"]]

    def given(count: int) -> list[Any]:
        made = documents_of(job, count)
        return [RawBSONDocument(encode(one)) for one in made] if raw else made

    some, warm_up = given(job["warm_up"]["documents"]), database["warm_up"]
    for _ in range(job["warm_up"]["times"]):
        warm_up.drop()
        if job["operation"] != "insert":
            insert(warm_up, documents_of(job, len(some)))
        run(job, measured["warm_up"], some)
    there = database[job["collection"]]
    if job["operation"] != "insert" and there.count_documents({}) != job["n"]:
        there.drop()
        insert(there, documents_of(job, job["n"]))
    documents = given(job["n"])
    gc.collect()
    step(job, "ready")
    cpu, wall = time.process_time_ns(), time.perf_counter_ns()
    result = run(job, measured[job["collection"]], documents)
    wall, cpu = time.perf_counter_ns() - wall, time.process_time_ns() - cpu
    step(job, "done")
    found = result if job["operation"] == "find" else list(there.find({}))
    plain = [decode(one.raw) if isinstance(one, RawBSONDocument) else one for one in found]
    if job["operation"] != "find":
        there.drop()  # it takes no memory any more
    print(json.dumps({"client CPU": cpu / 1e9, "wall": wall / 1e9, **digest(job, plain)}))


if __name__ == "__main__":
    main()
