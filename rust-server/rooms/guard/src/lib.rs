//! The guard: refuses hostile bodies before a library sees them. The rules are those of `docs/contract/guard.md`, which every server follows.

#![cfg_attr(test, allow(clippy::unwrap_used))]

mod bson;
mod grammar;
mod json;
mod json_text;
mod keys;
mod levels;
mod number;
mod rule;
mod table;
mod text;
mod walker;
mod xml;
mod xml_text;

use thiserror::Error;

use self::grammar::Grammar;
pub use self::text::utf_8;
use self::walker::Walker;
use testbed_contract::Format;
use testbed_objects::ObjectType;

/// Which rule a body breaks, and where.
#[derive(Debug, Error, PartialEq, Eq)]
#[error("{rule} (at byte {at})")]
pub struct Broken {
    rule: &'static str,
    at: usize,
}

impl Broken {
    /// Whether it is the field table's: then an engine refuses the body, too.
    pub fn is_of_the_table(&self) -> bool {
        rule::OF_THE_TABLE.contains(&self.rule)
    }
}

/// What checks the bodies of a format and an object type. It is made once a run, and checking allocates nothing.
pub struct Guard(Way);

/// How it looks at a body.
enum Way {
    Walks(Box<Walker>),
    /// By the bodies of the first variants, in order.
    Knows(Vec<Vec<u8>>),
}

impl Guard {
    /// For bodies of a type that the format carries. Where it walks none it accepts none: see `knowing`.
    pub fn new(format: Format, object_type: ObjectType) -> Self {
        Self(match Grammar::of(format.rules()) {
            Some(grammar) => Way::Walks(Box::new(Walker::new(grammar, object_type))),
            None => Way::Knows(Vec::new()),
        })
    }

    /// For these bodies, one a variant in order, and no others.
    pub const fn knowing(bodies: Vec<Vec<u8>>) -> Self {
        Self(Way::Knows(bodies))
    }

    /// Checks a whole body, whichever variant's it is.
    ///
    /// # Errors
    /// The first rule that it breaks.
    pub fn check(&mut self, body: &[u8]) -> Result<(), Broken> {
        match &mut self.0 {
            Way::Walks(walker) => walker.check(body),
            Way::Knows(bodies) if bodies.iter().any(|known| known == body) => Ok(()),
            Way::Knows(_) => broken("it is not the body of a variant", 0),
        }
    }

    /// Checks the body that a variant is due to have.
    ///
    /// # Errors
    /// The first rule that it breaks.
    pub fn check_due(&mut self, body: &[u8], variant: usize) -> Result<(), Broken> {
        match &mut self.0 {
            Way::Walks(walker) => walker.check(body),
            Way::Knows(bodies) => match bodies.get(variant) {
                Some(due) if due == body => Ok(()),
                due => {
                    let same = due.map_or(0, |due| due.iter().zip(body).take_while(|(due, byte)| due == byte).count());
                    broken("it is not the body of the variant that is due", same)
                }
            },
        }
    }
}

fn broken<T>(rule: &'static str, at: usize) -> Result<T, Broken> {
    Err(Broken { rule, at })
}

#[cfg(test)]
mod attacks_tests;
#[cfg(test)]
mod samples_tests;
#[cfg(test)]
mod tests;
