"""The sources of object types, made from their schemas: what stands in each language."""

from __future__ import annotations

import copy
import re
import subprocess

import pytest

from .fuzz.provided import PROVIDERS, provided
from .schemas import INT32, TEXT, Schema, enumeration, listed, read, record, schema, sources


def test_types_are_listed_as_the_formatters_sort_them() -> None:
    types = [
        provided("schema.reader").object_type({**schema(a=TEXT), "title": name}, name)
        for name in ("Row10", "Row6", "Header", "HTTPLog")
    ]
    listed = {
        page.file.name: page.text().decode()
        for language in ("rust", "java")
        for page in provided(f"schema.{language}").pages(types)
    }
    assert re.findall(r"^pub mod (\w+);$", listed["mod.rs"], re.MULTILINE) == [
        "header",
        "http_log",
        "row_10",
        "row_6",
    ]
    assert re.findall(r"^pub use .*::(\w+);$", listed["mod.rs"], re.MULTILINE) == [
        "Header",
        "HTTPLog",
        "Row6",
        "Row10",
    ]
    assert re.findall(r"^import testbed.*\.(\w+);$", listed["Registry.java"], re.MULTILINE) == [
        "HTTPLog",
        "Header",
        "Row10",
        "Row6",
    ]


def test_names_are_those_that_a_person_would_write_and_no_two_alike() -> None:
    names = provided("schema.names")
    given = [
        "eyeColor",
        "_id",
        "type",
        "self",
        "super",
        "crate",
        "HTTPStatus",
        "a-b",
        "a_b",
        "getClass",
        "_",
        "_2",
        "x2",
    ]
    rust = [
        "eye_color",
        "id",
        "r#type",
        "self2",
        "super2",
        "crate2",
        "http_status",
        "a_b",
        "a_b2",
        "get_class",
        "field",
        "field_2",
        "x_2",
    ]
    java = [
        "eyeColor",
        "id",
        "type",
        "self",
        "super2",
        "crate",
        "httpStatus",
        "aB",
        "aB2",
        "getClass2",
        "field",
        "field2",
        "x2",
    ]
    assert list(names.rust(given).values()) == rust
    assert list(names.java(given).values()) == java


def test_a_field_keeps_its_name_in_every_format_whatever_it_is_called_in_a_language() -> None:
    rust = sources(
        schema(**{"eyeColor": TEXT, "hairColor": TEXT, "snake_case": INT32, "class": TEXT}), "rust"
    )["odd.rs"]
    assert '    #[serde(rename_all = "camelCase")]\n    pub struct Odd {' in rust
    assert (
        '        #[serde(rename = "snake_case")]\n        snake_case: i32,\n        class: '
        "String,\n" in rust
    )
    java = sources(schema(**{"eyeColor": TEXT, "snake_case": INT32, "class": TEXT}), "java")[
        "Odd.java"
    ]
    assert (
        '        String eyeColor,\n        @JsonProperty("snake_case") int snakeCase,\n        '
        '@JsonProperty("class") String class2) {\n' in java
    )


def test_a_name_and_a_sentence_may_hold_what_ends_a_text_or_a_comment() -> None:
    of = {
        **schema(**{'"\\n\u2028': TEXT}),
        "description": "Ends */ nowhere, nor with \\u002a/ in it.",
    }
    rust = sources(of, "rust")["odd.rs"]
    assert r"""    #[serde(rename = "\"\\n\u{2028}")]""" in rust
    assert r"""    "\"\\n\u{2028}": Text,""" in rust
    java = sources(of, "java")["Odd.java"]
    assert '@JsonProperty("\\"\\\\n\u2028") String n' in java
    assert "/**\n * Ends *&#47; nowhere, nor with &#92;u002a/ in it.\n" in java


def test_the_table_of_fields_has_every_kind_inside_another() -> None:
    maps: Schema = {
        "type": "object",
        "additionalProperties": listed(record("Inner", on={"type": "boolean"}, at=listed(INT32))),
    }
    rust = sources(
        schema(
            a=maps,
            b=listed({"type": "object", "additionalProperties": enumeration("Colour", "red")}),
        ),
        "rust",
    )["odd.rs"]
    assert rust.partition("object!")[2] == (
        """(Odd, {
    "a": (map of [{
        "on": Boolean,
        "at": [Int32],
    }]),
    "b": [(map of (one of Colour))],
}, not in Xml: "a key of the map Odd.a need not be a name");
"""
    )


@pytest.mark.parametrize(
    ("name", "presence", "lines"),
    [
        ("a" * 92, "required", 1),
        ("a" * 93, "required", 2),
        ("@" + "a" * 21, "optional", 2),
        ("@" + "a" * 22, "optional", 3),
    ],
)
def test_a_line_in_java_ends_where_its_formatter_ends_it(
    name: str, presence: str, lines: int
) -> None:
    """Behind 120 characters, and annotations on a line of their own that would end behind 60."""
    of = schema(**{name: TEXT})
    of["required"] = [name] if presence == "required" else []
    header = re.search(r"public record Odd\(.*?\) \{\n", sources(of, "java")["Odd.java"], re.DOTALL)
    assert header and header[0].count("\n") == lines, header


