#!/usr/bin/env python3
"""Writes the cases that hold every server to one verdict: `reject/`, `accept/`, and of `vectors/`
the files `urls`, `doubles`, `answers` and `requests`.

    python providers/verdicts.py           write the files, remove those that no case makes
    python providers/verdicts.py --check   write nothing; exit 1 and name each file that would
        change

A case that a fuzzer found is a line in its format's `cases_*.py`, as those that were thought of
are. `guard.py` holds that the guard refuses every case of `reject/` and none of `accept/`, and says
which of them break a rule of the object type's table, which engines with equal checks keep as well.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import cases_bson
import cases_doubles
import cases_http
import cases_json
import cases_urls
import cases_xml
import guard
from cases import FOUND_BY, Case, Cases

HERE = Path(__file__).resolve().parent
LARGEST = 65536
FOLDERS = ("reject", "accept")
#: Each format's cases, by folder. Add a format here.
FORMATS: dict[str, dict[str, Callable[[], Cases]]] = {
    "JSON": {"reject": cases_json.reject, "accept": cases_json.accept},
    "BSON": {"reject": cases_bson.reject, "accept": cases_bson.accept},
    "XML": {"reject": cases_xml.reject, "accept": cases_xml.accept},
}


def fault(folder: str, format_name: str, case: Case) -> str | None:
    """What is wrong with a case, where something is."""
    broken = guard.check(format_name, case.object_type, case.body)
    if (folder == "accept") != (case.refused_by is None):
        return f"it says refused_by {case.refused_by}"
    if (folder == "accept") != (broken is None):
        return "by guard.py " + (f"it breaks: {broken}" if broken else "it passes")
    if case.refused_by == "engine" and not guard.engines_refuse(
        format_name, case.object_type, case.body
    ):
        return f"it says that engines refuse it, too, but by guard.py only the guard must: {broken}"
    if len(case.body) > LARGEST:
        return f"it has {len(case.body)} bytes; over {LARGEST} it is a limit's test"
    if not re.fullmatch(r"[A-Za-z0-9+.'-]+( [A-Za-z0-9+.'-]+)*", case.name):
        return "its name must be words"
    return (
        None
        if case.found_by in FOUND_BY
        else f"it was found by {case.found_by}, which is none of {', '.join(FOUND_BY)}"
    )


def files() -> Iterator[tuple[Path, bytes]]:
    """Every file with the bytes it should have."""
    yield HERE / "vectors" / "urls.json", cases_urls.file()
    yield HERE / "vectors" / "doubles.json", cases_doubles.file()
    yield HERE / "vectors" / "answers.json", cases_http.file()
    yield HERE / "vectors" / "requests.json", cases_http.requests_file()
    for folder in FOLDERS:
        lines = []
        seen: dict[bytes, str] = {}
        for format_name, makers in FORMATS.items():
            for case in makers[folder]():
                name = case.file(format_name)
                if wrong := fault(folder, format_name, case):
                    raise SystemExit(f"case {name}: {wrong}")
                key = f"{format_name} {case.object_type} ".encode() + case.body
                if key in seen:
                    raise SystemExit(f"case {name} is {seen[key]} again")
                seen[key] = name
                who = {"refused_by": "guard"} if case.refused_by else {}
                if guard.engines_refuse(format_name, case.object_type, case.body):
                    who["equal"] = "refuses"
                lines.append(
                    json.dumps(
                        {"file": name, **who, "why": case.why, "found_by": case.found_by},
                        ensure_ascii=False,
                    )
                )
                yield HERE / folder / name, case.body
        yield HERE / folder / "index.jsonl", "".join(f"{line}\n" for line in lines).encode()


def main(arguments: list[str]) -> int:
    if arguments not in ([], ["--check"]):
        print(__doc__, file=sys.stderr)
        return 2
    wanted: dict[Path, bytes] = {}
    names: set[str] = set()
    for path, body in files():
        if str(path).lower() in names:  # some file systems do not tell capitals
            raise SystemExit(f"two cases are named {path.relative_to(HERE)}")
        names.add(str(path).lower())
        wanted[path] = body
    there = {path for folder in FOLDERS for path in (HERE / folder).rglob("*") if path.is_file()}
    stale = [
        path for path, body in wanted.items() if not path.exists() or path.read_bytes() != body
    ]
    stray = sorted(there - wanted.keys())
    for path in [*stale, *stray]:
        if arguments:
            print(
                f"{path.relative_to(HERE)} is not what verdicts.py makes: run it, or undo the change"
            )
        elif path in wanted:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(wanted[path])
        else:
            path.unlink()
    count = {
        folder: sum(path.parts[len(HERE.parts)] == folder for path in wanted) - 1
        for folder in FOLDERS
    }
    print(
        f"{count['reject']} cases to refuse, {count['accept']} to read, {sum(1 for _ in cases_urls.cases())} URLs"
    )
    return 1 if arguments and (stale or stray) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
