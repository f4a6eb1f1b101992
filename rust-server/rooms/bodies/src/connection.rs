//! One connection to a provider, and one exchange on it at a time.

use bytes::Bytes;
use http_body_util::{BodyExt, Empty};
use hyper::Request;
use hyper::body::{Body, Incoming};
use hyper::client::conn::http1;
use hyper::header::{self, HeaderValue};
use tokio::net::TcpStream;

use super::answer_check::{check_head, stays_open};
use super::answer_stream::{AnswerStream, fault_of};
use super::fetch_error::FetchError;
use super::link::Link;
use super::target::Target;

/// A kept-alive HTTP/1.1 connection.
pub struct Connection(Link<AnswerStream<TcpStream>, Empty<Bytes>>);

impl Connection {
    /// Opens one to the first address that answers.
    ///
    /// # Errors
    /// `Unreachable`, or `ConnectTimeout` once all addresses together took too long.
    pub async fn open(target: &Target) -> Result<Self, FetchError> {
        let http = http1::Builder::new();
        let wrap = |stream| AnswerStream::new(stream, target.max_object_bytes as u64);
        Ok(Self(Link::open(&target.addresses, target.connect_timeout, &http, wrap).await?))
    }

    /// Waits until the next request can be sent.
    ///
    /// # Errors
    /// `Unreachable` where the provider has closed it since the last answer.
    pub async fn ready(&mut self, target: &Target) -> Result<(), FetchError> {
        Ok(self.0.ready(target.read_timeout).await?)
    }

    /// Requests a variant and waits for its whole body. Says whether the connection can be used again.
    ///
    /// # Errors
    /// All but the two of `open`; the connection is spent then.
    pub async fn fetch(&mut self, target: &Target, variant: usize) -> Result<(Bytes, bool), FetchError> {
        let mut request = Request::new(Empty::new());
        *request.uri_mut() = target.paths[variant].clone();
        request.headers_mut().insert(header::HOST, target.host.clone());
        request.headers_mut().insert(header::ACCEPT, HeaderValue::from_static(target.media_type));
        if let Some(coding) = target.coding {
            request.headers_mut().insert(header::ACCEPT_ENCODING, HeaderValue::from_static(coding.name()));
        }
        if let Some(authorization) = &target.authorization {
            request.headers_mut().insert(header::AUTHORIZATION, authorization.clone());
        }
        let sent = self.0.send(request);
        let exchange = async {
            let response = sent.await?;
            let stays = stays_open(&response);
            check_head(&response, target)?;
            Ok((whole(response.into_body(), target.max_object_bytes).await?, stays))
        };
        let exchanged = self.0.within(Some(target.read_timeout), exchange).await;
        exchanged.unwrap_or(Err(FetchError::ReadTimeout(target.read_timeout)))
    }
}

/// The whole body in one piece of its own, in however many it came: a slice of the connection's buffer would lie elsewhere in the caches, and keep that
/// buffer alive for as long as a block waits.
async fn whole(mut body: Incoming, most: usize) -> Result<Bytes, FetchError> {
    let declared = usize::try_from(body.size_hint().lower()).unwrap_or(most);
    let mut whole = Vec::with_capacity(declared.min(most));
    while let Some(frame) = body.frame().await {
        let Ok(data) =
            frame.map_err(|why| fault_of(&why).map_or(FetchError::Truncated, FetchError::Grammar))?.into_data()
        else {
            continue;
        };
        if whole.len() + data.len() > most {
            return Err(FetchError::TooLarge(most));
        }
        whole.extend_from_slice(&data);
    }
    Ok(whole.into())
}
