//! The guard's rules for XML: a walk over every tag, without recursion.

use super::number::{self, Number};
use super::xml_text::{NAME, PLAIN, end_of_reference, is_name_start};
use super::{Broken, MAX_DEPTH, broken, check_text};
use testbed_objects::{Field, Kind, ObjectType};

/// What a body may begin with, and all that it may say there.
const DECLARATIONS: [&[u8]; 2] = [br#"<?xml version="1.0"?>"#, br#"<?xml version="1.0" encoding="UTF-8"?>"#];

/// Encoding, characters, nothing but elements and text that match, depth, and scalars that are such.
pub fn check(object_type: ObjectType, body: &[u8]) -> Result<(), Broken> {
    check_text(body)?;
    let declared = DECLARATIONS.iter().find(|declaration| body.starts_with(declaration)).map_or(0, |known| known.len());
    let mut walk = Walk { object_type, body, at: declared, elements: [Element::default(); MAX_DEPTH], open: 0 };
    walk.white_space();
    if walk.tag()? != object_type.name.as_bytes() {
        return broken("the root element's name is not the object type's", declared);
    }
    while walk.open > 0 {
        walk.text()?;
        if walk.rest().starts_with(b"</") {
            walk.end_tag()?;
        } else {
            walk.tag()?;
        }
    }
    walk.white_space();
    if walk.at == body.len() { Ok(()) } else { broken("something follows the root element", walk.at) }
}

/// A place in the body, and the elements that are open there.
struct Walk<'a> {
    object_type: ObjectType,
    body: &'a [u8],
    at: usize,
    elements: [Element<'a>; MAX_DEPTH],
    open: usize,
}

/// An open element: its name, and the fields that it may hold, which are none where the type does not know it or it is no record.
#[derive(Clone, Copy, Default)]
struct Element<'a> {
    name: &'a [u8],
    fields: &'static [Field],
    /// Where the last field was found.
    found: usize,
}

impl Element<'_> {
    /// What a field of this name is. They mostly come in order, an item of a list like the one before, so the search begins at the last one found.
    fn kind(&mut self, name: &[u8]) -> Option<Kind> {
        let (before, rest) = self.fields.split_at(self.found);
        let known = |field: &Field| field.name.as_bytes() == name;
        let later = rest.iter().position(known).map(|at| self.found + at);
        self.found = later.or_else(|| before.iter().position(known))?;
        Some(self.fields[self.found].kind)
    }
}

impl<'a> Walk<'a> {
    fn rest(&self) -> &'a [u8] {
        &self.body[self.at..]
    }

    fn white_space(&mut self) {
        self.at += self.rest().iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\n')).count();
    }

    /// Steps over text, to the next tag.
    fn text(&mut self) -> Result<(), Broken> {
        loop {
            self.at += PLAIN.run(self.rest());
            self.at += match self.rest() {
                [b'<', ..] => return Ok(()),
                [b'&', ..] => end_of_reference(self.rest(), self.at)?,
                [b'>', ..] if self.body[..self.at].ends_with(b"]]") => {
                    return broken("]]> stands in a text", self.at - 2);
                }
                // U+FFFE and U+FFFF
                [0xef, 0xbf, 0xbe | 0xbf, ..] => return broken("a character that XML does not have", self.at),
                [b'>' | 0xef, ..] => 1,
                [b'\r', ..] => return broken("a carriage return that is not written &#13;", self.at),
                [_, ..] => return broken("a character that XML does not have", self.at),
                [] => return broken("an element does not end", self.at),
            };
        }
    }

    /// What the element of this name is that stands here: a list's is an item, and the root the type's own record.
    fn kind(&mut self, name: &[u8]) -> Option<Kind> {
        let kind = match self.elements[..self.open].last_mut() {
            Some(parent) => parent.kind(name)?,
            None => Kind::Record(self.object_type.fields),
        };
        Some(if let Kind::List(item) = kind { *item } else { kind })
    }

    /// Steps over a start tag or the tag of an empty element, and over a scalar that it opens; gives its name.
    fn tag(&mut self) -> Result<&'a [u8], Broken> {
        let start = self.at;
        let name = self.name(1)?;
        let kind = self.kind(name);
        let scalar = kind.filter(|kind| matches!(kind, Kind::Int32 | Kind::Int64 | Kind::Double | Kind::Boolean));
        match self.rest() {
            [b'/', b'>', ..] if scalar.is_some() => broken("a number or boolean is empty", start),
            [b'/', b'>', ..] => {
                self.at += 2;
                Ok(name)
            }
            [b'>', ..] if self.open == MAX_DEPTH => broken("more than 64 elements are open", start),
            [b'>', ..] => {
                self.at += 1;
                let fields = if let Some(Kind::Record(fields)) = kind { fields } else { &[] };
                self.elements[self.open] = Element { name, fields, found: 0 };
                self.open += 1;
                scalar.map_or(Ok(()), |scalar| self.scalar(scalar))?;
                Ok(name)
            }
            [] => broken("a tag does not end", start),
            _ => broken("a tag holds more than a name", self.at),
        }
    }

    fn end_tag(&mut self) -> Result<(), Broken> {
        let start = self.at;
        let name = self.name(2)?;
        if self.rest().first() != Some(&b'>') {
            return broken("an end tag holds more than a name", self.at);
        }
        if name != self.elements[self.open - 1].name {
            return broken("an end tag has another name than the element that it ends", start);
        }
        self.at += 1;
        self.open -= 1;
        Ok(())
    }

    /// Steps over a tag's `<` or `</` and its name.
    fn name(&mut self, before: usize) -> Result<&'a [u8], Broken> {
        let start = self.at;
        match self.rest() {
            [b'<', b'!', ..] => return broken("comments, CDATA sections and declarations are not allowed", start),
            [b'<', b'?', ..] => return broken("processing instructions are not allowed", start),
            [b'<', ..] => {}
            _ => return broken("there is no root element", start),
        }
        let text = self.body.get(start + before..).unwrap_or_default();
        let length = NAME.run(text);
        if !text.first().is_some_and(|&byte| is_name_start(byte)) {
            return broken("a tag has no name", start);
        }
        self.at += before + length;
        Ok(&text[..length])
    }

    /// Steps over the text of an element that must be a scalar, to its end tag.
    fn scalar(&mut self, scalar: Kind) -> Result<(), Broken> {
        let rest = self.rest();
        let text = &rest[..rest.iter().position(|&byte| byte == b'<').unwrap_or(rest.len())];
        match (scalar, number::check(text)) {
            (Kind::Boolean, _) if matches!(text, b"true" | b"false") => {}
            (Kind::Boolean, _) => return broken("a boolean is neither true nor false", self.at),
            (Kind::Int32 | Kind::Int64, Ok(Number::Fraction)) => {
                return broken("an integer has a fraction or an exponent", self.at);
            }
            (_, Err(rule)) => return broken(rule, self.at),
            (_, Ok(_)) => {}
        }
        self.at += text.len();
        if self.rest().starts_with(b"</") { Ok(()) } else { broken("a number or boolean holds an element", self.at) }
    }
}

#[cfg(test)]
#[path = "xml_tests.rs"]
mod tests;
