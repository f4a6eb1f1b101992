//! A map: values of one kind, each under a text that the schema does not know.

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};
use serde::ser::{Serialize, Serializer};

/// In whatever order they were read, its keys are in that of their UTF-8 bytes, in which they are written.
#[derive(Clone, Debug, PartialEq)]
pub struct Map<T>(BTreeMap<String, T>);

impl<T> Map<T> {
    /// Its entries, in that order.
    pub fn iter(&self) -> impl Iterator<Item = (&String, &T)> {
        self.0.iter()
    }
}

/// As `BTreeMap`: of a key that is repeated the last value stays.
impl<T> FromIterator<(String, T)> for Map<T> {
    fn from_iter<I: IntoIterator<Item = (String, T)>>(entries: I) -> Self {
        Self(entries.into_iter().collect())
    }
}

impl<T: Serialize> Serialize for Map<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(&self.0)
    }
}

/// Unlike that of `BTreeMap` it refuses a key that is repeated, as a record refuses a field.
impl<'de, T: Deserialize<'de>> Deserialize<'de> for Map<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Entries(PhantomData))
    }
}

struct Entries<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for Entries<T> {
    type Value = Map<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a map")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Map<T>, A::Error> {
        let mut entries = BTreeMap::new();
        while let Some((key, value)) = map.next_entry()? {
            if entries.insert(key, value).is_some() {
                return Err(A::Error::custom("a key of a map is repeated"));
            }
        }
        Ok(Map(entries))
    }
}

#[cfg(test)]
mod tests {
    use super::Map;

    fn read(json: &str) -> Option<Map<i32>> {
        serde_json::from_slice(json.as_bytes()).ok()
    }

    #[test]
    fn keys_are_written_by_their_bytes_whatever_they_are() {
        let map = read(r#"{"б":4,"":1,"\ufffd":5,"a\"":2,"😀":6,"a":3}"#).unwrap();
        assert_eq!(serde_json::to_string(&map).unwrap(), r#"{"":1,"a":3,"a\"":2,"б":4,"�":5,"😀":6}"#);
        assert_eq!(serde_json::to_string(&read("{}").unwrap()).unwrap(), "{}");
    }

    #[test]
    fn repeated_keys_wrong_values_and_what_is_no_map_are_refused() {
        for other in [r#"{"a":1,"a":1}"#, r#"{"a":1,"\u0061":2}"#, r#"{"a":null}"#, r#"{"a":"1"}"#, "null", "[]", "1"] {
            assert_eq!(read(other), None, "{other}");
        }
    }
}
