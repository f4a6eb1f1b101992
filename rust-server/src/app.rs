//! Every route in one list, and the HTTP server around it.

use std::any::Any;
use std::io;
use std::net::{SocketAddr, ToSocketAddrs};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use actix_web::dev::{Handler, Server};
use actix_web::middleware::from_fn;
use actix_web::rt::net::TcpStream;
use actix_web::web::{Data, ServiceConfig, resource, to};
use actix_web::{App, FromRequest, HttpServer, Resource, Responder, guard, web};
use socket2::SockRef;

use crate::routes::decode::decode;
use crate::routes::engines::engines;
use crate::routes::health_check::health_check;
use crate::routes::ingests::{self, ConnectionNumber};
use crate::routes::objects::{json_bytes, object};
use crate::routes::plain_text::plain_text;
use crate::routes::trigger_reqs::trigger_reqs;
use crate::routes::trigger_sends::trigger_sends;
use crate::state::State;
use testbed_config::Hosts;
use testbed_contract::{Code, Format, Problem};
use testbed_http::{Failed, hold_bodies, refuse_misdirected};

/// Enough for a provider that shares two cores with a consumer; a run has its own thread.
const WORKERS: usize = 2;

/// Adds every route.
pub fn routes(app: &mut ServiceConfig) {
    // Paths are tried in this order; this one stands for the framework alone.
    app.service(get("/plain_text", plain_text));
    app.service(get("/health_check", health_check));
    app.service(get("/healthCheck", health_check));
    for format in Format::ALL {
        let path = format!("/{}Object/{{object_type}}", format.name());
        app.service(get(&path, move |state, named, request| object(format, state, named, request)));
    }
    app.service(get("/json_bytes", json_bytes));
    app.service(get("/JSONbytes", json_bytes));
    app.service(get("/engines", engines));
    app.service(post("/decode/{format}/{object_type}", decode));
    app.service(post("/triggerReqs", trigger_reqs));
    app.service(post("/triggerSends", trigger_sends));
    app.service(post("/ingests", ingests::open));
    app.service(post("/ingests/{token}/frames", ingests::frames));
    app.service(post("/ingests/{token}/objects/{number}", ingests::object));
    app.default_service(to(not_found));
}

fn get<F, Args>(path: &str, handler: F) -> Resource
where
    F: Handler<Args>,
    Args: FromRequest + 'static,
    F::Output: Responder + 'static,
{
    let route = web::route().guard(guard::Any(guard::Get()).or(guard::Head())).to(handler);
    resource(path).route(route).default_service(to(|| async { refuse("GET, HEAD") }))
}

fn post<F, Args>(path: &str, handler: F) -> Resource
where
    F: Handler<Args>,
    Args: FromRequest + 'static,
    F::Output: Responder + 'static,
{
    let route = web::post().to(handler);
    resource(path).route(route).default_service(to(|| async { refuse("POST") }))
}

fn refuse(allowed: &'static str) -> Result<String, Failed> {
    Err(Problem::method_not_allowed(allowed).into())
}

async fn not_found() -> Result<String, Failed> {
    let detail = "there is no such path; docs/contract/openapi.yaml lists those that are";
    Err(Problem::new(Code::NotFound, detail).into())
}

/// Lets the system close a connection whose client takes nothing of its answer for so long.
fn limit_writes(stream: &dyn Any, client_timeout: Duration) {
    if let Some(stream) = stream.downcast_ref::<TcpStream>() {
        // A system without this option closes it by its own, longer, time.
        let _set = SockRef::from(stream).set_tcp_user_timeout(Some(client_timeout));
    }
}

/// Of a name's addresses the first of IPv4, else the first: java-server takes the same.
fn preferred(addresses: impl Iterator<Item = SocketAddr>) -> Option<SocketAddr> {
    addresses.min_by_key(SocketAddr::is_ipv6)
}

/// Binds and starts the server; gives it and its URL. Once the state is told to stop it waits for the run in progress to end, whose client
/// is told, and ends within a second.
///
/// # Errors
/// The address cannot be resolved or bound.
pub fn serve(state: Data<State>) -> io::Result<(Server, String)> {
    let address = preferred((state.config.host.as_str(), state.config.port).to_socket_addrs()?);
    let address = address.ok_or_else(|| io::Error::other("HOST has no address"))?;
    let stop = state.clone();
    let (most, client_timeout) = (state.config.max_connections, state.config.client_timeout);
    let keep_alive = state.config.keep_alive_timeout;
    let (hosts, accepted) = (Arc::new(OnceLock::new()), AtomicU64::new(0));
    let (config, known) = (state.config.clone(), Arc::clone(&hosts));
    let app = move || {
        let hosts = known.get().cloned().expect("no worker starts before the port is known");
        // The last is the first to see a request.
        let app = App::new().wrap(from_fn(refuse_misdirected)).wrap(from_fn(hold_bodies));
        app.app_data(state.clone()).app_data(hosts).configure(routes)
    };
    let server = HttpServer::new(app)
        .workers(WORKERS)
        .tcp_nodelay(true)
        // What connects beyond that waits in the system's queue.
        .max_connections(most / WORKERS)
        .client_request_timeout(client_timeout)
        .keep_alive(keep_alive)
        .on_connect(move |stream, connection| {
            limit_writes(stream, client_timeout);
            connection.insert(ConnectionNumber(accepted.fetch_add(1, Ordering::Relaxed)));
        })
        // A client that closes its side is gone; its handler is dropped, which ends its run.
        .h1_allow_half_closed(false)
        // A refusal is sent before its request's body was read; the client gets this long to read it.
        .client_disconnect_timeout(Duration::from_secs(1))
        .shutdown_signal(async move { stop.runs.stopped().await })
        .shutdown_timeout(1)
        .bind(address)?;
    let bound = server.addrs()[0];
    hosts.get_or_init(|| Data::new(Hosts::of(&config, bound.port())));
    Ok((server.run(), format!("http://{bound}")))
}

#[cfg(test)]
#[path = "app_tests.rs"]
mod tests;
