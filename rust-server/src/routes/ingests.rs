//! `POST /ingests`, and the requests that push to one.

use std::net::IpAddr;
use std::sync::Arc;

use actix_web::web::{Bytes, Data, Path, Payload};
use actix_web::{HttpRequest, HttpResponse};
use futures_util::StreamExt;

use super::answering::{asked, stream};
use crate::state::State;
use testbed_bodies::{Broken, Frame, Frames, Ingest, over};
use testbed_contract::{Code, Problem};
use testbed_http::{Cap, Failed, check_plain, is_allowed, read_body};
use testbed_request::RunRequest;

/// One for each connection that the server accepts. A port would not do: Linux gives one of loopback again after a second.
pub struct ConnectionNumber(pub u64);

/// Opens an ingest, and streams its events: first its token.
///
/// # Errors
/// `sender_not_allowed`; those of the request.
pub async fn open(state: Data<State>, request: HttpRequest, payload: Payload) -> Result<HttpResponse, Failed> {
    let body = asked(&state, &request, payload).await?;
    let (config, peer) = (&state.config, peer(&request));
    if !is_allowed(peer, &config.sender_allowlist, config.connect_timeout).await {
        let detail = format!("{peer} is not on this server's allow-list; start the server with it in SENDER_ALLOWLIST");
        return Err(Problem::new(Code::SenderNotAllowed, detail).into());
    }
    let run = RunRequest::read_ingest(&body, config, &state.engines)?;
    Ok(stream(state.ingest(run, peer)?))
}

/// Many objects in one request.
///
/// # Errors
/// `not_found` where no such ingest is; `busy`, `invalid_request`, `too_large`
pub async fn frames(
    state: Data<State>,
    token: Path<String>,
    request: HttpRequest,
    payload: Payload,
) -> Result<HttpResponse, Failed> {
    check_plain(&request)?;
    let (ingest, connection) = found(&state, &token, &request)?;
    let _pushing = ingest.begin(connection)?;
    let pushed = tokio::select! {
        biased;
        pushed = cut(&ingest, payload) => pushed?,
        () = ingest.ended() => return Err(over().into()),
    };
    // The run may end with the last object, and it is right for all that.
    if let Some(last) = pushed {
        ingest.push_last(last).await?;
    }
    Ok(HttpResponse::NoContent().finish())
}

/// Hands every object of a request to the run but the last, which it gives.
async fn cut(ingest: &Ingest, mut payload: Payload) -> Result<Option<Frame>, Problem> {
    let (mut frames, mut held) = (Frames::up_to(ingest.most_bytes()), None);
    while let Some(piece) = payload.next().await {
        let Ok(piece) = piece else { return Err(ingest.refuse(&Broken::Cut).await) };
        let mut piece: &[u8] = &piece;
        while !piece.is_empty() {
            match frames.take(&mut piece) {
                Ok(None) => {}
                Ok(Some(frame)) => {
                    if let Some(before) = held.replace(frame) {
                        ingest.push(before).await?;
                    }
                }
                Err(why) => return Err(ingest.refuse(&why).await),
            }
        }
    }
    match frames.end() {
        Ok(()) => Ok(held),
        Err(why) => Err(ingest.refuse(&why).await),
    }
}

/// One object in one request.
///
/// # Errors
/// The same.
pub async fn object(
    state: Data<State>,
    named: Path<(String, String)>,
    request: HttpRequest,
    payload: Payload,
) -> Result<HttpResponse, Failed> {
    check_plain(&request)?;
    let (token, number) = named.into_inner();
    let (ingest, connection) = found(&state, &token, &request)?;
    let digits = number.len() <= 9 && number.bytes().all(|byte| byte.is_ascii_digit());
    let number = number.parse().ok().filter(|_| digits).ok_or_else(over)?;
    let _pushing = ingest.begin(connection)?;
    let config = &state.config;
    let cap = Cap { bytes: ingest.most_bytes(), variable: "MAX_OBJECT_BYTES", time: config.client_timeout };
    let body: Bytes = match read_body(&request, payload, cap).await {
        Ok(body) => body,
        Err(problem) => {
            ingest.broken(&problem.detail).await;
            return Err(problem.into());
        }
    };
    if body.is_empty() {
        return Err(ingest.refuse(&Broken::Empty).await.into());
    }
    ingest.push_last(Frame { number, body: body.into() }).await?;
    Ok(HttpResponse::NoContent().finish())
}

fn peer(request: &HttpRequest) -> IpAddr {
    request.peer_addr().expect("every connection has a peer").ip().to_canonical()
}

/// The ingest that a request pushes to, and the number of the connection that it came over.
fn found(state: &State, token: &str, request: &HttpRequest) -> Result<(Arc<Ingest>, u64), Problem> {
    let ConnectionNumber(connection) = request.conn_data().expect("the server numbers every connection");
    Ok((state.pushing(token, peer(request)).ok_or_else(over)?, *connection))
}
