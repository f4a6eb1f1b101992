"""Random object types by hypothesis, through the generator and both servers: every variant in every
format that carries it, byte for byte, and read back equal.

    cd bench-driver && .venv/bin/python -m tests.fuzz.schemas --batches 6 --types 50 [--seed 7]
        [--out FOLDER]

Each batch is a copy of this checkout whose object types are random ones beside those that tests
name. providers/generate.py says what their bytes are, and each server's own test of the goldens
holds its default engines to them; both are built without optimization. Exit 1 where one fails: its
logs are kept, and its schemas.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from random import SystemRandom
from typing import Any

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from .checkout import BYTES, MADE, RUSTFMT, SOURCES, SPOTLESS, attempt, copied, java, rust
from .objects import CHARACTERS, KEYS, model
from .provided import provided

Schema = dict[str, Any]

#: The types that tests name, without which they do not compile.
NAMED = ("NumericObject", "DummyObject", "Order", "LogLine", "Polygon", "Timeline", "Tree")
#: What makes a batch and tries it.
STEPS = (
    SOURCES,
    BYTES,
    RUSTFMT,
    SPOTLESS,
    rust("rust", ["objects", "engines"], "every_"),
    java("java", ["GoldensTest", "KindTest"]),
)
#: Names that mean something to some language, library or format, and some that are no identifiers.
ODD_NAMES = (
    "type", "class", "self", "Self", "crate", "record", "fn", "async", "yield", "int", "default", "getClass", "hashCode", "toString", "wait", "clone", "_", "__", "_id", "$id", "$ref",
    "$oid", "id", "ID", "Id", "iD", "a-b", "a_b", "a.b", "aB", "AB", "xml", "xmlns", "a:b", "@a", "#text", "$text", "$value", "first name", " a", "1", "2nd", "größe", "名前", "\U0001f680", '"',
    "\\", "'", "`", "{", "}", "%s", "${x}", "//", "/*", "*/", "\u00a0", "\u2028", "é", "e\u0301", "ß", "SS", "İ", "ı", "length", "name", "value", "values", "ordinal", "null", "true", "Vec",
    "String", "Option", "Some", "None", "Ok", "serde", "java", "testbed", "Record", "equals", "variants", "x" * 100,
)  # fmt: skip
NAMES = st.one_of(
    st.sampled_from(ODD_NAMES),
    st.from_regex(r"[a-z][A-Za-z0-9_]{0,11}", fullmatch=True),
    st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=6),
)
ELEMENTS = st.one_of(
    st.sampled_from(
        [name for name in ODD_NAMES if provided("schema.carried").ELEMENT.fullmatch(name)]
    ),
    st.from_regex(r"[A-Za-z_][A-Za-z0-9_.-]{0,11}", fullmatch=True),
)
#: Doubles with a canonical form: of few decimals, whole, and 0.
DOUBLES = st.one_of(
    st.sampled_from(
        [0.0, 1.0, -1.0, 0.5, 0.001, -0.001, 9_999_999.0, 9_999_999.999999, 0.1, 100.0]
    ),
    st.integers(-9_999_999, 9_999_999).map(float),
    st.integers(1_000, 9_999_999_999_999).map(lambda micros: micros / 1e6),
)
TEXTS = st.one_of(
    st.text(CHARACTERS, max_size=20),
    st.sampled_from(
        [
            "",
            " ",
            "\r\n",
            "]]>",
            "&amp;",
            "<a/>",
            '"',
            "\\",
            "null",
            "\x85",
            "\u2028",
            "some words and more",
            "2026-11-09",
        ]
    ),
)
VALUES = st.one_of(
    st.sampled_from(
        [
            "red",
            "RED",
            "Red",
            "dark blue",
            "dark-blue",
            "1",
            "0",
            "class",
            "null",
            "true",
            "ä",
            "\U0001f680",
            '"',
            "\\",
            "<a>",
            "A",
            "a",
            "_",
        ]
    ),
    st.from_regex(r"[a-z]{1,8}", fullmatch=True),
)
SCALARS: dict[Any, tuple[Schema, st.SearchStrategy[Any]]] = {
    model.Scalar.TEXT: ({"type": "string"}, TEXTS),
    model.Scalar.INT32: ({"type": "integer", "format": "int32"}, st.integers(-(2**31), 2**31 - 1)),
    model.Scalar.INT64: ({"type": "integer", "format": "int64"}, st.integers(-(2**63), 2**63 - 1)),
    model.Scalar.DOUBLE: ({"type": "number", "format": "double"}, DOUBLES),
    model.Scalar.BOOLEAN: ({"type": "boolean"}, st.booleans()),
}
#: What the types' names begin with: words in several cases, which languages sort differently.
PREFIXES = ("Odd", "ODD", "OddLog", "HTTPOdd", "O")
DEPTH = 4
#: The longest schema, in characters.
LARGEST = 6000


class Drawn:
    """Schemas and objects of them, drawn together: `plain` is what XML can carry. Each title of a
    type comes once.
    """

    def __init__(self, draw: st.DrawFn, name: str, *, plain: bool) -> None:
        self._draw, self._name, self._plain = draw, name, plain
        self._titles = 0

    def record(self, title: str, depth: int) -> tuple[Schema, Schema]:
        """A record's schema, and an object of it that has nearly everything that it may have."""
        schema: Schema = {
            "title": title,
            "description": f"{title}, drawn.",
            "type": "object",
            "additionalProperties": False,
            "required": [],
            "properties": {},
        }
        value: Schema = {}
        for name in self._draw(
            st.lists(ELEMENTS if self._plain else NAMES, min_size=1, max_size=6, unique=True)
        ):
            held, example = self.kind(depth)
            schema["properties"][name] = held
            is_map = isinstance(held.get("additionalProperties"), dict)
            presence = (
                "list"
                if held["type"] == "array"
                else self._draw(
                    st.sampled_from(
                        [
                            "required",
                            "required",
                            "optional",
                            "required" if is_map or self._plain else "nullable",
                        ]
                    )
                )
            )
            rarely = self._draw(st.integers(0, 9)) == 0
            if presence == "list":
                held["default"] = []
            elif presence != "optional":
                schema["required"].append(name)
            if presence == "nullable":
                held["type"] = [held["type"], "null"]
                held |= {"enum": [*held["enum"], None]} if "enum" in held else {}
            if presence != "optional" or not rarely:
                value[name] = None if presence == "nullable" and rarely else example
        return schema, value

    def kind(self, depth: int) -> tuple[Schema, Any]:
        """Any kind, with a value of it."""
        kinds = [
            "scalar",
            "scalar",
            "scalar",
            "enumeration",
            *(["record", "list", "list", "record" if self._plain else "map"] if depth else []),
        ]
        match self._draw(st.sampled_from(kinds)):
            case "record":
                return self.record(self._title(), depth - 1)
            case "list":
                return self._list(depth)
            case "map":
                schema, _ = self.kind(depth - 1)
                keys = self._draw(st.lists(KEYS, max_size=7, unique=True))
                return {"type": "object", "additionalProperties": schema}, {
                    key: self._like(schema) for key in keys
                }
            case "enumeration":
                values = self._draw(st.lists(VALUES, min_size=1, max_size=5, unique=True))
                title = self._title()
                return {
                    "type": "string",
                    "title": title,
                    "description": f"{title}, drawn.",
                    "enum": values,
                }, self._draw(st.sampled_from(values))
        schema, values_of = self._draw(st.sampled_from([*SCALARS.values()]))
        return dict(schema), self._draw(values_of)

    def _list(self, depth: int) -> tuple[Schema, Any]:
        schema, _ = self.kind(depth - 1)
        while self._plain and schema["type"] == "array":
            schema = schema["items"]
        return {"type": "array", "items": schema}, [
            self._like(schema) for _ in range(self._draw(st.sampled_from([0, 1, 2, 5, 9])))
        ]

    def _like(self, schema: Schema) -> Any:
        """Another value of a schema that was drawn before."""
        return self._draw(canonical(provided("schema.reader").kind(schema, self._name)))

    def _title(self) -> str:
        self._titles += 1
        return f"Part{self._titles}"


