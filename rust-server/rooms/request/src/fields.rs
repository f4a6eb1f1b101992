//! The fields of a JSON object, each name once and known.

use std::collections::BTreeMap;
use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::Value;

use testbed_contract::{Code, MOST_SHOWN, Problem, shown};

/// Values by name.
pub struct Fields(BTreeMap<String, Value>);

impl Fields {
    /// Reads a body that must be one JSON object with no names but `known`, none of them twice.
    ///
    /// # Errors
    /// `invalid_request`, with the field where one is at fault.
    pub fn read(body: &[u8], known: &[&str]) -> Result<Self, Problem> {
        let Pairs(pairs) = serde_json::from_slice(body).map_err(|why| not_an_object(&why))?;
        let mut members = BTreeMap::new();
        for (name, value) in pairs {
            if !known.contains(&name.as_str()) {
                let name = shown(&name, MOST_SHOWN);
                return Err(Problem::invalid(
                    &name,
                    format!("field {name} is unknown; allowed are {}", known.join(", ")),
                ));
            }
            if members.insert(name.clone(), value).is_some() {
                return Err(Problem::invalid(&name, format!("field {name} is repeated; allowed is once")));
            }
        }
        Ok(Self(members))
    }

    /// The value of this name.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.0.get(name)
    }
}

fn not_an_object(why: &serde_json::Error) -> Problem {
    Problem::new(Code::InvalidRequest, format!("the body is not what is allowed, one JSON object in UTF-8: {why}"))
}

/// An object's members as they stand, in their order, repeated ones too; lists and all else are refused.
#[derive(Debug)]
struct Pairs(Vec<(String, Value)>);

impl<'de> Deserialize<'de> for Pairs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Collect;

        impl<'de> Visitor<'de> for Collect {
            type Value = Pairs;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Pairs, A::Error> {
                let mut pairs = Vec::new();
                while let Some(pair) = map.next_entry()? {
                    pairs.push(pair);
                }
                Ok(Pairs(pairs))
            }
        }

        deserializer.deserialize_map(Collect)
    }
}
