"""The faults that `mutants.py` plants in the guards, of which `docs/contract/guard.md` has the
rules: in what both do alike the same ones.
"""

from __future__ import annotations

from .planted import Mutant

_RUST, _JAVA = "rust-server/rooms/guard/src", "java-server/src/main/java/testbed/guard"
TABLE, LEVELS, KEYS, NUMBER, TEXT = (
    f"{_RUST}/{name}.rs" for name in ("table", "levels", "keys", "number", "text")
)
JSON, JSON_TEXT, BSON, XML, XML_TEXT = (
    f"{_RUST}/{name}.rs" for name in ("json", "json_text", "bson", "xml", "xml_text")
)
J_DUE, J_FIELDS, J_NAMES, J_LEVELS, J_KEYS, J_NUMBERS = (
    f"{_JAVA}/{name}.java" for name in ("Due", "Fields", "Names", "Levels", "Keys", "Numbers")
)
J_GRAMMAR, J_UTF8, J_UNESCAPED, J_JSON, J_JSON_TEXT = (
    f"{_JAVA}/{name}.java" for name in ("Grammar", "Utf8", "Unescaped", "JsonGuard", "JsonText")
)
J_BSON, J_XML, J_XML_TEXT = (
    f"{_JAVA}/{name}.java" for name in ("BsonGuard", "XmlGuard", "XmlText")
)

