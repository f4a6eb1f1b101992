//! Avro by `apache-avro`, the bare datum by the schema in `providers/objects/<Type>.avsc`.
//!
//! Quirks: passes over what follows the object; has no limit of depth, and makes room for as many bytes as a text declares, up to 512 MiB, which only the
//! guard prevents. It finds records, fields and symbols by serde's names, so a schema's own names give way to those that stand beside them.

use std::sync::OnceLock;

use apache_avro::reader::datum::GenericDatumReader;
use apache_avro::validator::{
    EnumSymbolNameValidator, RecordFieldNameValidator, set_enum_symbol_name_validator, set_record_field_name_validator,
};
use apache_avro::writer::datum::GenericDatumWriter;
use apache_avro::{AvroResult, Schema};
use serde_json::Value;

use super::checks::{DERIVED, checked_by_place, named};
use super::{Engine, Refusal};
use testbed_contract::{Checks, Format};
use testbed_objects::{OBJECT_TYPES, Object, ObjectType};

/// The default engine of Avro.
pub struct ApacheAvro;

impl Engine for ApacheAvro {
    const NAME: &'static str = named!("apache-avro");
    const LIBRARY: &'static str = "apache-avro";
    const FORMAT: Format = Format::Avro;
    const CHECKS: &'static [Checks] = DERIVED;
    const SETTINGS: &'static [&'static str] = &[
        "GenericDatumReader and GenericDatumWriter: a bare datum, kept for each object type with its schema",
        "validators of names: takes names of JSON that Avro has no such names for",
    ];
    const WRITES: bool = true;

    fn decode<T: Object>(mut bytes: &[u8]) -> Result<T, Refusal> {
        let datum = datum::<T>()?;
        checked_by_place(|| datum.reader.read_deser(&mut bytes))
    }

    fn encode<T: Object>(object: &T) -> Result<Vec<u8>, Refusal> {
        Ok(datum::<T>()?.writer.write_ser_to_vec(object)?)
    }
}

/// What reads and writes the datum of an object type.
struct Datum {
    reader: GenericDatumReader<'static>,
    writer: GenericDatumWriter<'static>,
}

/// That of this type, made when it is first asked for. The compiler knows its place among all.
fn datum<T: Object>() -> Result<&'static Datum, Refusal> {
    static DATA: [OnceLock<Result<Datum, String>>; OBJECT_TYPES.len()] =
        [const { OnceLock::new() }; OBJECT_TYPES.len()];
    let made = DATA[const { place(T::TYPE.name) }].get_or_init(|| made(T::TYPE).map_err(|why| why.to_string()));
    made.as_ref().map_err(|why| why.as_str().into())
}

/// The place of a name among the object types'.
const fn place(name: &str) -> usize {
    let mut place = 0;
    while !is_same(OBJECT_TYPES[place].name.as_bytes(), name.as_bytes()) {
        place += 1;
    }
    place
}

const fn is_same(mut one: &[u8], mut other: &[u8]) -> bool {
    while let ([first, rest @ ..], [due, others @ ..]) = (one, other) {
        if *first != *due {
            return false;
        }
        (one, other) = (rest, others);
    }
    one.is_empty() && other.is_empty()
}

fn made(object_type: ObjectType) -> Result<Datum, Refusal> {
    let text = object_type.described("avsc").ok_or("providers/objects has no schema of it; run `make objects`")?;
    let mut schema: Value = serde_json::from_str(text)?;
    take_names_of_json(&mut schema);
    // Both are set once, by the first type; others find them.
    let _ = set_record_field_name_validator(Box::new(AnyName));
    let _ = set_enum_symbol_name_validator(Box::new(AnyName));
    let schema: &Schema = Box::leak(Box::new(Schema::parse(&schema)?));
    Ok(Datum {
        reader: GenericDatumReader::builder(schema).build()?,
        writer: GenericDatumWriter::builder(schema).build()?,
    })
}

/// Puts the names that objects have in JSON into the place of those that Avro allows.
fn take_names_of_json(schema: &mut Value) {
    match schema {
        Value::Object(members) => {
            for (property, named) in [("name", "json_name"), ("symbols", "json_symbols")] {
                if let Some(name) = members.remove(named) {
                    members.insert(property.to_owned(), name);
                }
            }
            members.values_mut().for_each(take_names_of_json);
        }
        Value::Array(schemas) => schemas.iter_mut().for_each(take_names_of_json),
        _ => {}
    }
}

struct AnyName;

impl RecordFieldNameValidator for AnyName {
    fn validate(&self, _: &str) -> AvroResult<()> {
        Ok(())
    }
}

impl EnumSymbolNameValidator for AnyName {
    fn validate(&self, _: &str) -> AvroResult<()> {
        Ok(())
    }
}
