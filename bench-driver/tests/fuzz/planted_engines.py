"""The faults that `mutants.py` plants in engines: in code by hand, and in how libraries are set up."""

from __future__ import annotations

from .planted import Mutant

_RUST, _JAVA = "rust-server/rooms/engines", "java-server/src/main/java/testbed/engines"
CARGO, BSON_RAW, NUMERIC, SIMD, XML_RS = (
    f"{_RUST}/{name}"
    for name in (
        "Cargo.toml",
        "src/bson_raw.rs",
        "src/bson_raw/numeric_object.rs",
        "src/simd_json.rs",
        "src/serde_xml_rs.rs",
    )
)
WOODSTOX, BY_WOODSTOX, BY_MONGODB = (
    f"{_JAVA}/{name}.java"
    for name in ("Woodstox", "woodstoxbyhand/Fields", "mongodbbsonreader/Fields")
)
OF_MONGODB = f"{_JAVA}/mongodbbsonreader/Numbers.java"
FASTJSON2, GSON, RENAMING, JAXB_LISTS, JACKSON2 = (
    f"{_JAVA}/{name}.java"
    for name in ("Fastjson2", "Gson", "RenamingBsonReader", "jaxb/Lists", "Jackson2Databind")
)

RUST_ENGINES = (
    Mutant("doubles are nearly exact", "loses the last bit of some in serde_json", CARGO, 'default = ["exact-doubles"]', "default = []"),
    Mutant("simd-json: doubles are nearly exact", "loses the last bit of some", CARGO, 'features = ["big-int', 'features = ["approx-number-parsing", "big-int'),
    Mutant("simd-json: no wide integers", "refuses one of over 64 bits for a double", CARGO, '"big-int-as-float", ', ""),
    Mutant(
        "simd-json: lists may be absent", "reads a record without one", SIMD,
        "checked(|| simd_json::serde::from_slice_with_buffers(bytes, buffers))", "Ok(simd_json::serde::from_slice_with_buffers(bytes, buffers)?)",
    ),
    Mutant("serde-xml-rs: texts are trimmed", "loses the spaces at their ends", XML_RS, ".trim_whitespace(false)", ".trim_whitespace(true)"),
    Mutant("bson-raw: fields may come twice", "takes the last", BSON_RAW, 'Some(_) => Err(format!("{name} comes twice").into())', "Some(_) => Ok(())"),
    Mutant("bson-raw: int64 is cut", "takes its lower half for an int32", BSON_RAW, "i32::try_from(value.as_i64()?).ok()", "Some(value.as_i64()? as i32)"),
    Mutant(
        "bson-raw: int32 alone", "refuses an int64 that fits", BSON_RAW,
        "value.as_i32().or_else(|| i32::try_from(value.as_i64()?).ok())", "value.as_i32()",
    ),
    Mutant(
        "bson-raw: doubles alone", "refuses an integer in place of one", BSON_RAW,
        "value.as_f64().or_else(|| int64(value).map(|integer| integer as f64))", "value.as_f64()",
    ),
    Mutant(
        "bson-raw: doubles or int32", "refuses an int64 in place of a double", BSON_RAW,
        "int64(value).map(|integer| integer as f64)", "value.as_i32().map(f64::from)",
    ),
    Mutant("bson-raw: one field for another", "takes the latitude for the timestamp's neighbour", NUMERIC, "there(latitude, ", "there(longitude, "),
    Mutant("bson-raw: a default", "reads 0 where there is no index", NUMERIC, 'there(index, "index")?', "index.unwrap_or_default()"),
)  # fmt: skip

JAVA_ENGINES = (
    Mutant("Woodstox: entities are read", "reads files that a body names", WOODSTOX, "SUPPORT_DTD, false", "SUPPORT_DTD, true"),
    Mutant("Woodstox by hand: fields may come twice", "takes the last", BY_WOODSTOX, "if ((seen & bit) != 0)", "if (seen < 0)"),
    Mutant("Woodstox by hand: the last field", "reads a record without it", BY_WOODSTOX, "(1 << required) - 1", "(1 << (required - 1)) - 1"),
    Mutant("Woodstox by hand: one bit", "misses fields that came before", BY_WOODSTOX, "seen |= bit", "seen = bit"),
    Mutant("Woodstox by hand: any item", "takes what follows a list for an item", BY_WOODSTOX, " && reader.getLocalName().equals(name)", ""),
    Mutant(
        "Woodstox by hand: floats", "reads doubles by half", BY_WOODSTOX,
        "return NumberInput.parseDouble(reader.getElementText(), true);", "return Float.parseFloat(reader.getElementText());",
    ),
    Mutant("MongoDB by hand: some field", "reads a record without the others", BY_MONGODB, "seen != all", "seen == 0"),
    Mutant("MongoDB by hand: int64 is cut", "takes its lower half for an int32", OF_MONGODB, "value != (int) value", "value == Long.MIN_VALUE + 1"),
    Mutant("MongoDB by hand: no int64", "refuses one in place of a double", OF_MONGODB, "            case INT64 -> reader.readInt64();\n", ""),
    Mutant("MongoDB: names inside", "renames the fields of documents in a record, too", RENAMING, "        next = null;\n", ""),
    Mutant("fastjson2: references", "takes $ref for one", FASTJSON2, "                Feature.DisableReferenceDetect,\n", ""),
    Mutant("fastjson2: a list of one text", "takes it for the text", FASTJSON2, ",\n                Feature.DisableStringArrayUnwrapping", ""),
    Mutant("fastjson2: types by name", "may make classes that bodies name", FASTJSON2, 'SAFE_MODE, "true")', 'SAFE_MODE, "false")'),
    Mutant("Gson: Latin-1", "reads each byte as a character", GSON, "StandardCharsets.UTF_8)", "StandardCharsets.ISO_8859_1)"),
    Mutant("Gson: constants' names", "knows no text of an enumeration", GSON, "Kind.text(constant)", "constant.toString()"),
    Mutant("JAXB: no list", "leaves null where no element came", JAXB_LISTS, "items == null ? List.of() : items", "items"),
    Mutant("Jackson 2: keys are short", "refuses one of 50,001 characters", JACKSON2, "maxNameLength(Integer.MAX_VALUE)", "maxNameLength(50_000)"),
)  # fmt: skip