RUST_GUARD = (
    Mutant("presence is ignored", "refuses a record without an optional field", TABLE, "field.presence != Presence::Optional && !(", "!("),
    Mutant("a list may be absent", "passes an absent list in JSON", JSON, "omits_empty_lists: false", "omits_empty_lists: true"),
    Mutant("the last field alone is due", "passes a record without any other", TABLE, "|= 1_u64 << (at % 64)", "= 1_u64 << (at % 64)"),
    Mutant("an optional field is nullable", "passes null for it", TABLE, "field.presence == Presence::Nullable", "field.presence != Presence::Required"),
    Mutant("records share their bits", "forgets the fields of the record around", TABLE, "(self.records.len(), self.words())", "(self.records.len(), 0)"),
    Mutant("the last list decides on maps", "has no room for keys", TABLE, "self.has_maps |= matches", "self.has_maps = matches"),
    Mutant("names are shorter than texts", "knows no long name with an escape", TABLE, "fold(self.longest, usize::max)", "fold(0, usize::max)"),
    Mutant("a list holds the root", "looks for the root's fields in a list's records", TABLE, "kind: *inner, ..self", "kind: *inner, number: 0"),
    Mutant("fields come in order", "knows no field that stands before the last", TABLE, "|at| self.by_name[at])", "|at| self.by_name[at]).filter(|&field| field >= next)"),
    Mutant(
        "half a text of an enumeration", "passes `pa` for `paid`", TABLE,
        "known.as_bytes().cmp(text)", "known.as_bytes()[..known.len().min(text.len())].cmp(text)",
    ),
    Mutant(
        "a backslash is bare", "takes `\"\\\":` for the name of a backslash", JSON,
        r"""name.replace('\\', "\\\\").replace('"',""", """name.replace('"',""",
    ),
    Mutant("a bit is not set", "passes a field that comes twice", LEVELS, "        *word |= bit;\n", ""),
    Mutant("a bit replaces the others", "misses what came before", LEVELS, "*word |= bit;", "*word = bit;"),
    Mutant("all words are the first", "takes the 65th field for the first", LEVELS, "record.words + field / 64", "record.words"),
    Mutant(
        "bits stay", "takes the second record of a list for the first", LEVELS,
        "[record.words..][..record.required.len()].fill(0)", "[record.words..][..0].fill(0)",
    ),
    Mutant("some word is complete", "passes a record without some of over 64 fields", LEVELS, "words.all(", "words.any("),
    Mutant(
        "a key is compared before its escapes", "passes `a` and `\\u0061`", KEYS,
        "(false, true) => Unescaped::of(raw(other)).eq(raw(one).iter().copied())", "(false, true) => raw(one) == raw(other)",
    ),
    Mutant(
        "keys are hashed without a seed", "lets bodies choose keys that collide", KEYS,
        "let mut hasher = HASH.build_hasher();\n    key.chunks", "let mut hasher = std::hash::DefaultHasher::new();\n    key.chunks",
    ),
    Mutant("a key is of every map", "refuses a key that the map around has", KEYS, "number >= first && other.hash", "other.hash"),
    Mutant("a key too many", "has room for 4097", KEYS, "self.known.len() == MOST", "self.known.len() > MOST"),
    Mutant("the least int32 is out", "refuses -2147483648", NUMBER, 'smallest: b"2147483648"', 'smallest: b"2147483647"'),
    Mutant("the largest integer is out", "refuses 2147483647", NUMBER, "digits > last)", "digits >= last)"),
    Mutant("65 bytes are a number", "passes them", NUMBER, "MAX_BYTES: usize = 64", "MAX_BYTES: usize = 65"),
    Mutant("-0 is a double", "passes it", NUMBER, 'if &text[..end] == b"-0"', 'if &text[..end] == b"-0."'),
    Mutant("-01 is a double", "passes it", NUMBER, "if whole > start + 1 && text[start] == b'0'", "if whole > 1 && text[0] == b'0'"),
    Mutant("infinity is a double", "passes 1e999", NUMBER, "if exponent && !is_finite(&text[..end])", 'if exponent && text[..end].ends_with(b"e9999")'),
    Mutant("a mark is read over", "passes a byte order mark", TEXT, r'body.starts_with(b"\xef\xbb\xbf")', r'body.starts_with(b"\xff\xfe")'),
    Mutant(
        "JSON: a form feed is white space", "passes it between tokens", JSON,
        r"Some(b' ' | b'\t' | b'\n' | b'\r')", r"Some(b' ' | b'\t' | b'\n' | b'\r' | 0xc)",
    ),
    Mutant("JSON: the end is not looked for", "passes what stands behind the object", JSON, "if walk.at == body.len()", "if walk.at <= body.len()"),
    Mutant(
        "JSON: a comma may come last", "passes `[1,]`", JSON,
        "if self.token(b',') {", "if self.token(b',') && self.peek() != Some(closing(level.due.kind)) {",
    ),
    Mutant("JSON: null for anything", "passes null for any field", JSON, "if member.nullable && self.rest()", "if self.rest()"),
    Mutant(
        "JSON: names before their escapes", "knows no name that has one", JSON,
        "record.find(self.looked_up(name), next)", "record.find(&self.body[name.start..name.end], next)",
    ),
    Mutant("JSON: a text is cut", "takes what begins like the longest text for it", JSON, "take(self.table.longest + 1)", "take(self.table.longest)"),
    Mutant("JSON: an int32 of 64 bits", "passes 2147483648", JSON, "&number::INT32)", "&number::INT64)"),
    Mutant(
        "JSON: an empty record is complete", "passes `{}`", JSON,
        "        self.close(level)?;\n        Ok(false)", "        self.levels.leave();\n        self.at += 1;\n        Ok(false)",
    ),
    Mutant("JSON: keys stay", "runs out of room for them", JSON, "Kind::Map(_) => self.keys.forget(level.keys),", ""),
    Mutant("JSON: a control character passes", "passes U+001F", JSON_TEXT, "below(word, b' ')", "below(word, 0x1f)"),
    Mutant("JSON: an escape too many", "passes `\\v`", JSON_TEXT, "b'r' | b't') => return", "b'r' | b't' | b'v') => return"),
    Mutant("JSON: a low surrogate alone", "passes `\\udc00`", JSON_TEXT, "Some(0xdc00..0xe000) => broken", "Some(0xdc01..0xe000) => broken"),
    Mutant("JSON: the least low surrogate", "refuses `\\ud83d\\udc00`", JSON_TEXT, "Some(0xdc00..0xe000) => Ok", "Some(0xdc01..0xe000) => Ok"),
    Mutant("JSON: any two bytes for \\u", "passes `\\ud83d..de00`", JSON_TEXT, r'body.get(at..at + 6)?.strip_prefix(b"\\u")?', "body.get(at + 2..at + 6)?"),
    Mutant("JSON: a form feed is another", "tells `\\f` from `\\u000c`", JSON_TEXT, r"b'f' => '\u{c}'", r"b'f' => '\u{b}'"),
    Mutant("BSON: a value over the end", "lets a value end behind its document's NUL", BSON, "(self.at, level.end - 1)", "(self.at, level.end)"),
    Mutant("BSON: a length is not compared", "passes what stands behind the document", BSON, "level.end != body.len()", "level.end > body.len()"),
    Mutant("BSON: elements end early", "passes a NUL before the length", BSON, "self.at != level.end", "self.at > level.end"),
    Mutant("BSON: a boolean of 2", "passes it", BSON, "[0 | 1] => Ok", "[0..=2] => Ok"),
    Mutant("BSON: NaN", "passes it", BSON, "double.is_finite()", "!double.is_infinite()"),
    Mutant("BSON: an int32 below its least", "passes -2147483649", BSON, "i32::try_from(number).is_ok()", "number <= i64::from(i32::MAX)"),
    Mutant("BSON: a string over its room", "reads beyond the document", BSON, "length <= room - 4", "length <= room"),
    Mutant("BSON: a string without NUL", "passes it", BSON, "if self.body[self.at - 1] != 0 {", "if self.body[self.at - 1] > 0x7f {"),
    Mutant("BSON: a document for a list", "passes it", BSON, "(Kind::List(_), ARRAY)", "(Kind::List(_), ARRAY | DOCUMENT)"),
    Mutant("BSON: names are any bytes", "passes one that is not UTF-8", BSON, "        self.text(length)?;\n", ""),
    Mutant("BSON: keys stay", "takes those of a map that closed for the outer map's", BSON, "Kind::Map(_) => self.keys.forget(level.keys),", ""),
    Mutant("XML: a carriage return is white space", "passes it between elements", XML, r"Some(b' ' | b'\t' | b'\n')", r"Some(b' ' | b'\t' | b'\n' | b'\r')"),
    Mutant(
        "XML: any element may be the root", "passes one that begins like it", XML,
        "if name != self.table.record(due.number).name.as_bytes()", "if !name.starts_with(self.table.record(due.number).name.as_bytes())",
    ),
    Mutant("XML: a list in two parts", "passes it", XML, "is_list && level.next == field + 1", "is_list"),
    Mutant("XML: references are not read", "knows no enumeration's text with one", XML, "Resolved::of(raw).take", "raw.iter().copied().take"),
    Mutant("XML: a text is cut", "takes what begins like the longest text for it", XML, "take(self.table.longest + 1)", "take(self.table.longest)"),
    Mutant("XML: an empty enumeration", "passes it", XML, "if empty => return self.chosen(due, &[], start)", "if empty => return Ok(())"),
    Mutant("XML: an empty record is complete", "passes `<v/>`", XML, "if empty { self.leave(record, self.at) }", "if empty { self.levels.leave(); Ok(()) }"),
    Mutant("XML: ]]> is text", "passes it behind a letter", XML_TEXT, 'if body[start..at].ends_with(b"]]")', 'if body[start..at] == *b"]]"'),
    Mutant("XML: U+FFFF is a character", "passes it", XML_TEXT, "[0xef, 0xbf, 0xbe | 0xbf, ..]", "[0xef, 0xbf, 0xbe, ..]"),
    Mutant("XML: nine digits", "passes them in a reference", XML_TEXT, "(1..=8).contains", "(1..=9).contains"),
    Mutant("XML: a reference to no character", "passes `&#xFFFF;`", XML_TEXT, "0xe000..=0xfffd", "0xe000..=0xffff"),
)  # fmt: skip

