//! The frames of a request that pushes many objects: each the length of its object, the object's number, and its bytes.

use thiserror::Error;

/// What a frame begins with: two unsigned integers of 32 bits, the highest byte first.
pub const HEAD: usize = 8;

/// An object as it was pushed.
#[derive(Debug, PartialEq, Eq)]
pub struct Frame {
    /// Its number in its part.
    pub number: u64,
    /// Its bytes, in memory of their own.
    pub body: Vec<u8>,
}

/// Bytes that are no sequence of frames that are allowed.
#[derive(Debug, PartialEq, Eq, Error)]
pub enum Broken {
    /// An object of no bytes.
    #[error("an object has no bytes")]
    Empty,
    /// An object that may not be so large.
    #[error("an object is larger than {0} bytes (MAX_OBJECT_BYTES, or four times the size of the ingest)")]
    TooLarge(usize),
    /// A request that ended before its last object did.
    #[error("the body ended inside a frame")]
    Cut,
}

/// What a frame of so many bytes begins with.
pub fn head(length: usize, number: u64) -> [u8; HEAD] {
    let word = |value: u64| u32::try_from(value).expect("no limit of a server is that high").to_be_bytes();
    let mut head = [0; HEAD];
    head[..4].copy_from_slice(&word(length as u64));
    head[4..].copy_from_slice(&word(number));
    head
}

/// Cuts a request's body, which comes in pieces, into frames.
pub struct Frames {
    most: usize,
    head: Vec<u8>,
    /// Of the frame whose head is whole: its number, its length, and what came of it.
    under_way: Option<(u64, usize, Vec<u8>)>,
}

impl Frames {
    /// Objects of this many bytes at the most.
    pub fn up_to(most: usize) -> Self {
        Self { most, head: Vec::with_capacity(HEAD), under_way: None }
    }

    /// Takes from a piece what belongs to the frame under way, and gives the frame where it is whole then.
    ///
    /// # Errors
    /// An object that may not be.
    pub fn take(&mut self, piece: &mut &[u8]) -> Result<Option<Frame>, Broken> {
        if self.under_way.is_none() {
            take(&mut self.head, HEAD, piece);
            if self.head.len() < HEAD {
                return Ok(None);
            }
            self.under_way = Some(self.begin()?);
            self.head.clear();
        }
        let Some((number, length, mut body)) = self.under_way.take() else { return Ok(None) };
        take(&mut body, length, piece);
        if body.len() < length {
            self.under_way = Some((number, length, body));
            return Ok(None);
        }
        Ok(Some(Frame { number, body }))
    }

    fn begin(&self) -> Result<(u64, usize, Vec<u8>), Broken> {
        let word = |at: usize| u32::from_be_bytes(self.head[at..at + 4].try_into().expect("they are four"));
        let length = usize::try_from(word(0)).unwrap_or(usize::MAX);
        if length == 0 {
            return Err(Broken::Empty);
        }
        if length > self.most {
            return Err(Broken::TooLarge(self.most));
        }
        Ok((word(4).into(), length, Vec::with_capacity(length)))
    }

    /// Checks that the body may end here.
    ///
    /// # Errors
    /// `Cut`
    pub fn end(&self) -> Result<(), Broken> {
        if self.head.is_empty() && self.under_way.is_none() { Ok(()) } else { Err(Broken::Cut) }
    }
}

/// Moves bytes from the piece until there are so many.
fn take(into: &mut Vec<u8>, length: usize, piece: &mut &[u8]) {
    let (taken, rest) = piece.split_at(piece.len().min(length - into.len()));
    into.extend_from_slice(taken);
    *piece = rest;
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The frames of a body that comes in pieces of so many bytes.
    fn cut(body: &[u8], size: usize) -> Result<Vec<(u64, Vec<u8>)>, Broken> {
        let (mut frames, mut all) = (Frames::up_to(300), Vec::new());
        for mut piece in body.chunks(size) {
            while !piece.is_empty() {
                all.extend(frames.take(&mut piece)?.map(|Frame { number, body }| (number, body)));
            }
        }
        frames.end().map(|()| all)
    }

    fn framed(objects: &[(u64, Vec<u8>)]) -> Vec<u8> {
        objects.iter().flat_map(|(number, body)| [head(body.len(), *number).as_slice(), body].concat()).collect()
    }

    #[test]
    fn they_come_out_as_they_went_in_however_they_are_cut() {
        let objects = vec![(0, vec![1]), (7, b"three".to_vec()), (999_999, vec![9; 300]), (256, vec![0; 255])];
        let body = framed(&objects);
        for size in (1..20).chain([body.len()]) {
            assert_eq!(cut(&body, size).unwrap(), objects, "in pieces of {size}");
        }
        assert_eq!(cut(b"", 1).unwrap(), []);
        assert_eq!(head(258, 3), [0, 0, 1, 2, 0, 0, 0, 3]);
    }

    #[test]
    fn what_is_no_frame_is_refused() {
        assert_eq!(cut(&framed(&[(0, vec![])]), 3), Err(Broken::Empty));
        assert_eq!(cut(&framed(&[(0, vec![0; 301])]), 3), Err(Broken::TooLarge(300)));
        assert_eq!(cut(&[0xff; 8], 8), Err(Broken::TooLarge(300)), "no memory is taken for it");
        let whole = framed(&[(0, vec![1, 2, 3]), (1, vec![4])]);
        for length in (1..whole.len()).filter(|length| *length != HEAD + 3) {
            assert_eq!(cut(&whole[..length], 4), Err(Broken::Cut), "{length}");
        }
    }
}
