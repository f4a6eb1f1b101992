//! One kept-alive HTTP/1.1 connection to a provider, and one exchange on it at a time.
//!
//! Written on the socket itself: the bytes of a request are ready before the run, a body stays where it was received, and nothing hops between tasks.
//! The parse that follows then costs what it costs, and the loop is fast.

use std::future::{Future, poll_fn};
use std::io;
use std::net::SocketAddr;
use std::pin::{Pin, pin};
use std::task::Poll;
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep, sleep_until, timeout_at};

use super::fetch_error::FetchError;
use super::head::{Framing, Head};

/// What is read at once if it is there, bytes; the larger part of all bodies fits with its head.
const READ_BYTES: usize = 8192;

/// What every request of a run shares.
pub struct Target {
    /// Where the provider's name led when the run began.
    pub addresses: Vec<SocketAddr>,
    /// The media type that bodies must have.
    pub media_type: &'static str,
    /// The bytes of the request for each variant, by index.
    pub requests: Vec<String>,
    /// The largest body, bytes.
    pub max_object_bytes: usize,
    /// To open a connection.
    pub connect_timeout: Duration,
    /// From sending a request until its whole body is there.
    pub read_timeout: Duration,
}

/// A connection between two requests.
pub struct Connection {
    socket: Socket,
    /// One timer for the connection's whole life; moving it later is nearly free.
    deadline: Pin<Box<Sleep>>,
}

struct Socket {
    stream: TcpStream,
    /// What was received and not yet taken.
    received: BytesMut,
}

impl Connection {
    /// Opens one to the first address that answers.
    ///
    /// # Errors
    /// `Unreachable`, or `ConnectTimeout` once all addresses together took too long.
    pub async fn open(target: &Target) -> Result<Self, FetchError> {
        let deadline = Instant::now() + target.connect_timeout;
        let connect = TcpStream::connect(target.addresses.as_slice());
        let connected = timeout_at(deadline, connect).await;
        let stream = connected.map_err(|_| FetchError::ConnectTimeout(target.connect_timeout))??;
        stream.set_nodelay(true)?;
        let socket = Socket { stream, received: BytesMut::with_capacity(2 * READ_BYTES) };
        Ok(Self { socket, deadline: Box::pin(sleep_until(deadline)) })
    }

    /// Whether a request can be sent: since the last answer the provider has neither closed the connection nor sent what nobody asked for.
    pub fn is_usable(&self) -> bool {
        // Asks the system only if the event loop saw something arrive.
        let nothing = self.socket.stream.try_read(&mut [0]).is_err_and(|why| why.kind() == io::ErrorKind::WouldBlock);
        nothing && self.socket.received.is_empty()
    }

    /// Requests a variant and waits for its whole body. Says whether the connection can be used again.
    ///
    /// # Errors
    /// All but `ConnectTimeout`; the connection is spent then.
    pub async fn fetch(&mut self, target: &Target, variant: usize) -> Result<(Bytes, bool), FetchError> {
        self.deadline.as_mut().reset(Instant::now() + target.read_timeout);
        let mut exchange = pin!(self.socket.exchange(target, variant));
        let deadline = &mut self.deadline;
        poll_fn(|cx| match exchange.as_mut().poll(cx) {
            Poll::Pending => deadline.as_mut().poll(cx).map(|()| Err(FetchError::ReadTimeout(target.read_timeout))),
            done @ Poll::Ready(_) => done,
        })
        .await
    }
}

impl Socket {
    async fn exchange(&mut self, target: &Target, variant: usize) -> Result<(Bytes, bool), FetchError> {
        self.stream.write_all(target.requests[variant].as_bytes()).await?;
        let head = self.head(target.media_type).await?;
        let most = target.max_object_bytes;
        match head.framing {
            Framing::Length(length) if length > most as u64 => Err(FetchError::TooLarge(most)),
            Framing::Length(length) => Ok((self.take(usize::try_from(length).unwrap_or(most)).await?, head.stays)),
            Framing::Chunked => Ok((self.chunked(most).await?, head.stays)),
            Framing::UntilClose => Ok((self.until_close(most).await?, false)),
        }
    }

