//! Protobuf by `prost`.
//!
//! Quirks: passes over fields that it does not know, and of one that comes twice takes the last; recurses, and refuses more than 100 levels. It gives a
//! message of its own, whose texts and lists are moved into the object inside the window; there a field is refused that is missing, or a number of no value
//! of its enumeration.

#[rustfmt::skip]
#[allow(clippy::all, clippy::pedantic, clippy::nursery, reason = "they are made")]
mod messages;

use std::any::Any;

use prost::Message;

use super::{Engine, Refusal};
use testbed_contract::{Checks, Format};
use testbed_objects::Object;

/// The default engine of Protobuf.
pub struct Prost;

impl Engine for Prost {
    const NAME: &'static str = "prost";
    const LIBRARY: &'static str = "prost";
    const FORMAT: Format = Format::Protobuf;
    /// No other way of reading is built for equal checks: what is not the body of a variant the guard refuses.
    const CHECKS: &'static [Checks] = &[Checks::Usual];
    const SETTINGS: &'static [&'static str] =
        &["messages as prost-build makes them, but a map is a list of its entries"];
    const READERS: &'static [&'static str] =
        &["the message's fields are moved into the object, inside the window: no type of an object is a message"];
    const WRITES: bool = true;
    const WRITER: &'static [&'static str] = &[
        "the object's fields are cloned into a message, inside the window: no type of an object is a message",
        "a map is a list of its entries: a key or value is written that is empty or zero, which is the canonical form",
    ];

    fn reads<T: Object>() -> bool {
        messages::bound::<T>().is_some()
    }

    fn decode<T: Object>(bytes: &[u8]) -> Made<T> {
        (bound()?.read)(bytes)
    }

    fn encode<T: Object>(object: &T) -> Made<Vec<u8>> {
        Ok((bound()?.write)(object))
    }
}

/// An object type with its message, for whoever asks what it takes to make an object of one.
pub trait HasMessage: Object + TryFrom<Self::Message, Error = Refusal> {
    /// What prost reads.
    type Message: Message + Default;
}

/// What is made of a message, or why it is not.
type Made<T> = Result<T, Refusal>;

/// An enumeration of an object type, of which a message has the number.
trait Choice: Sized {
    /// The value of a number; they begin at 1.
    fn of(number: i32) -> Made<Self>;
}

/// The value of a number, of whichever enumeration is asked for.
fn choice<C: Choice>(number: i32) -> Made<C> {
    C::of(number)
}

/// A message bound to its object type.
struct Bound<T> {
    read: fn(&[u8]) -> Made<T>,
    write: fn(&T) -> Vec<u8>,
}

impl<T: Object> Bound<T> {
    /// By the message of the type `O`, if that is this one. The compiler knows whether it is.
    fn of<O, M>() -> Option<Self>
    where
        O: Object + TryFrom<M, Error = Refusal>,
        M: Message + Default + for<'o> From<&'o O>,
    {
        let bound =
            Bound::<O> { read: |bytes| M::decode(bytes)?.try_into(), write: |object| M::from(object).encode_to_vec() };
        let Self { read, write } = (&bound as &dyn Any).downcast_ref()?;
        Some(Self { read: *read, write: *write })
    }
}

fn bound<T: Object>() -> Made<Bound<T>> {
    messages::bound().ok_or_else(|| format!("{} has no message", T::TYPE.name).into())
}

/// Binds these messages to the object types of their names.
macro_rules! bind {
    ($($module:ident::$name:ident,)+) => {
        $(impl super::HasMessage for ::testbed_objects::$name {
            type Message = $module::$name;
        })+

        /// The message of an object type.
        pub fn bound<T: ::testbed_objects::Object>() -> Option<super::Bound<T>> {
            $(if let Some(bound) = super::Bound::of::<::testbed_objects::$name, $module::$name>() {
                return Some(bound);
            })+
            None
        }
    };
}

use bind;
