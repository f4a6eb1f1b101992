//! Fields that need not have a value, with equal checks. Left to itself serde's derive takes null for absent, and absent for null.

use std::cell::Cell;
use std::error::Error;

use serde::de::{Deserialize, Deserializer};

thread_local! {
    /// Whether a list was absent since it was last looked at. Derived code cannot know the format that it reads, and only XML has no other empty list.
    static ABSENT: Cell<bool> = const { Cell::new(false) };
    /// Whether the format that is read has a place for each field, and numbers for texts of an enumeration.
    static BY_PLACE: Cell<bool> = const { Cell::new(false) };
}

/// Reads a field that may be absent, and not null: where it stands, its value does, but in a format that has a place for each.
///
/// # Errors
/// The value's.
pub fn optional<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    if is_by_place() { Option::deserialize(deserializer) } else { T::deserialize(deserializer).map(Some) }
}

/// Reads a field that may be null, and not absent: with a reader of its own, derived code demands a field.
///
/// # Errors
/// The value's.
pub fn nullable<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    Option::deserialize(deserializer)
}

/// What is read for a list that is absent: an empty one. Formats whose lists are all there read by `with_every_list`.
pub fn absent<T>() -> Vec<T> {
    ABSENT.set(true);
    Vec::new()
}

/// Reads an object of which every list is there.
///
/// # Errors
/// The reader's, or that a list is absent.
pub fn with_every_list<T, E>(read: impl FnOnce() -> Result<T, E>) -> Result<T, Box<dyn Error + Send + Sync>>
where
    E: Into<Box<dyn Error + Send + Sync>>,
{
    ABSENT.set(false);
    match read() {
        Ok(_) if ABSENT.get() => Err("a list is absent".into()),
        read => read.map_err(Into::into),
    }
}

/// Reads an object of a format that has a place for each field: null there means that the field is absent.
///
/// # Errors
/// The reader's.
pub fn by_place<T, E>(read: impl FnOnce() -> Result<T, E>) -> Result<T, Box<dyn Error + Send + Sync>>
where
    E: Into<Box<dyn Error + Send + Sync>>,
{
    /// Ends it, whether or not the reader panics.
    struct Ends;

    impl Drop for Ends {
        fn drop(&mut self) {
            BY_PLACE.set(false);
        }
    }

    BY_PLACE.set(true);
    let _ends = Ends;
    read().map_err(Into::into)
}

/// Whether such a format is read.
#[inline]
pub fn is_by_place() -> bool {
    BY_PLACE.get()
}

#[cfg(test)]
mod tests {
    use serde::{Deserialize, Serialize};

    use super::{by_place, nullable, optional};

    #[derive(Serialize, Deserialize)]
    struct Sparse {
        #[serde(default, deserialize_with = "optional", skip_serializing_if = "Option::is_none")]
        a: Option<i32>,
        #[serde(deserialize_with = "nullable")]
        b: Option<i32>,
    }

    #[test]
    fn absent_and_null_are_told_apart() {
        let again = |json: &str| {
            let sparse: Result<Sparse, _> = serde_json::from_slice(json.as_bytes());
            sparse.ok().and_then(|sparse| serde_json::to_string(&sparse).ok())
        };
        for json in [r#"{"a":1,"b":2}"#, r#"{"a":1,"b":null}"#, r#"{"b":2}"#, r#"{"b":null}"#] {
            assert_eq!(again(json).as_deref(), Some(json));
        }
        for json in [r#"{"a":null,"b":2}"#, r#"{"a":1}"#, "{}", r#"{"b":"2"}"#] {
            assert_eq!(again(json), None, "{json}");
        }
    }

    #[test]
    fn null_is_absent_where_each_field_has_its_place() {
        let read = || serde_json::from_str::<Sparse>(r#"{"a":null,"b":2}"#);
        assert_eq!(by_place(read).unwrap().a, None);
        assert!(std::panic::catch_unwind(|| by_place::<(), String>(|| panic!("it does"))).is_err());
        assert!(read().is_err(), "and nowhere else");
    }
}
