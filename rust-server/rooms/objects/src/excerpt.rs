//! Excerpts: three fields of an object, an early, a middle and a last one, which operation partial reads. `providers/vectors/excerpts.json` says which.

use std::fmt::Debug;

use serde::Serialize;

use super::{DummyObject, NumericObject, Object, ObjectType, Size, Variants};

/// The excerpt of an object type, in values of its own. It is written as an object whose names are the pointers.
pub trait Excerpt: Sized + Serialize + PartialEq + Debug + Send + Sync + 'static {
    /// What it is taken of.
    type Whole: Object;

    /// The JSON Pointers (RFC 6901) to its values, in order.
    const POINTERS: [&'static str; 3];

    /// Takes it of a whole object.
    fn of(whole: &Self::Whole) -> Self;

    /// Where those of the variants lie once they are taken: of the type's own, or of those of a size.
    fn kept(size: Option<Size>) -> &'static Variants<Self>;

    /// That of a variant, of a size or the type's own. The first call makes the variant.
    fn variant(size: Option<Size>, index: usize) -> &'static Self {
        let amount = Self::Whole::TYPE.variants(size);
        Self::kept(size).get(amount, index, || Self::of(Self::Whole::variant(size, index)))
    }
}

/// The types that have an excerpt, each with its pointers.
const EXCERPTS: [(ObjectType, [&str; 3]); 2] =
    [(NumericObject::TYPE, NumericExcerpt::POINTERS), (DummyObject::TYPE, DummyExcerpt::POINTERS)];

impl ObjectType {
    /// The JSON Pointers to what operation partial reads of it, if it reads any.
    pub fn excerpt(&self) -> Option<[&'static str; 3]> {
        EXCERPTS.iter().find(|(known, _)| known == self).map(|(_, pointers)| *pointers)
    }

    /// Whether it has an excerpt.
    ///
    /// # Errors
    /// What whoever asks for one is told.
    pub fn excerpted(&self) -> Result<[&'static str; 3], String> {
        self.excerpt().ok_or_else(|| {
            let others = EXCERPTS.map(|(known, _)| known.name).join(", ");
            format!("{} has no excerpt; leave operation out, or choose one of {others}", self.name)
        })
    }
}

/// Makes the excerpt of a type: what leads to each value, its name and type here, and how it is taken of a whole object.
macro_rules! excerpt {
    ($(#[$says:meta])* $name:ident of $whole:ident { $($pointer:literal $field:ident: $type:ty = $take:expr;)+ }) => {
        $(#[$says])*
        #[derive(Debug, PartialEq, Serialize)]
        #[allow(missing_docs, reason = "its pointers say it")]
        pub struct $name {
            $(#[serde(rename = $pointer)] pub $field: $type),+
        }

        impl Excerpt for $name {
            type Whole = $whole;

            const POINTERS: [&'static str; 3] = [$($pointer),+];

            fn of(whole: &$whole) -> Self {
                $(let $field: fn(&$whole) -> $type = $take;)+
                Self { $($field: $field(whole)),+ }
            }

            fn kept(size: Option<Size>) -> &'static Variants<Self> {
                static OWN: Variants<$name> = Variants::new();
                static SIZED: [Variants<$name>; Size::ALL.len()] = [const { Variants::new() }; Size::ALL.len()];
                size.map_or(&OWN, |size| &SIZED[size as usize])
            }
        }
    };
}

excerpt! {
    /// Of a track: who it is, a number, and where its fifth point lies.
    NumericExcerpt of NumericObject {
        "/id" id: String = |track| track.id.clone();
        "/numbr" numbr: i32 = |track| track.numbr;
        "/coordinates/4/latitude" latitude: Option<f64> = |track| track.coordinates.get(4).map(|point| point.latitude);
    }
}

excerpt! {
    /// Of a person: who it is, a number, and its last text.
    DummyExcerpt of DummyObject {
        "/_id" id: String = |person| person.id.clone();
        "/age" age: i32 = |person| person.age;
        "/favoriteFruit" favorite_fruit: String = |person| person.favorite_fruit.clone();
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Map, Value, json};

    use super::*;

    /// `{"NumericObject": ["/id", …], …}`, as every language has it.
    const VECTOR: &str = include_str!("../../../../providers/vectors/excerpts.json");

    #[test]
    fn the_pointers_are_those_that_every_language_has() {
        let known: Map<_, _> =
            EXCERPTS.iter().map(|(known, pointers)| (known.name.to_owned(), json!(pointers))).collect();
        assert_eq!(Value::Object(known), serde_json::from_str::<Value>(VECTOR).unwrap());
        assert_eq!(
            (NumericObject::TYPE.excerpt(), crate::Order::TYPE.excerpt()),
            (Some(NumericExcerpt::POINTERS), None)
        );
        let why = "Order has no excerpt; leave operation out, or choose one of NumericObject, DummyObject";
        assert_eq!(crate::Order::TYPE.excerpted().unwrap_err(), why);
    }

    /// An excerpt as text, of what its pointers lead to in the whole object's canonical JSON.
    fn looked_up<X: Excerpt>(whole: &X::Whole) -> String {
        let whole = serde_json::to_value(whole).unwrap();
        let member = |pointer: &str| format!("{:?}:{}", pointer, whole.pointer(pointer).unwrap_or(&Value::Null));
        format!("{{{}}}", X::POINTERS.map(member).join(","))
    }

    fn check<X: Excerpt>() {
        let wholes = [X::Whole::canonical()].into_iter().chain(X::Whole::variants(None).cloned());
        for whole in wholes {
            assert_eq!(serde_json::to_string(&X::of(&whole)).unwrap(), looked_up::<X>(&whole));
        }
        assert_eq!(X::Whole::variants(None).count(), crate::VARIANTS as usize);
        for (index, whole) in X::Whole::variants(None).enumerate() {
            assert_eq!(*X::variant(None, index), X::of(whole));
        }
    }

    #[test]
    fn the_values_are_what_the_pointers_lead_to_in_every_variant() {
        check::<NumericExcerpt>();
        check::<DummyExcerpt>();
    }

    #[test]
    fn a_list_that_is_too_short_has_null_and_a_double_is_compared_as_one() {
        let mut track = NumericObject::canonical();
        track.coordinates.truncate(5);
        track.coordinates[4].latitude = 1e21;
        let excerpt = NumericExcerpt::of(&track);
        assert!(serde_json::to_string(&excerpt).unwrap().ends_with(r#","/coordinates/4/latitude":1e+21}"#));
        track.coordinates[4].latitude = -0.0;
        let minus_zero = NumericExcerpt::of(&track);
        track.coordinates[4].latitude = 0.0;
        assert!(minus_zero == NumericExcerpt::of(&track) && minus_zero != excerpt);
        track.coordinates.pop();
        let short = NumericExcerpt::of(&track);
        assert!(serde_json::to_string(&short).unwrap().ends_with(r#","/coordinates/4/latitude":null}"#));
        assert!(short != minus_zero);
    }
}