def canonical(kind: Any) -> st.SearchStrategy[Any]:
    """Values of a kind that have canonical bytes."""
    match kind:
        case model.Record():
            fields = {field.name: canonical(field.kind) for field in kind.fields}
            return st.fixed_dictionaries(fields)
        case model.List():
            return st.lists(canonical(kind.item), max_size=5)
        case model.Map():
            return st.dictionaries(KEYS, canonical(kind.value), max_size=5)
        case model.Enumeration():
            return st.sampled_from(kind.values)
    return SCALARS[kind][1]


@st.composite
def object_types(draw: st.DrawFn, name: str, *, plain: bool) -> tuple[Schema, Schema]:
    """A type's schema and its canonical object."""
    schema, value = Drawn(draw, name, plain=plain).record(name, DEPTH)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}, value


def drawn(number: int, names: Sequence[str]) -> dict[str, tuple[Schema, Schema]]:
    """A type of each name, always the same for a number."""
    return {name: largest(number * 1000 + at, name) for at, name in enumerate(names)}


def largest(number: int, name: str) -> tuple[Schema, Schema]:
    """Of some types that are drawn the one with most in it, short of what takes a compiler minutes."""
    kept: list[tuple[int, tuple[Schema, Schema]]] = []

    @seed(number)
    @settings(
        max_examples=30,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(object_types(name, plain=number % 2 == 0))
    def collect(one: tuple[Schema, Schema]) -> None:
        size = len(json.dumps(one[0]))
        kept.append((size if size < LARGEST else 0, one))

    collect()
    return max(kept, key=lambda sized: sized[0])[1]


def write(root: Path, types: dict[str, tuple[Schema, Schema]], beside: Sequence[str]) -> None:
    """Puts these types into a checkout, in place of all but the ones named."""
    for folder in MADE:
        for file in (root / folder).iterdir():
            if (
                file.name != "mod.rs"
                and file.name.partition(".")[0] not in beside
                and file.suffix != ".md"
            ):
                file.unlink()
    for name, (schema, value) in types.items():
        (root / "providers" / "objects" / f"{name}.schema.json").write_text(
            json.dumps(schema, ensure_ascii=False, indent=2)
        )
        (root / "providers" / "objects" / f"{name}.json").write_text(
            json.dumps(value, ensure_ascii=False, indent=2)
        )


def tried(root: Path, logs: Path, only: Sequence[str]) -> list[str]:
    """Runs each step, or some; gives the names of those that failed."""
    failed = []
    for step in (step for step in STEPS if not only or step.name in only):
        done = attempt(step, root)
        (logs / f"{step.name}.log").write_text(done.output)
        print(
            f"  {step.name}: {'passed' if done.passed else 'FAILED'} in {done.seconds:.0f} s",
            flush=True,
        )
        if not done.passed:
            failed.append(step.name)
            if step in (SOURCES, BYTES):
                break
    return failed


def held(name: str, schema: Schema) -> int:
    """How many fields a type has, those of its nested records too."""
    return sum(
        len(record.fields) for record in provided("schema.reader").object_type(schema, name).records
    )


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.fuzz.schemas",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--batches", type=int, default=1)
    parser.add_argument("--types", type=int, default=50, help="so many types a batch")
    parser.add_argument(
        "--seed",
        type=int,
        default=SystemRandom().randrange(2**20),
        help="gives the same types again; any by default, and told",
    )
    parser.add_argument(
        "--beside-all",
        action="store_true",
        help="beside every published type, not those alone that tests name",
    )
    parser.add_argument(
        "--only",
        action="append",
        default=[],
        choices=[step.name for step in STEPS],
        help="this step alone; may be given again",
    )
    parser.add_argument(
        "--out",
        type=Path,
        default=Path("results/fuzz/schemas"),
        help="where the logs are kept, and a batch that fails",
    )
    options = parser.parse_args(arguments)
    print(f"seed {options.seed}", flush=True)
    found, fields, bodies = 0, 0, 0
    with copied() as root:
        golden = root / "providers" / "golden"
        published = [
            file.name.partition(".")[0]
            for file in (root / "providers" / "objects").glob("*.schema.json")
        ]
        for batch in range(options.batches):
            types = drawn(
                options.seed + batch,
                [
                    f"{PREFIXES[number % len(PREFIXES)]}{batch}x{number}"
                    for number in range(options.types)
                ],
            )
            write(root, types, published if options.beside_all else NAMED)
            logs = options.out / f"{options.seed}-{batch}"
            logs.mkdir(parents=True, exist_ok=True)
            print(f"batch {batch + 1} of {options.batches}: {len(types)} types", flush=True)
            if failed := tried(root, logs, options.only):
                found += 1
                shutil.copytree(
                    root / "providers" / "objects", logs / "objects", dirs_exist_ok=True
                )
                print(f"  {', '.join(failed)} failed; see {logs}", flush=True)
                print(
                    re.sub(
                        r"\n{2,}", "\n", (logs / f"{failed[0]}.log").read_text(errors="replace")
                    )[-3000:],
                    flush=True,
                )
            else:
                fields += sum(held(name, schema) for name, (schema, _) in types.items())
                bodies += (
                    0
                    if options.only
                    else sum(
                        len(file.read_text().splitlines())
                        for name in types
                        for file in golden.glob(f"{name}.*.sha256")
                    )
                )
    print(
        f"{fields:,} fields{f', and {bodies:,} bodies that each server wrote alike and read back' if bodies else ''}, where nothing failed"
    )
    print(f"{options.batches * options.types} object types in all: {found} kinds of loss")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