@pytest.mark.parametrize(
    ("length", "body"),
    [
        (78, "return new Odd(parts.text(like.{0}));"),
        (79, "return new Odd(\n                parts.text(like.{0}));"),
        (86, "return new Odd(parts.text(\n                like.{0}));"),
        (97, "return new Odd(\n                parts.text(\n                        like.{0}));"),
    ],
)
def test_a_call_in_java_ends_its_lines_where_its_formatter_does(length: int, body: str) -> None:
    name = "a" * length
    java = sources(schema(**{name: TEXT}), "java")["Odd.java"]
    assert (
        "    public static Odd build(Parts parts, Odd like) "
        f"{{\n        {body.format(name)}\n    }}\n" in java
    )


def test_another_object_is_built_in_java_of_texts_lists_maps_records_and_boxes_of_its_own() -> None:
    lists = listed(listed(record("Point", x=INT32)))
    of = schema(
        a=TEXT,
        b=INT32,
        c=listed(TEXT),
        d=lists,
        e={"type": "object", "additionalProperties": INT32},
        f=record("Part", on={"type": "boolean"}),
    )
    of["properties"] |= {
        "g": INT32,
        "h": record("Other", x=enumeration("Colour", "red")),
        "i": {"type": "boolean"},
    }
    of["properties"] |= {"j": listed(listed(TEXT)), "k": copy.deepcopy(lists)}
    java = sources(of, "java")["Odd.java"]
    built = (
        "parts.text(like.a)", "like.b", "parts.list(like.c, Parts::text)", "parts.list(like.d, "
        "Odd::build1)", "parts.map(like.e, Parts::number)",
        "Part.build(parts, like.f)", "parts.number(like.g)", "parts.record(like.h, "
        "Other::build)", "like.i",
        "parts.list(like.j, Odd::build2)", "parts.list(like.k, Odd::build1)",
    )  # fmt: skip
    assert "return new Odd(\n                " + ",\n                ".join(built) + ");\n" in java
    inside = (
        "    private static List<Point> build1(Parts parts, List<Point> like) "
        "{\n        return parts.list(like, Point::build);\n    }\n"
    )
    assert java.count("build1(Parts") == 1 and inside in java
    assert "            return new Other(like.x);\n" in java


def test_a_record_that_occurs_twice_is_one() -> None:
    point = record("Point", x=INT32)
    java = sources(
        schema(a=listed(point), b=listed(copy.deepcopy(point)), c=listed(INT32)), "java"
    )["Odd.java"]
    assert java.count("record Point(int x) {") == 1
    assert "public record Odd(List<Point> a, List<Point> b, List<Integer> c) {\n" in java


def engine_sources(**fields: Schema) -> dict[str, str]:
    """What engines of Java have of a type with a number: each file's text by its folder."""
    of = read({**schema(**fields), "x-number": 1})
    return {
        page.file.parent.name: page.text().decode()
        for page in provided("schema.java_engines").pages([of])
    }


def test_engines_have_code_of_a_type_with_a_number_alone() -> None:
    assert [*engine_sources(a=TEXT)] == ["mongodbbsonreader", "woodstoxbyhand", "jaxb"]
    assert sources(schema(a=TEXT), "java_engines") == {}


def test_a_reader_takes_each_field_by_its_kind_and_in_xml_lists_need_not_come() -> None:
    inner = record("InnerPart", of=TEXT)
    texts = engine_sources(b=listed(TEXT), _a=TEXT, c=listed(inner), d={"type": "boolean"})
    bson, xml = texts["mongodbbsonreader"], texts["woodstoxbyhand"]
    case = re.compile(r"case (.*) -> \{\n +fields.comes\((\d)\);\n +(.*);\n")
    assert case.findall(bson) == [
        ('"b"', "0", "b = fields.list(BsonReader::readString)"),
        ('"_a"', "1", "a = reader.readString()"),
        ('"c"', "2", "c = fields.list(OddReader::innerPart)"),
        ('"d"', "3", "d = reader.readBoolean()"),
        ('"of"', "0", "of = reader.readString()"),
    ]
    assert case.findall(xml) == [
        ('"b"', "2", "b = fields.list(XMLStreamReader2::getElementText)"),
        ('"_a"', "0", "a = reader.getElementText()"),
        ('"c"', "3", "c = fields.list(OddReader::innerPart)"),
        ('"d"', "1", "d = reader.getElementAsBoolean()"),
        ('"of"', "0", "of = reader.getElementText()"),
    ]
    count = re.compile(r"new Fields\(reader, (\d)\);")
    assert (count.findall(bson), count.findall(xml)) == (["4", "1"], ["2", "1"])
    assert "List<String> b = null;" in bson and "List<String> b = List.of();" in xml


