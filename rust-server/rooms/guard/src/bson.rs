//! The guard's rules for BSON: a walk over every element, without recursion.

use super::{Broken, MAX_DEPTH, broken};
use testbed_objects::ObjectType;

/// Lengths that nest, names and text in UTF-8, allowed types, depth.
pub fn check(object_type: ObjectType, body: &[u8]) -> Result<(), Broken> {
    let mut walk = Walk { may_be_null: object_type.may_be_null, body, at: 0, ends: [0; MAX_DEPTH], open: 0 };
    let end = body.len();
    if walk.document_end(end)? != end {
        return broken("the document's declared length is not the body's", 0);
    }
    walk.enter(end)?;
    while walk.open > 0 {
        walk.element()?;
    }
    Ok(())
}

/// A place in the body, and where each open document ends.
struct Walk<'a> {
    may_be_null: bool,
    body: &'a [u8],
    at: usize,
    ends: [usize; MAX_DEPTH],
    open: usize,
}

impl Walk<'_> {
    /// Steps over one element, or out of a document that ends here. `at` is always before the end of the innermost document.
    fn element(&mut self) -> Result<(), Broken> {
        let end = self.ends[self.open - 1];
        // The document's last byte must be left for its terminator.
        let limit = end - 1;
        let (start, kind) = (self.at, self.body[self.at]);
        self.at += 1;
        if kind == 0 {
            self.open -= 1;
            return if self.at == end { Ok(()) } else { broken("a document's elements end before its length", start) };
        }
        self.name(limit)?;
        match kind {
            0x01 => self.double(limit),
            0x02 => self.string(limit),
            0x03 | 0x04 => {
                let end = self.document_end(limit)?;
                self.enter(end)
            }
            0x08 => self.boolean(limit),
            0x0a if self.may_be_null => Ok(()),
            0x10 => self.skip(4, limit),
            0x12 => self.skip(8, limit),
            _ => broken("the element's type is not allowed", start),
        }
    }

    /// Checks that a document may begin here and that its length fits, and says where it ends.
    fn document_end(&self, limit: usize) -> Result<usize, Broken> {
        let end =
            usize::try_from(self.length(limit)?).ok().filter(|&length| length >= 5).map(|length| self.at + length);
        match end {
            Some(end) if end <= limit && self.body[end - 1] == 0 => Ok(end),
            Some(end) if end <= limit => broken("a document does not end in NUL", end - 1),
            _ => broken("a document's declared length does not fit", self.at),
        }
    }

    fn enter(&mut self, end: usize) -> Result<(), Broken> {
        if self.open == MAX_DEPTH {
            return broken("more than 64 documents are open", self.at);
        }
        self.ends[self.open] = end;
        self.open += 1;
        self.at += 4;
        Ok(())
    }

    /// The little-endian int32 that stands here.
    fn length(&self, limit: usize) -> Result<i32, Broken> {
        match self.body.get(self.at..limit).and_then(<[u8]>::first_chunk) {
            Some(bytes) => Ok(i32::from_le_bytes(*bytes)),
            None => broken("a length lies outside its document", self.at),
        }
    }

    fn skip(&mut self, bytes: usize, limit: usize) -> Result<(), Broken> {
        if limit - self.at < bytes {
            return broken("a value lies outside its document", self.at);
        }
        self.at += bytes;
        Ok(())
    }

    fn name(&mut self, limit: usize) -> Result<(), Broken> {
        let rest = &self.body[self.at..limit];
        let Some(length) = rest.iter().position(|&byte| byte == 0) else {
            return broken("an element's name does not end", self.at);
        };
        self.text(length)?;
        self.at += length + 1;
        Ok(())
    }

    fn string(&mut self, limit: usize) -> Result<(), Broken> {
        let declared = self.length(limit)?;
        let Some(length) =
            usize::try_from(declared).ok().filter(|&length| length >= 1 && length <= limit - self.at - 4)
        else {
            return broken("a string's declared length does not fit", self.at);
        };
        self.at += 4;
        self.text(length - 1)?;
        self.at += length;
        if self.body[self.at - 1] == 0 { Ok(()) } else { broken("a string does not end in NUL", self.at - 1) }
    }

    fn text(&self, length: usize) -> Result<(), Broken> {
        match std::str::from_utf8(&self.body[self.at..self.at + length]) {
            Ok(_) => Ok(()),
            Err(why) => broken("a name or string is not UTF-8", self.at + why.valid_up_to()),
        }
    }

    fn double(&mut self, limit: usize) -> Result<(), Broken> {
        let at = self.at;
        self.skip(8, limit)?;
        let bytes = self.body[at..].first_chunk().copied().unwrap_or_default();
        if f64::from_le_bytes(bytes).is_finite() { Ok(()) } else { broken("a double is not finite", at) }
    }

    fn boolean(&mut self, limit: usize) -> Result<(), Broken> {
        let at = self.at;
        self.skip(1, limit)?;
        if self.body[at] > 1 { broken("a boolean is neither 0 nor 1", at) } else { Ok(()) }
    }
}

#[cfg(test)]
#[path = "bson_tests.rs"]
mod tests;
