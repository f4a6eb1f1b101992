//! Which of an object's fields are no text, by name alone: what the guard must know of them, for formats that write everything as text.

use super::{Field, Kind};

/// What a field holds that is neither a text nor a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scalar {
    /// A whole number of any width.
    Integer,
    /// A double.
    Number,
    /// `true` or `false`.
    Boolean,
}

/// How many scalars there are among fields, at whatever depth.
pub const fn count(fields: &[Field]) -> usize {
    collect(fields, &mut [], 0)
}

/// The scalars among fields, at whatever depth: `N` of them, as `count` says.
pub const fn scalars<const N: usize>(fields: &[Field]) -> [(&'static str, Scalar); N] {
    let mut scalars = [("", Scalar::Integer); N];
    collect(fields, &mut scalars, 0);
    scalars
}

/// Puts the scalars among fields into those from an index, as far as they have room; gives the index behind them.
const fn collect(fields: &[Field], scalars: &mut [(&'static str, Scalar)], mut end: usize) -> usize {
    let mut at = 0;
    while at < fields.len() {
        let (name, kind) = fields[at];
        let scalar = match innermost(kind) {
            Kind::Int32 | Kind::Int64 => Some(Scalar::Integer),
            Kind::Double => Some(Scalar::Number),
            Kind::Boolean => Some(Scalar::Boolean),
            Kind::Record(nested) => {
                end = collect(nested, scalars, end);
                None
            }
            Kind::Text | Kind::List(_) => None,
        };
        if let Some(scalar) = scalar {
            if end < scalars.len() {
                scalars[end] = (name, scalar);
            }
            end += 1;
        }
        at += 1;
    }
    end
}

/// What one element of XML holds, which stands for one item of a list.
const fn innermost(kind: Kind) -> Kind {
    match kind {
        Kind::List(item) => innermost(*item),
        kind => kind,
    }
}

#[cfg(test)]
mod tests {
    use super::{Scalar, count, scalars};
    use crate::{Field, kind};

    #[test]
    fn scalars_are_found_at_every_depth_and_nothing_else_is() {
        const FIELDS: &[Field] = &[
            ("text", kind!(Text)),
            ("small", kind!(Int32)),
            ("texts", kind!([Text])),
            ("inner", kind!({ "on": Boolean, "wide": [Int64] })),
            ("list", kind!([{ "value": Double }])),
        ];
        let found =
            [("small", Scalar::Integer), ("on", Scalar::Boolean), ("wide", Scalar::Integer), ("value", Scalar::Number)];
        assert_eq!(scalars::<{ count(FIELDS) }>(FIELDS), found);
    }
}
