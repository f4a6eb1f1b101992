"""Random objects of every type by hypothesis, with all that the schema allows, and bodies of them
by providers/canonical.py.
"""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from .provided import RECORDS, provided

#: What XML 1.0 can carry: all of Unicode but most control characters, surrogates, U+FFFE and
#: U+FFFF.
CHARACTERS = st.characters(exclude_categories=["Cs"], exclude_characters="\ufffe\uffff").filter(
    lambda c: c >= " " or c in "\t\n\r"
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
            "\\u0041",
            "null",
            "\x85",
            "\u2028",
            "0",
            "[" * 70,
        ]
    ),
)
DOUBLES = st.one_of(
    st.floats(allow_nan=False, allow_infinity=False),
    st.sampled_from(
        [0.0, -0.0, 1.0, 5e-324, 1.7976931348623157e308, 1e21, 1e-7, 1e23, 9007199254740993.0]
    ),
)
model = provided("schema.model")
SCALARS: dict[Any, st.SearchStrategy[Any]] = {
    model.Scalar.TEXT: TEXTS,
    model.Scalar.DOUBLE: DOUBLES,
    model.Scalar.BOOLEAN: st.booleans(),
    model.Scalar.INT32: st.integers(-(2**31), 2**31 - 1),
    model.Scalar.INT64: st.integers(-(2**63), 2**63 - 1),
}
KEYS = st.one_of(
    st.text(CHARACTERS, max_size=8),
    st.sampled_from(["", "a", "a.b", "$id", "\U0001f680", "\uff5e", "0"]),
)


def objects(kind: Any, most: int = 4) -> st.SearchStrategy[Any]:
    """Any value of a kind; a list or map has so many items at most, and those inside it fewer."""
    match kind:
        case model.Record():
            fields = {
                field.name: (field.presence, objects(field.kind, most)) for field in kind.fields
            }
            required = {
                name: value
                for name, (presence, value) in fields.items()
                if presence is model.Presence.REQUIRED
            }
            required |= {
                name: st.none() | value
                for name, (presence, value) in fields.items()
                if presence is model.Presence.NULLABLE
            }
            return st.fixed_dictionaries(
                required,
                optional={
                    name: value
                    for name, (presence, value) in fields.items()
                    if presence is model.Presence.OPTIONAL
                },
            )
        case model.List():
            return st.lists(objects(kind.item, max(1, most // 2)), max_size=most)
        case model.Map():
            return st.dictionaries(KEYS, objects(kind.value, max(1, most // 2)), max_size=most)
        case model.Enumeration():
            return st.sampled_from(kind.values)
    return SCALARS[kind]


def encode(format_name: str, object_type: str, value: Any) -> bytes:
    """The canonical bytes, made without either server."""
    encoded: bytes = provided("canonical").ENCODERS[format_name](value, RECORDS[object_type])
    return encoded
