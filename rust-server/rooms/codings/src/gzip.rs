//! gzip (RFC 1952) by flate2. Header and trailer are read and written here: libraries differ in what they pass over.

use std::io::Write;

use flate2::write::DeflateEncoder;
use flate2::{Compression, Crc, Decompress, FlushDecompress, Status};

use super::{Fault, too_large};

/// Method deflate and no flags, no time, nothing of the level, an unknown system.
const HEADER: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff];
/// The checksum and the length of what was compressed, four bytes each.
const TRAILER: usize = 8;
const LEVEL: u32 = 6;

pub fn encode(body: &[u8]) -> Vec<u8> {
    let mut deflate = DeflateEncoder::new(HEADER.to_vec(), Compression::new(LEVEL));
    let written = deflate.write_all(body).and_then(|()| deflate.finish());
    let mut coded = written.expect("a Vec takes every write");
    coded.extend(crc(body).to_le_bytes());
    coded.extend(length(body).to_le_bytes());
    coded
}

fn crc(body: &[u8]) -> u32 {
    let mut crc = Crc::new();
    crc.update(body);
    crc.sum()
}

/// As the trailer has it.
#[allow(clippy::cast_possible_truncation, reason = "it is stated modulo 2^32")]
const fn length(body: &[u8]) -> u32 {
    body.len() as u32
}

/// The state of the inflater, used again for each body.
pub struct Context(Decompress);

impl Context {
    pub fn new() -> Self {
        Self(Decompress::new(false))
    }

    pub fn decode(&mut self, coded: &[u8], buffer: &mut [u8]) -> Result<usize, Fault> {
        let [0x1f, 0x8b, method, flags, _, _, _, _, _, _, data @ ..] = coded else {
            return Err(Fault::broken("it does not begin with a header"));
        };
        if *method != 8 {
            return Err(Fault::broken("its method at byte 2 is not deflate"));
        }
        if *flags != 0 {
            return Err(Fault::broken("its flags at byte 3 are not 0"));
        }
        let (read, written) = self.inflate(data, buffer)?;
        let (end, body) = (HEADER.len() + read, &buffer[..written]);
        let Some((trailer, behind)) = data[read..].split_at_checked(TRAILER) else {
            return Err(Fault::broken("it is cut in its trailer"));
        };
        if trailer[..4] != crc(body).to_le_bytes() {
            return Err(Fault::broken(format!("its checksum at byte {end} is wrong")));
        }
        if trailer[4..] != length(body).to_le_bytes() {
            return Err(Fault::broken(format!("its length at byte {} is wrong", end + 4)));
        }
        if !behind.is_empty() {
            return Err(Fault::broken(format!("more bytes follow its end at byte {}", end + TRAILER)));
        }
        Ok(written)
    }

    /// How many bytes the deflated data are, and how many they hold.
    fn inflate(&mut self, data: &[u8], buffer: &mut [u8]) -> Result<(usize, usize), Fault> {
        self.0.reset(false);
        let status = self.0.decompress(data, buffer, FlushDecompress::Finish);
        let bytes = |count: u64| usize::try_from(count).expect("both lie in memory");
        let (read, written) = (bytes(self.0.total_in()), bytes(self.0.total_out()));
        match status {
            _ if written == buffer.len() => Err(too_large(buffer)),
            Ok(Status::StreamEnd) => Ok((read, written)),
            Ok(Status::Ok | Status::BufError) => Err(Fault::broken("it is cut in its data")),
            Err(_) => Err(Fault::broken("its data are not what deflate writes")),
        }
    }
}
