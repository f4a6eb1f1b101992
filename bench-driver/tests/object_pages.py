"""What `object add` concludes of documents, for the page that concludes the same in TypeScript:
`python -m tests.object_pages` writes it to the file that the page's tests read.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

from bench_driver.errors import BenchError
from bench_objects import reading
from bench_objects.add import missing_options
from bench_objects.drafted import drafted, finished

from .fuzz.provided import provided
from .sampling_objects import NAME, ROOT

FILE = ROOT / "web-client" / "src" / "own" / "concluded.json"
PAYLOADS = Path(__file__).with_name("payloads")
#: Documents that are no type, and forms that no payload has.
DOCUMENTS = [
    "", " \n", "<order/>", '{"a": ', '{"a": 1}\0', '\ufeff{"a": 1}', "[1]", "[]", "3", "[null]",
    '[{"a": 1}, {"b": 1}]', '[{}, {"a": 1}, {"a": 2, "b": []}]', '{"a": {"b": 1, "b": 2}}',
    '{"a": {"b": ["\\ud800"]}}', '{"\\ude00": 1}', '{"a": null}', '{"a": {}}', "{}",
    '{"a":' * 9 + "1" + "}" * 9, '{"a":' * 65 + "1" + "}" * 65, '{"a":' * 999 + "1" + "}" * 999,
    json.dumps({f"{at:x}": 1 for at in range(2_001)}, separators=(",", ":")),
    json.dumps({"z": {f"a{at}": 1.5 for at in range(128)}}),
    json.dumps({f"a{at}": True for at in range(254)}),
    '{"a": "%s"}' % ("x" * 32_760),
    '{"b": [1, "x", {}]}', '{"b": [1, "x"]}', '{"b": 18446744073709551616}', '{"b": 1e400}',
    '{"b": [2147483647, -2147483648], "c": 2147483648, "d": 9223372036854775807, "e": -0}',
    '{"b": [9223372036854775808], "c": [-9223372036854775808]}', '{"b": %s}' % ("9" * 40),
    '{"a": [1, 1.0, -0.0, 1E2, 12345678.25, 0.0001, 5e-324, 1.7976931348623157e308, 123456789]}',
    '{"a": [0.1, 3.0, 9999999.999999999, 1e16, 1.2345678901234567e-100, 1e7, 0.001, 0.00099]}',
    '{"10": 1, "2": 2, "__proto__": 3, "constructor": {"toString": "x"}}',
    '{"m": {"2026-02": 1, "2026-01": 2, "\uffee": 3, "\U0001f600": 4, "b\\u0001": 5}}',
    '{"m": {"x y": [{"a": 1}, {"b": null}], "é": [{"c": "2026-11-29"}], "z": null}}',
    '[{"m": {"2026-01": null}}, {"m": null}, {"m": {"2026-01": {"a": "b@c.de"}}}, {}]',
    '{"a": [], "b": {}, "c": [null], "d": [[], [1], [null]], "e": [{}, {"x": 1}], "f": false}',
    '{"a": [{"b": 1, "c": null}, {"c": "x", "b": null}, {"d": [{"e": 1}, {"f": 2}]}, {"d": []}]}',
    '{"a": "x\\u0000\\u001b\\t\\r\\n<&>\\"\\\\/\\u2028\\ufeff\\uffff é 😀 \\ud83d\\ude00", "": 1}',
    '{"a": "x\\u007f\\u2028<&>\\r", "b-c.d": 1, "$f g\'h": [], "_1": "https://example.org"}',
    json.dumps({"a": ["red", "blue"] * 5, "b": ["red", " blue"] * 5, "c": ["x" * 41] * 10}),
    json.dumps({"a": [{f"k{at}{of}": 1 for of in "abc"} for at in range(3)], "b": ["12", "1.5"]}),
    json.dumps([{"a": at, "b": f"t{at % 3}", "c": at / 7} for at in range(70)]),
    '{"$schema": "https://example.org/package", "type": "object"}',
]  # fmt: skip


def cases() -> Iterator[dict[str, Any]]:
    """Each document with what the driver says of it."""
    for file in sorted(PAYLOADS.glob("*.json")):
        if isinstance(reading.understood(file.read_bytes()), reading.Samples):
            yield {"file": file.name, **said(file.read_text())}
    yield from ({"text": text, **said(text)} for text in DOCUMENTS)


def said(text: str) -> dict[str, Any]:
    """What it becomes, with every proposal taken and its values as they are; or why nothing."""
    try:
        source = reading.understood(text.encode())
        draft = drafted(source, {}, NAME)
        made = finished(draft, NAME, ROOT, None)
    except BenchError as error:
        return {"what": error.what, "why": error.why, "do": error.do}
    assert isinstance(source, reading.Samples)
    notes = draft.notes
    return {
        "samples": len(source.objects),
        "rows": [[row.field, row.concluded, row.evidence] for row in notes.rows],
        "conversions": notes.conversions,
        "choices": [[one.field, one.why, [*one.words], one.proposal] for one in notes.choices],
        "options": missing_options(draft, yes=False),
        "forms": forms(made.canonical, made.schema, made.uncarried),
    }


def forms(value: Any, schema: Any, uncarried: Any) -> list[Any]:
    """Each format with its bytes and their digest, or why it cannot carry the object."""
    record = provided("schema.reader").object_type(schema, NAME).record
    encoders = provided("canonical").ENCODERS
    bodies = {name: encoders[name](value, record)
              for name in ("JSON", "BSON", "XML") if name not in uncarried}  # fmt: skip
    return [[name, len(body), sha256(body).hexdigest()] for name, body in bodies.items()] + [
        [name, why] for name, why in uncarried.items() if name == "XML"
    ]


def written() -> str:
    """The file's content."""
    taken = sorted(provided("schema.reader").TAKEN)
    lines = ",\n".join(json.dumps(case) for case in cases())
    return f'{{"name": "{NAME}", "taken": {json.dumps(taken)}, "cases": [\n{lines}\n]}}\n'


if __name__ == "__main__":
    FILE.write_text(written())