JAVA_GUARD = (
    Mutant("presence is ignored", "refuses a record without an optional field", J_FIELDS, "presence != Kind.Presence.OPTIONAL && !repeated[i]", "!repeated[i]"),
    Mutant("a list must be there", "refuses an absent list in XML", J_FIELDS, "OPTIONAL && !repeated[i]", "OPTIONAL"),
    Mutant(
        "lists repeat everywhere", "passes an absent list in JSON", J_FIELDS,
        "repeated[i] = grammar.omitsEmptyLists() && due", "repeated[i] = due",
    ),
    Mutant("all words are the first", "takes the 65th field for the first", J_FIELDS, "required[i / 64] |=", "required[0] |="),
    Mutant("an optional field is nullable", "passes null for it", J_FIELDS, "presence == Kind.Presence.NULLABLE", "presence != Kind.Presence.REQUIRED"),
    Mutant("a backslash is bare", "takes `\"\\\":` for the name of a backslash", J_GRAMMAR, r"""name.replace("\\", "\\\\").replace""", "name.replace"),
    Mutant("lists are no levels", "has no room for them", J_DUE, "(fields == null && inside == null ? 0 : 1)", "(fields == null ? 0 : 1)"),
    Mutant("maps are not counted", "has no room for a map in a map", J_DUE, "(is == Is.MAP ? 1 : 0) + most(Due::maps)", "is == Is.MAP ? 1 : most(Due::maps)"),
    Mutant(
        "the root has the longest name", "knows no longer name with an escape", J_DUE,
        "Math.max(own == null ? 0 : own.longest(), most(Due::longest))", "own == null ? most(Due::longest) : own.longest()",
    ),
    Mutant(
        "texts are sorted by signed bytes", "knows no name beyond ASCII out of order", J_NAMES,
        "all[place], Arrays::compareUnsigned", "all[place], Arrays::compare",
    ),
    Mutant("the search ends early", "knows no name that it comes to last", J_NAMES, "while (low <= high)", "while (low < high)"),
    Mutant("the field before is not forgotten", "begins a record behind the last one's field", J_LEVELS, "        lasts[depth] = -1;\n", ""),
    Mutant("bits stay", "takes the second record of a list for the first", J_LEVELS, "            seen[i] = 0;\n", "            seen[i] &= -1;\n"),
    Mutant("a bit replaces the others", "misses what came before", J_LEVELS, "seen[word] |= 1L << field", "seen[word] = 1L << field"),
    Mutant("one word is complete", "passes a record without its 65th field", J_LEVELS, "i < required.length", "i < Math.min(1, required.length)"),
    Mutant("XML: a list in two parts", "passes it behind a field before it", J_LEVELS, "lasts[depth] != field", "lasts[depth] > field"),
    Mutant(
        "keys are hashed without a seed", "lets bodies choose keys that collide", J_KEYS,
        "PRIME / 2 + new SecureRandom().nextLong(PRIME / 2)", "1 + 0 * new SecureRandom().nextLong(PRIME / 2)",
    ),
    Mutant("keys stay", "has room for one map after the other", J_KEYS, "forget(firsts[--maps]);", "maps--;"),
    Mutant("a refused body's keys stay", "refuses the next body's", J_KEYS, "        forget(0);\n", ""),
    Mutant("a key too many", "has room for 4097", J_KEYS, "size == MOST", "size > MOST"),
    Mutant("the least int32 is out", "refuses -2147483648", J_NUMBERS, "largest + (first - from)", "largest"),
    Mutant("integers wrap around", "passes 18446744073709551617 for 1", J_NUMBERS, "at - first > MOST_DIGITS || ", ""),
    Mutant("65 bytes are a number", "passes them", J_NUMBERS, "LONGEST = 64", "LONGEST = 65"),
    Mutant("-0 is a double", "passes it", J_NUMBERS, "if (end - from == 2 && body", "if (end - from == 3 && body"),
    Mutant("01 is a number", "passes it", J_NUMBERS, "body[first] == '0' && end > first + 1", "body[first] == '0' && end > first + 2"),
    Mutant("infinity is a double", "passes 1e309", J_NUMBERS, "INFINITE_EXPONENT = 308", "INFINITE_EXPONENT = 309"),
    Mutant("an overlong NUL", "passes it", J_UTF8, "first < 0xC2", "first < 0xC0"),
    Mutant("half a character of UTF-16", "passes it in UTF-8", J_UTF8, "first == 0xED ? 0x9F : first", "first"),
    Mutant("three bytes begin too late", "reads `\\u0900` wrong", J_UNESCAPED, "character < 0x800", "character < 0x1000"),
    Mutant("a text is cut", "takes what begins like the longest text for it", J_UNESCAPED, "                return -1;\n", "                return length;\n"),
    Mutant(
        "JSON: a form feed is white space", "passes it between tokens", J_JSON,
        r"body[at] == '\r' || body[at] == '\t'", r"body[at] == '\r' || body[at] == '\f' || body[at] == '\t'",
    ),
    Mutant(
        "JSON: the end is not looked for", "passes a byte behind the object", J_JSON,
        'if (at < body.length) {\n            throw new GuardException("something', 'if (at + 1 < body.length) {\n            throw new GuardException("something',
    ),
    Mutant(
        "JSON: a comma may come last", "passes `[1,]`", J_JSON,
        "            if (stands(',', body, at)) {\n", "            if (stands(',', body, at) && stands(']', body, at + 1)) {\n                at++;\n            } else if (stands(',', body, at)) {\n",
    ),
    Mutant(
        "JSON: any bracket closes", "passes `[1}`", J_JSON,
        "if (!stands(is == Due.Is.LIST ? ']' : '}', body, at))", "if (!stands(']', body, at) && !stands('}', body, at))",
    ),
    Mutant("JSON: names before their escapes", "knows no name that has one", J_JSON, "text.find(fields.names(), body,", "fields.names().find(body,"),
    Mutant("JSON: keys before their escapes", "passes `a` and `\\u0061`", J_JSON, "JsonText.Escapes::new", "Unescaped::new"),
    Mutant("JSON: an int32 of 64 bits", "passes 2147483648", J_JSON, "integer(body, at, due, Integer.MAX_VALUE)", "integer(body, at, due, Long.MAX_VALUE)"),
    Mutant("JSON: an escape too many", "passes `\\v`", J_JSON_TEXT, "'n', 'r', 't' ->", "'n', 'r', 't', 'v' ->"),
    Mutant(
        "JSON: a low surrogate alone", "passes `\\udc00`", J_JSON_TEXT,
        "if (Character.isLowSurrogate(unit)) {", "if (unit > 0xDC00 && Character.isLowSurrogate(unit)) {",
    ),
    Mutant(
        "JSON: two high surrogates", "passes them", J_JSON_TEXT,
        "!Character.isLowSurrogate(unit(body, at + 6))", "!Character.isSurrogate(unit(body, at + 6))",
    ),
    Mutant("JSON: any byte for a backslash", "passes `\\ud83d.ude00`", J_JSON_TEXT, r"body[at + 6] == '\\' && body", "body"),
    Mutant("JSON: a form feed is another", "tells `\\f` from `\\u000c`", J_JSON_TEXT, r"case 'f' -> '\f'", "case 'f' -> 0x0B"),
    Mutant("BSON: a length is not compared", "passes what stands behind the document", J_BSON, "end != whole.length - 1", "end > whole.length - 1"),
    Mutant("BSON: a document ends with its parent", "passes it", J_BSON, "length > end - at)", "length > end - at + 1)"),
    Mutant("BSON: a document without NUL", "passes it", J_BSON, "if (body[at + length - 1] != 0)", "if (body[at + length - 1] < 0)"),
    Mutant("BSON: a string without a byte", "passes it", J_BSON, "length < 1 ||", "length < 0 ||"),
    Mutant("BSON: a string over its room", "reads beyond the document", J_BSON, "length > end - at - 4", "length > end - at"),
    Mutant("BSON: a boolean of 2", "passes it", J_BSON, "body[at - 1] != 0 && body[at - 1] != 1", "body[at - 1] < 0 || body[at - 1] > 2"),
    Mutant("BSON: NaN", "passes it", J_BSON, "(Eight.at(body, value) & EXPONENT)", "(Eight.at(body, value) & Long.MAX_VALUE)"),
    Mutant("BSON: an int32 below its least", "passes -2147483649", J_BSON, "wide != (int) wide", "wide > Integer.MAX_VALUE"),
    Mutant("BSON: a document for a list", "passes it", J_BSON, "case LIST -> 1 << ARRAY", "case LIST -> 1 << ARRAY | 1 << DOCUMENT"),
    Mutant("BSON: names are any bytes", "passes one that is not UTF-8", J_BSON, "        Utf8.check(body, name, at - 1, NOT_UTF8);\n", ""),
    Mutant("BSON: keys stay", "has no room for a second map in a map", J_BSON, "            keys.leave();\n", ""),
    Mutant(
        "XML: a carriage return is white space", "passes it between elements", J_XML,
        r"body[at] == '\t' || body", r"body[at] == '\t' || body[at] == '\r' || body",
    ),
    Mutant(
        "XML: any element may be the root", "passes one that begins like it", J_XML,
        "!Arrays.equals(rootName, 0, rootName.length, body, at + 1, end)", "!stands(rootName, body, at + 1)",
    ),
    Mutant(
        "XML: references are not read", "knows no enumeration's text with one", J_XML,
        "length < 0 || due.choices().find(choice, 0, length, 0) < 0", "due.choices().find(body, from, end, 0) < 0",
    ),
    Mutant("XML: an empty enumeration", "passes it", J_XML, "due.choices().find(NOTHING, 0, 0, 0) < 0", "due.choices() == null"),
    Mutant(
        "XML: an end tag of any name", "passes one that is as long", J_XML,
        "stands(name, body, at + 2) && stands('>', body, end)", "stands('>', body, end)",
    ),
    Mutant(
        "XML: ]]]> is text", "passes it", J_XML_TEXT,
        'a text", at);\n                }\n                return at + 1;', 'a text", at);\n                }\n                return at + 2;',
    ),
    Mutant("XML: U+FFFF is a character", "passes it", J_XML_TEXT, "(body[at + 2] & 0xFF) >= 0xBE", "(body[at + 2] & 0xFF) == 0xBE"),
    Mutant("XML: nine digits", "passes them in a reference", J_XML_TEXT, "MOST_DIGITS = 8", "MOST_DIGITS = 9"),
    Mutant("XML: a reference to no character", "passes `&#xFFFE;`", J_XML_TEXT, "number < 0xFFFE", "number <= 0xFFFE"),
)  # fmt: skip
