//! Every route in one list, and the HTTP server around it.

use std::io;
use std::net::ToSocketAddrs;
use std::time::Duration;

use actix_web::dev::{Handler, Server};
use actix_web::http::KeepAlive;
use actix_web::web::{Data, ServiceConfig, resource, to};
use actix_web::{App, FromRequest, HttpServer, Resource, Responder, guard, web};

use crate::format::Format;
use crate::problem::{Code, Problem};
use crate::routes::decode::decode;
use crate::routes::engines::engines;
use crate::routes::health_check::health_check;
use crate::routes::objects::{json_bytes, object};
use crate::routes::trigger_reqs::trigger_reqs;
use crate::state::State;

/// Enough for a provider that shares two cores with a consumer; a run has its own thread.
const WORKERS: usize = 2;

/// Adds every route.
pub fn routes(app: &mut ServiceConfig) {
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
    app.default_service(to(not_found));
}

fn get<F, Args>(path: &str, handler: F) -> Resource
where
    F: Handler<Args>,
    Args: FromRequest + 'static,
    F::Output: Responder + 'static,
{
    let route = web::route().guard(guard::Any(guard::Get()).or(guard::Head())).to(handler);
    resource(path)
        .route(route)
        .default_service(to(|| async { Err::<String, _>(Problem::method_not_allowed("GET, HEAD")) }))
}

fn post<F, Args>(path: &str, handler: F) -> Resource
where
    F: Handler<Args>,
    Args: FromRequest + 'static,
    F::Output: Responder + 'static,
{
    let route = web::post().to(handler);
    resource(path).route(route).default_service(to(|| async { Err::<String, _>(Problem::method_not_allowed("POST")) }))
}

async fn not_found() -> Result<String, Problem> {
    Err(Problem::new(Code::NotFound, "there is no such path; docs/contract/openapi.yaml lists those that are"))
}

/// Binds and starts the server; gives it and its URL. It ends, within a second, once the state is told to stop.
///
/// # Errors
/// The address cannot be resolved or bound.
pub fn serve(state: Data<State>) -> io::Result<(Server, String)> {
    let address = (state.config.host.as_str(), state.config.port).to_socket_addrs()?.next();
    let address = address.ok_or_else(|| io::Error::other("HOST has no address"))?;
    let stop = state.clone();
    let server = HttpServer::new(move || App::new().app_data(state.clone()).configure(routes))
        .workers(WORKERS)
        .tcp_nodelay(true)
        // A connection stays until its client closes it; without a timer of its own, a request costs less too.
        .keep_alive(KeepAlive::Os)
        // A client that closes its side is gone; its handler is dropped, which ends its run.
        .h1_allow_half_closed(false)
        // A refusal is sent before its request's body was read; the client gets this long to read it.
        .client_disconnect_timeout(Duration::from_secs(1))
        .shutdown_signal(async move { stop.stopped().await })
        .shutdown_timeout(1)
        .bind(address)?;
    let url = format!("http://{}", server.addrs()[0]);
    Ok((server.run(), url))
}
