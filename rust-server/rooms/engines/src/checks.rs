//! What engines whose readers serde derives check inside the window, by the build: what serde derives, or whatever the guard refuses of fields as well.

#[cfg(not(feature = "equal"))]
mod usual {
    use testbed_contract::Checks;

    use crate::Refusal;

    /// The name of an engine of a library.
    macro_rules! named {
        ($library:literal) => {
            $library
        };
    }

    /// The series of such an engine.
    pub const DERIVED: &[Checks] = &[Checks::Usual];

    /// How the object types' readers differ from what serde derives.
    pub const DERIVED_READERS: &[&str] = &[];

    /// Reads an object.
    ///
    /// # Errors
    /// The reader's.
    #[inline]
    pub fn checked<T, E: Into<Refusal>>(read: impl FnOnce() -> Result<T, E>) -> Result<T, Refusal> {
        read().map_err(Into::into)
    }

    pub(crate) use named;
}

#[cfg(feature = "equal")]
mod equal {
    use testbed_contract::Checks;

    /// The name of an engine of a library.
    macro_rules! named {
        ($library:literal) => {
            concat!($library, "-equal")
        };
    }

    /// The series of such an engine.
    pub const DERIVED: &[Checks] = &[Checks::Equal];

    /// How the object types' readers differ from what serde derives.
    pub const DERIVED_READERS: &[&str] = &[
        "a reader for records: refuses a list in place of one, and takes less time to compile",
        "deny_unknown_fields: refuses a field that the schema has not",
        "a reader for optional and nullable fields: refuses null for one, and the lack of the other",
        "a reader for maps: refuses a key that comes twice",
        "a flag for lists: refuses, but in XML, that one is absent",
        "a reader for enumerations: refuses a record in place of a text",
    ];

    pub use testbed_objects::{by_place as checked_by_place, with_every_list as checked};

    pub(crate) use named;
}

#[cfg(feature = "equal")]
pub(crate) use self::equal::named;
#[cfg(feature = "equal")]
pub use self::equal::{DERIVED, DERIVED_READERS, checked, checked_by_place};
#[cfg(not(feature = "equal"))]
pub(crate) use self::usual::named;
#[cfg(not(feature = "equal"))]
pub use self::usual::{DERIVED, DERIVED_READERS, checked, checked as checked_by_place};
