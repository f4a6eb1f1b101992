//! Every route in one list, and the HTTP server around it.

use std::io;
use std::net::{SocketAddr, TcpListener, ToSocketAddrs};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use actix_http::HttpService;
use actix_service::{IntoServiceFactory, ServiceFactoryExt, fn_service, map_config};
use actix_web::dev::{AppConfig, Handler, Server};
use actix_web::middleware::from_fn;
use actix_web::rt::net::TcpStream;
use actix_web::web::{Data, ServiceConfig, resource, to};
use actix_web::{App, FromRequest, Resource, Responder, guard, web};
use socket2::{Domain, Protocol, SockRef, Socket, Type};

use crate::routes::decode::decode;
use crate::routes::engines::engines;
use crate::routes::health_check::health_check;
use crate::routes::ingests::{self, ConnectionNumber};
use crate::routes::objects::{json_bytes, object};
use crate::routes::plain_text::plain_text;
use crate::routes::trigger_reqs::trigger_reqs;
use crate::routes::trigger_sends::trigger_sends;
use crate::state::State;
use testbed_config::{ConfigError, Hosts};
use testbed_contract::{Code, Format, Problem};
use testbed_http::{Failed, Gate, hold_bodies, refuse_misdirected};

/// Enough for a provider that shares two cores with a consumer; a run has its own thread.
const WORKERS: usize = 2;

/// How many connections the system lets wait; the standard library would take 128.
const BACKLOG: i32 = 1024;

/// Adds every route.
pub fn routes(app: &mut ServiceConfig) {
    // Paths are tried in this order; this one stands for the framework alone.
    app.service(get("/plain_text", plain_text));
    app.service(get("/health_check", health_check));
    app.service(get("/healthCheck", health_check));
    for format in Format::ALL {
        let path = format!("{}/{{object_type}}", format.path());
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

/// Makes answers leave at once, and lets the system close a connection whose client takes nothing of
/// its answer for so long.
fn set_options(stream: &TcpStream, client_timeout: Duration) {
    let _set = stream.set_nodelay(true);
    // A system without this option closes it by its own, longer, time.
    let _set = SockRef::from(stream).set_tcp_user_timeout(Some(client_timeout));
}

fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = Socket::new(Domain::for_address(address), Type::STREAM, Some(Protocol::TCP))?;
    // A server that was just stopped leaves its port to the next.
    socket.set_reuse_address(true)?;
    socket.bind(&address.into())?;
    socket.listen(BACKLOG)?;
    Ok(socket.into())
}

/// Binds and starts the server; gives it and its URL. Once the state is told to stop it waits for the run in progress to end, whose client
/// is told, and ends within a second.
///
/// # Errors
/// The address cannot be resolved or bound, or is not loopback's though it should be.
pub fn serve(state: Data<State>) -> Result<(Server, String), ConfigError> {
    let (host, port) = (state.config.host.clone(), state.config.port);
    let unbound = |why| ConfigError::Unbound { host: host.clone(), port, why };
    // Looked up once: what is judged here is what is bound to.
    let addresses: Vec<_> = (host.as_str(), port).to_socket_addrs().map_err(unbound)?.collect();
    let address = state.config.choose(&addresses)?;
    let stop = state.clone();
    let (most, client_timeout) = (state.config.max_connections, state.config.client_timeout);
    let keep_alive = state.config.keep_alive_timeout;
    let listener = listen(address).map_err(unbound)?;
    let bound = listener.local_addr().map_err(unbound)?;
    let token = Data::new(state.config.auth_token.clone());
    let (hosts, accepted) = (Data::new(Hosts::of(&state.config, bound.port())), Arc::new(AtomicU64::new(0)));
    let builder = Server::build().workers(WORKERS).shutdown_timeout(1);
    let stopping = builder.graceful_shutdown_signal();
    let service = move || {
        let (stopping, accepted) = (stopping.clone(), Arc::clone(&accepted));
        // The last is the first to see a request.
        let app = App::new().wrap(from_fn(refuse_misdirected)).wrap(from_fn(hold_bodies));
        let app = app
            .app_data(state.clone())
            .app_data(hosts.clone())
            .app_data(token.clone())
            .configure(routes)
            .into_factory();
        let http = HttpService::build()
            .client_request_timeout(client_timeout)
            .keep_alive(keep_alive)
            .on_connect_ext(move |gate: &Gate<TcpStream>, connection| {
                set_options(gate.stream(), client_timeout);
                connection.insert(gate.exchange());
                connection.insert(ConnectionNumber(accepted.fetch_add(1, Ordering::Relaxed)));
            })
            // A client that closes its side is gone; its handler is dropped, which ends its run.
            .h1_allow_half_closed(false)
            // A refusal is sent before its request's body was read; the client gets this long to read it.
            .client_disconnect_timeout(Duration::from_secs(1))
            .graceful_shutdown_signal(move || {
                let stopping = stopping.clone();
                async move { stopping.notified().await }
            })
            .h1(map_config(app.map_err(|error: actix_web::Error| error.error_response()), |()| AppConfig::default()));
        fn_service(|stream: TcpStream| async {
            let peer = stream.peer_addr().ok();
            Ok((Gate::new(stream), peer))
        })
        .and_then(http)
    };
    let server = builder
        // What connects beyond that waits in the system's queue.
        .max_concurrent_connections(most / WORKERS)
        .shutdown_signal(async move { stop.runs.stopped().await })
        .listen("http", listener, service)
        .map_err(unbound)?;
    Ok((server.run(), format!("http://{bound}")))
}

#[cfg(test)]
#[path = "app_tests.rs"]
mod tests;
