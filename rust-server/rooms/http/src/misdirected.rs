//! Refuses requests that were not meant for this server, before anything else looks at them: those
//! that the gate refused, those under another's name, those of other web pages, and those without its token.

use actix_web::Error;
use actix_web::body::{EitherBody, MessageBody};
use actix_web::dev::{RequestHead, ServiceRequest, ServiceResponse};
use actix_web::http::Method;
use actix_web::http::header::{HOST, HeaderName, HeaderValue, ORIGIN};
use actix_web::middleware::Next;
use actix_web::web::Data;

use super::gate::Exchange;
use super::respond::respond;
use super::unauthorized::check_token;
use testbed_config::{AuthToken, Hosts};
use testbed_contract::{Code, MOST_SHOWN, Problem, shown};

/// By this a browser says of every request whose page made it; an image of another site has no `Origin`.
const SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// A middleware: a request under a host or of an origin that is not this server's is a problem.
///
/// # Errors
/// The handler's.
pub async fn refuse_misdirected<B: MessageBody>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<B>>, Error> {
    let hosts = request.app_data::<Data<Hosts>>().expect("serve gives it to every worker");
    let token = request.app_data::<Data<Option<AuthToken>>>().expect("and this");
    let verdict = check_gate(&request)
        .and_then(|()| check_host(request.head(), hosts))
        .and_then(|()| check_origin(request.head(), hosts))
        .and_then(|()| check_site(request.head()))
        .and_then(|()| check_token(request.head(), token.as_ref().as_ref()))
        .and_then(|()| check_path(request.path()));
    match verdict {
        Ok(()) => Ok(next.call(request).await?.map_into_left_body()),
        // An answer, not an error: whoever wraps this still holds the request's body.
        Err(problem) => Ok(request.into_response(respond(&problem)).map_into_right_body()),
    }
}

/// The gate has a request with a `*` in its method for one that it refused.
fn check_gate(request: &ServiceRequest) -> Result<(), Problem> {
    let refused = request.conn_data::<Exchange>().filter(|_| request.method().as_str().ends_with('*'));
    refused.and_then(Exchange::fault).map_or(Ok(()), |fault| Err(fault.problem()))
}

/// The gate lets through one host alone, that of the target too.
fn check_host(head: &RequestHead, hosts: &Hosts) -> Result<(), Problem> {
    let host = head.headers.get(&HOST).map(text).unwrap_or_default();
    if hosts.allow(&host) == Some(true) { Ok(()) } else { Err(misdirected(&host)) }
}

/// Browsers say whose page posts; other clients say nothing.
fn check_origin(head: &RequestHead, hosts: &Hosts) -> Result<(), Problem> {
    let own = |origin: &HeaderValue| text(origin).strip_prefix("http://").and_then(|host| hosts.allow(host));
    let fine = match *values(head, &ORIGIN) {
        _ if head.method != Method::POST => true,
        [] => true,
        [origin] => own(origin) == Some(true),
        _ => false,
    };
    let foreign = || Problem::new(Code::OriginNotAllowed, "a web page of another origin may not post here");
    if fine { Ok(()) } else { Err(foreign()) }
}

/// The library would decode a path before it compares; no path of the contract needs that.
fn check_path(path: &str) -> Result<(), Problem> {
    if path.contains(['%', ';', '\\']) {
        return Err(Problem::new(Code::NotFound, "no such path; docs/contract/openapi.yaml lists them"));
    }
    Ok(())
}

/// What another site's page fetches would disturb a run, though that page can read nothing of it.
fn check_site(head: &RequestHead) -> Result<(), Problem> {
    let own = |site: &&HeaderValue| ["same-origin", "none"].contains(&&*text(site));
    let foreign = || Problem::new(Code::OriginNotAllowed, "a web page of another site may ask for nothing here");
    if values(head, &SEC_FETCH_SITE).iter().all(own) { Ok(()) } else { Err(foreign()) }
}

fn misdirected(host: &str) -> Problem {
    let detail = format!(
        "this server does not answer to the host {:?}; call it by one of its own names, or add this one to ALLOWED_HOSTS",
        shown(host, MOST_SHOWN)
    );
    Problem::new(Code::Misdirected, detail)
}

fn values<'h>(head: &'h RequestHead, name: &HeaderName) -> Vec<&'h HeaderValue> {
    head.headers.get_all(name).collect()
}

/// A header's text; what is no UTF-8 in it is no host either.
fn text(value: &HeaderValue) -> std::borrow::Cow<'_, str> {
    String::from_utf8_lossy(value.as_bytes())
}
