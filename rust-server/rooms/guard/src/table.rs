//! The field table of an object type in the form that the guard walks, made once.

use super::rule;
use testbed_contract::Format;
use testbed_objects::{Field, Kind, ObjectType, Presence};

/// Every record of an object type, each place in the tree of fields for itself. The first is the type's own.
pub struct Table {
    records: Vec<Record>,
    /// How many records, lists and maps are open at most.
    pub levels: usize,
    /// How many bytes the longest name and text of an enumeration has.
    pub longest: usize,
    /// Whether a map is among its fields.
    pub has_maps: bool,
}

/// A record at its place.
pub struct Record {
    /// What its element is called in XML.
    pub name: &'static str,
    /// In the schema's order.
    pub fields: Vec<Member>,
    /// A bit for each field that must be there.
    pub required: Vec<u64>,
    /// How many such words all records before it have.
    pub words: usize,
}

/// A field of a record.
pub struct Member {
    /// The schema's name.
    pub name: &'static str,
    /// What the format writes before the value.
    pub written: Vec<u8>,
    /// What its value is.
    pub due: Due,
    /// Whether null may stand for it.
    pub nullable: bool,
}

/// What is due at a place.
#[derive(Clone, Copy)]
pub struct Due {
    /// What stands there.
    pub kind: Kind,
    /// The number of the record that it is, or that the lists and maps hold which it is.
    pub record: usize,
}

impl Table {
    /// The table of a type as a format writes it.
    pub fn new(format: Format, object_type: ObjectType) -> Self {
        let mut table = Self { records: Vec::new(), levels: 0, longest: 0, has_maps: false };
        table.add(format, &Kind::Record(object_type.fields), object_type.name, 1);
        table
    }

    /// The record of a number.
    pub fn record(&self, number: usize) -> &Record {
        &self.records[number]
    }

    /// What a whole body is.
    pub const fn root(fields: &'static [Field]) -> Due {
        Due { kind: Kind::Record(fields), record: 0 }
    }

    /// How many words the bits of all fields have.
    pub fn words(&self) -> usize {
        self.records.last().map_or(0, |last| last.words + last.required.len())
    }

    /// Adds the record that a kind holds, if it holds one, and those inside; gives its number.
    fn add(&mut self, format: Format, kind: &Kind, name: &'static str, level: usize) -> usize {
        self.longest = self.longest.max(name.len());
        match kind {
            Kind::List(inner) | Kind::Map(inner) => {
                self.has_maps |= matches!(kind, Kind::Map(_));
                self.levels = self.levels.max(level);
                self.add(format, inner, name, level + 1)
            }
            Kind::Record(fields) => {
                self.levels = self.levels.max(level);
                self.add_record(format, fields, name, level)
            }
            Kind::Choice(texts) => {
                self.longest = texts.iter().map(|text| text.len()).fold(self.longest, usize::max);
                0
            }
            _ => 0,
        }
    }

    fn add_record(&mut self, format: Format, fields: &[Field], name: &'static str, level: usize) -> usize {
        let mut required = vec![0; fields.len().div_ceil(64)];
        for at in (0..fields.len()).filter(|&at| is_required(format, &fields[at])) {
            required[at / 64] |= 1_u64 << (at % 64);
        }
        let (number, words) = (self.records.len(), self.words());
        self.records.push(Record { name, fields: Vec::new(), required, words });
        for field in fields {
            let record = self.add(format, &field.kind, field.name, level + 1);
            let due = Due { kind: field.kind, record };
            let (written, nullable) = (written(format, field.name), field.presence == Presence::Nullable);
            self.records[number].fields.push(Member { name: field.name, written, due, nullable });
        }
        number
    }
}

/// An absent list is an empty one in XML alone.
fn is_required(format: Format, field: &Field) -> bool {
    field.presence != Presence::Optional && !(format == Format::Xml && matches!(field.kind, Kind::List(_)))
}

/// A name as the canonical bytes have it, with what stands around it.
fn written(format: Format, name: &str) -> Vec<u8> {
    match format {
        Format::Json => format!("\"{}\":", name.replace('\\', "\\\\").replace('"', "\\\"")).into(),
        Format::Bson => format!("{name}\0").into(),
        Format::Xml => format!("<{name}>").into(),
    }
}

impl Record {
    /// The number of the field with this name. Fields mostly come in order, so the search begins at the one that is next.
    pub fn find(&self, name: &[u8], next: usize) -> Option<usize> {
        let (before, rest) = self.fields.split_at(next);
        let known = |field: &Member| field.name.as_bytes() == name;
        rest.iter().position(known).map(|at| next + at).or_else(|| before.iter().position(known))
    }
}

impl Due {
    /// What an item of the list or a value of the map is.
    pub const fn inside(self) -> Self {
        match self.kind {
            Kind::List(inner) | Kind::Map(inner) => Self { kind: *inner, ..self },
            _ => self,
        }
    }

    /// The rule that is broken where something else stands.
    pub const fn rule(self) -> &'static str {
        match self.kind {
            Kind::Text | Kind::Choice(_) => rule::TEXT,
            Kind::Int32 | Kind::Int64 => rule::INTEGER,
            Kind::Double => rule::NUMBER,
            Kind::Boolean => rule::BOOLEAN,
            Kind::List(_) => rule::LIST,
            Kind::Map(_) => rule::MAP,
            Kind::Record(_) => rule::RECORD,
        }
    }
}
