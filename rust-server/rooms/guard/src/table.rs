//! The field table of an object type in the form that the guard walks, made once.

use super::grammar::Grammar;
use super::rule;
use testbed_objects::{Field, Kind, ObjectType, Presence};

/// Every record of an object type, each place in the tree of fields for itself. The first is the type's own.
pub struct Table {
    records: Vec<Record>,
    /// The texts of every enumeration, sorted.
    choices: Vec<Vec<&'static str>>,
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
    /// The fields' numbers in the order of their names.
    by_name: Vec<usize>,
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
    /// Which of the table's records or enumerations it is, or the lists and maps hold which it is.
    pub number: usize,
}

impl Table {
    /// The table of a type as a format writes it.
    pub fn new(grammar: &Grammar, object_type: ObjectType) -> Self {
        let mut table = Self { records: Vec::new(), choices: Vec::new(), levels: 0, longest: 0, has_maps: false };
        table.add(grammar, &Kind::Record(object_type.fields), object_type.name, 1);
        table
    }

    /// The record of a number.
    pub fn record(&self, number: usize) -> &Record {
        &self.records[number]
    }

    /// What a whole body is.
    pub const fn root(fields: &'static [Field]) -> Due {
        Due { kind: Kind::Record(fields), number: 0 }
    }

    /// Whether a text is one of the enumeration's of a number.
    pub fn has_choice(&self, number: usize, text: &[u8]) -> bool {
        self.choices[number].binary_search_by(|known| known.as_bytes().cmp(text)).is_ok()
    }

    /// How many words the bits of all fields have.
    pub fn words(&self) -> usize {
        self.records.last().map_or(0, |last| last.words + last.required.len())
    }

    /// Adds the record or enumeration that a kind holds, if it holds one, and those inside; gives its number.
    fn add(&mut self, grammar: &Grammar, kind: &Kind, name: &'static str, level: usize) -> usize {
        self.longest = self.longest.max(name.len());
        match kind {
            Kind::List(inner) | Kind::Map(inner) => {
                self.has_maps |= matches!(kind, Kind::Map(_));
                self.levels = self.levels.max(level);
                self.add(grammar, inner, name, level + 1)
            }
            Kind::Record(fields) => {
                self.levels = self.levels.max(level);
                self.add_record(grammar, fields, name, level)
            }
            Kind::Choice(texts) => {
                self.longest = texts.iter().map(|text| text.len()).fold(self.longest, usize::max);
                let mut sorted = texts.to_vec();
                sorted.sort_unstable();
                self.choices.push(sorted);
                self.choices.len() - 1
            }
            _ => 0,
        }
    }

    fn add_record(&mut self, grammar: &Grammar, fields: &[Field], name: &'static str, level: usize) -> usize {
        let mut required = vec![0; fields.len().div_ceil(64)];
        for at in (0..fields.len()).filter(|&at| is_required(grammar, &fields[at])) {
            required[at / 64] |= 1_u64 << (at % 64);
        }
        let (number, words) = (self.records.len(), self.words());
        let mut by_name: Vec<_> = (0..fields.len()).collect();
        by_name.sort_unstable_by_key(|&field| fields[field].name);
        self.records.push(Record { name, fields: Vec::new(), by_name, required, words });
        for field in fields {
            let due = Due { kind: field.kind, number: self.add(grammar, &field.kind, field.name, level + 1) };
            let (written, nullable) = ((grammar.written)(field.name), field.presence == Presence::Nullable);
            self.records[number].fields.push(Member { name: field.name, written, due, nullable });
        }
        number
    }
}

fn is_required(grammar: &Grammar, field: &Field) -> bool {
    field.presence != Presence::Optional && !(grammar.omits_empty_lists && matches!(field.kind, Kind::List(_)))
}

impl Record {
    /// The number of the field with this name. Fields mostly come in order, so it is looked for first where it is next, and behind.
    pub fn find(&self, name: &[u8], next: usize) -> Option<usize> {
        let order = |field: usize| self.fields[field].name.as_bytes().cmp(name);
        if let Some(field) = (next..self.fields.len()).take(2).find(|&field| order(field).is_eq()) {
            return Some(field);
        }
        self.by_name.binary_search_by(|&field| order(field)).ok().map(|at| self.by_name[at])
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