    /// The head of the answer, after any interim ones, checked.
    async fn head(&mut self, media_type: &'static str) -> Result<Head, FetchError> {
        loop {
            if self.read().await? == 0 {
                return Err(FetchError::Unreachable("it closed the connection".to_owned()));
            }
            while let Some((length, head)) = Head::parse(&self.received, media_type)? {
                let _head = self.received.split_to(length);
                if let Some(head) = head {
                    return Ok(head);
                }
            }
        }
    }

    /// Reads what is there, and waits for something if nothing is; 0 bytes at the connection's end.
    async fn read(&mut self) -> io::Result<usize> {
        self.received.reserve(READ_BYTES);
        self.stream.read_buf(&mut self.received).await
    }

    /// The same in a body, which must not end yet.
    async fn read_on(&mut self) -> Result<(), FetchError> {
        match self.read().await {
            Ok(bytes) if bytes > 0 => Ok(()),
            _ => Err(FetchError::Truncated),
        }
    }

    /// The next bytes in one piece: where they were received, with no copy.
    async fn take(&mut self, length: usize) -> Result<Bytes, FetchError> {
        self.received.reserve(length.saturating_sub(self.received.len()));
        while self.received.len() < length {
            self.read_on().await?;
        }
        Ok(self.received.split_to(length).freeze())
    }

    /// A body in chunks, joined; without copy where it is only one.
    async fn chunked(&mut self, most: usize) -> Result<Bytes, FetchError> {
        let (mut chunks, mut left) = (Vec::new(), most);
        loop {
            let length = usize::try_from(self.chunk_length().await?).unwrap_or(usize::MAX);
            if length == 0 {
                while !self.line().await?.is_empty() {}
                return Ok(if let [only] = chunks.as_mut_slice() {
                    std::mem::take(only)
                } else {
                    chunks.concat().into()
                });
            }
            left = left.checked_sub(length).ok_or(FetchError::TooLarge(most))?;
            chunks.push(self.take(length).await?);
            if !self.line().await?.is_empty() {
                return Err(FetchError::Truncated);
            }
        }
    }

    /// A chunk's length, whose extensions mean nothing here.
    async fn chunk_length(&mut self) -> Result<u64, FetchError> {
        let line = self.line().await?;
        let digits = line.split(|byte| *byte == b';').next().unwrap_or_default().trim_ascii();
        let hexadecimal = (1..=16).contains(&digits.len()) && digits.iter().all(u8::is_ascii_hexdigit);
        let digits = std::str::from_utf8(digits).ok().filter(|_| hexadecimal);
        digits.and_then(|digits| u64::from_str_radix(digits, 16).ok()).ok_or(FetchError::Truncated)
    }

    /// The next line, without its CR LF; one that does not end in 8 KiB breaks the rules.
    async fn line(&mut self) -> Result<Bytes, FetchError> {
        let mut searched = 0;
        loop {
            let end = self.received[searched..].windows(2).position(|pair| pair == b"\r\n");
            if let Some(end) = end {
                let line = self.received.split_to(searched + end).freeze();
                let _end = self.received.split_to(2);
                return Ok(line);
            }
            searched = self.received.len().saturating_sub(1);
            if searched > READ_BYTES {
                return Err(FetchError::Truncated);
            }
            self.read_on().await?;
        }
    }

    /// A body that the connection's end ends.
    async fn until_close(&mut self, most: usize) -> Result<Bytes, FetchError> {
        while self.received.len() <= most {
            if self.read().await.map_err(|_| FetchError::Truncated)? == 0 {
                return Ok(self.received.split().freeze());
            }
        }
        Err(FetchError::TooLarge(most))
    }
}
