"""Bad samples and schemas: a sentence each, and nothing half written."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from bench_driver.cli import main
from bench_driver.errors import ExitCode
from bench_objects import bad, reading

from .packages import install
from .sampling_objects import of_schema

DEEP = 1_000
BOMB = "\n".join(f"{of}: &{of} [{', '.join([f'*{chr(ord(of) - 1)}'] * 9)}]" for of in "bcdefgh")
SCHEMAS = '{"openapi": "3.1.0", "components": {"schemas": {"Order": {}, "Line": {}}}}'


def to(reference: str) -> str:
    return json.dumps({"type": "object", "properties": {"a": {"$ref": reference}}})


@pytest.fixture(autouse=True)
def command(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    install(monkeypatch, "objects")
    monkeypatch.setenv("BENCH_OBJECTS", str(tmp_path / "objects"))


def refused(file: Path, capsys: pytest.CaptureFixture[str], *options: str) -> tuple[int, str]:
    """How adding a file ends, and in which words; nothing lies there afterwards."""
    code = main(["object", "add", "Purchase", "--from", str(file), "--no-build", *options])
    assert not [*file.parent.glob("objects/*"), *file.parent.glob("objects/.*")]
    return code, capsys.readouterr().err


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "it is empty"),
        (b" \n", "it is empty"),
        (b"<order/>", "it is not JSON"),
        (b'{"a": ', "it is not JSON"),
        (b'{"a": 1}\0', "it holds a NUL"),
        (b'\xef\xbb\xbf{"a": 1}', "it begins with a byte order mark"),
        ('{"a": 1}'.encode("utf-16"), "it begins with a byte order mark"),
        (b'{"a": "\xe9"}', "it is not UTF-8"),
        (b'{"a": 1}\n[1]', "sample 2 is a list, and no object"),
        (b'{"a": 1}\n{"b": 1}', "sample 2 has no field of the first"),
        (b'{"a": 1}\n{"a": ', "line 2 is not JSON"),
        (b"[1]", "sample 1 is a number, and no object"),
        (b"[]", "it has no sample"),
        (b'{"a": {"b": 1, "b": 2}}', "an object has two fields 'b'"),
        (b'{"a": NaN}', "NaN is no number of JSON"),
        (b'{"a": {"b": ["\\ud800"]}}', "a.b[]: a text or name cannot be UTF-8"),
        (b'{"a\\u0001": 1}', "the servers cannot carry it"),
        (b'{"a": null}', "nothing is left of the object"),
        (b'{"a": ' * DEEP + b"1" + b"}" * DEEP, "it nests too deep"),
        (b'{"a":"%s"}' % (b"x" * 200 * 2**20), "it is too large"),
        (b"{%s}" % b",".join(b'"%x":1' % at for at in range(1_000_000)), "too many fields"),
        (json.dumps({f"a{at}": 1 for at in range(2_001)}).encode(), "it has too many fields"),
        (json.dumps({f"a{at}": 1 for at in range(255)}).encode(), "a record has too many fields"),
        (json.dumps({"a": ["x" * 100] * 500}).encode(), "the object is too large"),
        (SCHEMAS.encode(), "name one, as FILE#/components/schemas/NAME"),
        (to("https://example.org/a.json").encode(), "is a URL"),
        (to("//example.org/a.json").encode(), "is a URL"),
        (to("other.json#/a").encode(), "names another file"),
        (to("#/$defs/none").encode(), "names nothing there"),
    ],
    ids=lambda value: None if isinstance(value, bytes) else value[:30],
)
def test_a_bad_sample_is_refused_in_a_sentence(
    content: bytes, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "sample.json"
    file.write_bytes(content)
    code, said = refused(file, capsys, "--yes")
    assert (code, why in said) == (ExitCode.FAILED, True), said
    assert said.startswith("error: ") and said.count("\n") <= 3


@pytest.mark.parametrize(
    ("sample", "why"),
    [
        ('{"b": [1, "x", {}]}', "b[]: it holds number and text and record"),
        ('{"b": 18446744073709551616}', "b: an integer is wider than 64 bits"),
        ('{"b": %s}' % ("9" * 9_000), "b: an integer is wider than 64 bits"),
        ('{"b": 1e400}', "b: a number is too large for a double"),
        (to("#"), "a.a: it holds itself"),
        (
            '{"type": "object", "properties": {"b": {"oneOf": [{"type": "string"}, {"type": '
            '"object", "properties": {"c": {}}}]}}}',
            "b: it is a union (object, string)",
        ),
    ],
)
def test_a_field_that_nothing_carries_is_named_with_the_option_that_leaves_it_out(
    sample: str, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "sample.json"
    file.write_text(sample)
    code, said = refused(file, capsys, "--yes")
    assert code == ExitCode.USAGE and why in said and "=omit" in said, said


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("a: &a [x, x]\n" + BOMB, "it has too many parts, its aliases written out"),
        ("a: &a {b: *a}", "stands inside what it repeats"),
        ("a: !!python/object/apply:os.system [id]", "it is not YAML"),
        ("a: 1\na: 2", "a mapping has a name twice"),
        ("a: [1", "it is not YAML"),
        ("---\n", "the schema is no record"),
    ],
)
def test_yaml_holds_data_alone_and_its_aliases_count(
    text: str, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "schema.yaml"
    file.write_text(text)
    code, said = refused(file, capsys)
    assert (code, why in said) == (ExitCode.FAILED, True), said


def test_references_that_multiply_count_each_time() -> None:
    parts: dict[str, Any] = {
        f"d{at}": {"allOf": [{"$ref": f"#/$defs/d{at + 1}"}] * 9} for at in range(9)
    }
    schema = {"allOf": [{"$ref": "#/$defs/d0"}], "$defs": {**parts, "d9": {"type": "object"}}}
    with pytest.raises(bad.BadSample, match="it has too many parts"):
        of_schema(schema)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("purchase", "the first a capital"),
        ("O" * 41, "at most 40"),
        ("../Purchase", "a class of that name"),
        ("String", "has something of that name"),
        ("Dummyobject", "has a type of that name"),
    ],
)
def test_a_type_has_a_name_that_every_language_and_file_system_takes(
    name: str, why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["object", "add", name, "--from", "-"]) == ExitCode.USAGE
    assert why in capsys.readouterr().err


def test_a_type_is_added_once_and_a_failure_leaves_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "sample.json"
    file.write_text('{"a": 1}')
    assert main(["object", "add", "Purchase", "--from", str(file), "--no-build"]) == ExitCode.OK
    kept = {one: one.read_bytes() for one in tmp_path.rglob("*") if one.is_file()}
    file.write_text('{"b": 1}')
    kept[file] = file.read_bytes()
    assert main(["object", "add", "PURCHASE", "--from", str(file)]) == ExitCode.USAGE
    assert "object remove" in capsys.readouterr().err
    assert {one: one.read_bytes() for one in tmp_path.rglob("*") if one.is_file()} == kept


def test_on_a_pipe_nothing_is_asked_and_the_missing_options_are_printed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def add(*options: str) -> tuple[int, str, str]:
        sample = io.TextIOWrapper(io.BytesIO(b'{"a": [], "b": null, "c": 1}'))
        monkeypatch.setattr("sys.stdin", sample)
        code = main(["object", "add", "Purchase", "--from", "-", "--no-build", *options])
        said = capsys.readouterr()
        return code, said.out, said.err

    code, _, err = add()
    assert code == ExitCode.USAGE and "give --field a=text --yes, or --yes" in err
    code, out, _ = add("--dry-run")
    assert code == ExitCode.OK and "To add it, give: --field a=text --yes" in out
    code, _, err = add("--field", "a=text", "--field", "z=omit")
    assert code == ExitCode.USAGE and "there is no field z" in err
    code, _, err = add("--field", "a=int64", "--yes")
    assert code == ExitCode.USAGE and "int64 does not fit what was seen of a; what fits: " in err
    assert add("--field", "a=text", "--yes")[0] == ExitCode.OK


def test_a_reference_leaves_its_file_only_below_the_folder_that_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    allowed, outside = tmp_path / "allowed", tmp_path / "outside.yaml"
    allowed.mkdir()
    outside.write_text("Line: {type: object, properties: {sku: {type: string}}}")
    (allowed / "line.yaml").write_text(outside.read_text())
    (allowed / "link.yaml").symlink_to(outside)
    file = allowed / "order.json"
    for reference, said in [
        ("line.yaml#/Line", ""),
        ("../outside.yaml#/Line", "it lies outside"),
        (f"{outside}#/Line", "it lies outside"),
        ("link.yaml#/Line", "it lies outside"),
    ]:
        file.write_text(to(reference))
        options = ["--from", str(file), "--allow-refs", str(allowed), "--dry-run"]
        code = main(["object", "add", "Purchase", *options])
        output = capsys.readouterr()
        assert (code == ExitCode.OK) == (not said) and said in output.err
        assert said or "a.sku" in output.out


def test_a_schema_is_told_from_a_sample() -> None:
    for text, kind in [
        ('{"type": "object", "properties": {"a": {}}}', reading.SchemaDocument),
        ('{"type": "object", "properties": 3}', reading.Samples),
        ('{"$schema": "http://json-schema.org/draft-07/schema#"}', reading.SchemaDocument),
        ('{"$schema": "https://example.org/package"}', reading.Samples),
    ]:
        assert isinstance(reading.understood(text.encode()), kind), text