def test_what_jaxb_fills_has_the_names_of_elements_and_becomes_the_record() -> None:
    inner = record("Inner", x=INT32)
    jaxb = engine_sources(a=TEXT, _b=listed(inner), c=listed(TEXT))["jaxb"]
    assert (
        "implements Mirror {\n    private String a;\n\n"
        '    @XmlElement(name = "_b")\n    private List<InnerMirror> b;\n\n'
        "    private List<String> c;\n\n" in jaxb
    )
    assert "return new Odd(a, Lists.copies(b, InnerMirror::copy), Lists.orEmpty(c));\n" in jaxb
    assert "            return new Inner(x);\n" in jaxb
    assert "XmlElement;" not in engine_sources(a=TEXT)["jaxb"]


@pytest.mark.parametrize(
    "field",
    [listed(INT32), listed(listed(TEXT)), enumeration("Colour", "red"), record("Inner", x=TEXT)],
)
def test_a_type_with_a_number_of_a_kind_that_engines_do_not_read_is_refused(field: Schema) -> None:
    with pytest.raises(provided("schema.reader").Unreadable, match=r"Odd\.a: .*lists of texts or"):
        engine_sources(a=field)


def test_the_page_has_an_interface_and_a_reader_of_each_record() -> None:
    of = schema(
        a={"type": "integer", "format": "int64"},
        b=listed(listed(TEXT)),
        c=enumeration("Colour", "red", 'a "b"'),
        d=record("Inner", x=INT32),
        e=TEXT,
    )
    of["required"].remove("e")
    of["properties"]["f"] = {
        "type": "object",
        "additionalProperties": {"type": "number", "format": "double"},
    }
    made = sources(of, "typescript")["Odd.ts"]
    assert (
        """export interface Odd {
  readonly a: bigint;
  readonly b: readonly (readonly string[])[];
  readonly c: Colour;
  readonly d: Inner;
  readonly e: string | undefined;
  readonly f: ReadonlyMap<string, number> | undefined;
}

const COLOUR = ["red", 'a "b"'] as const;
"""
        in made
    )
    assert (
        """function reader({ double, int32, int64, list, map, oneOf, record, text }: Kinds): Read<Odd> {
  const textList = list(text);
  const textListList = list(textList);
  const colour = oneOf(COLOUR);
  const inner = record<Inner>((of) => ({
    x: int32(of.x, "x"),
  }));
  const doubleMap = map(double);
  return record<Odd>((of) => ({
    a: int64(of.a, "a"),
    b: textListList(of.b, "b"),
    c: colour(of.c, "c"),
    d: inner(of.d, "d"),
    e: optional(text, of.e, "e"),
    f: optional(doubleMap, of.f, "f"),
  }));
}
"""
        in made
    )
    assert '    XML: "nothing tells where an inner list of Odd.b ends",\n' in made


def test_the_page_reads_fields_whose_names_every_object_has_or_no_identifier_can_be() -> None:
    inner = record("Text", **{"it's": TEXT, 'say "x"': TEXT, "größe": INT32, "\u2028": TEXT})
    made = sources(
        schema(**{"__proto__": TEXT, "constructor": TEXT, "text": inner, "n" * 60: TEXT}),
        "typescript",
    )["Odd.ts"]
    assert re.findall(r"^    (.*),$", made, re.MULTILINE) == [
        """ "it's": text(of["it's"], "it's")""".strip(),
        """'say "x"': text(of['say "x"'], 'say "x"')""",
        'größe: int32(of.größe, "größe")',
        r'"\u{2028}": text(of["\u{2028}"], "\u{2028}")',
        '["__proto__"]: text(own(of, "__proto__"), "__proto__")',
        'constructor: text(own(of, "constructor"), "constructor")',
        'text: text2(of.text, "text")',
        f"  of.{'n' * 60}",
        f'  "{"n" * 60}"',
        ")",
        'XML: "the name of Odd.text.it\'s is none that an element may have here"',
    ]
    assert "type Kinds, type ObjectType, own, type Read }" in made


def test_what_is_made_says_so_in_its_first_line_and_to_tools_that_read_attributes() -> None:
    root, of_types = PROVIDERS.parent, provided("object_types")
    made = [str(page.file) for page in of_types.pages(of_types.object_types())] + [
        "web-client/src/contract/page.ts"
    ]
    said = subprocess.run(
        ["git", "check-attr", "linguist-generated", *made],
        cwd=root,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert said.splitlines() == [f"{name}: linguist-generated: set" for name in made]
    assert [
        name
        for name in made
        if not re.match('(//|{ "doc": ".*) @generated by ', (root / name).read_text())
    ] == []
