"""Random objects of every type by hypothesis, with all that the schema allows, and bodies of them by providers/canonical.py."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from .bodies import SCHEMAS, provided
from .tree import scalar

#: What XML 1.0 can carry: all of Unicode but most control characters, surrogates, U+FFFE and U+FFFF.
CHARACTERS = st.characters(exclude_categories=["Cs"], exclude_characters="\ufffe\uffff").filter(lambda c: c >= " " or c in "\t\n\r")
TEXTS = st.one_of(
    st.text(CHARACTERS, max_size=20), st.sampled_from(["", " ", "\r\n", "]]>", "&amp;", "<a/>", '"', "\\", "\\u0041", "null", "\x85", "\u2028", "0", "[" * 70])
)
DOUBLES = st.one_of(
    st.floats(allow_nan=False, allow_infinity=False), st.sampled_from([0.0, -0.0, 1.0, 5e-324, 1.7976931348623157e308, 1e21, 1e-7, 1e23, 9007199254740993.0])
)
INT32, INT64 = st.integers(-(2**31), 2**31 - 1), st.integers(-(2**63), 2**63 - 1)
SCALARS: dict[str, st.SearchStrategy[Any]] = {"text": TEXTS, "double": DOUBLES, "boolean": st.booleans(), "int32": INT32, "int64": INT64}


def objects(schema: dict[str, Any]) -> st.SearchStrategy[Any]:
    """Any value of a schema."""
    match schema["type"]:
        case "object":
            return st.fixed_dictionaries({name: objects(field) for name, field in schema["properties"].items()})
        case "array":
            return st.lists(objects(schema["items"]), max_size=4)
    return SCALARS[scalar(schema)]


def encode(format_name: str, object_type: str, value: Any) -> bytes:
    """The canonical bytes, made without either server."""
    encoded: bytes = provided("canonical").ENCODERS[format_name](value, SCHEMAS[object_type])
    return encoded
