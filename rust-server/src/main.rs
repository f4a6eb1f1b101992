//! Starts the server, says where it listens, and stops it on SIGTERM or SIGINT.

use std::process::ExitCode;

use actix_web::web::Data;
use nix::sys::resource::{Resource, getrlimit, setrlimit};
use rust_server::app::serve;
use rust_server::state::State;
use rust_server_flags::compiler_flags;
use serde_json::json;
use testbed_config::Config;
use testbed_environment::RUNTIME;
use tokio::signal::unix::{SignalKind, signal};

#[cfg(feature = "mimalloc")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[cfg(feature = "jemalloc")]
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

/// `EX_CONFIG` of sysexits.h.
const CONFIGURATION: u8 = 78;

#[actix_web::main]
async fn main() -> ExitCode {
    std::panic::set_hook(Box::new(|panic| {
        eprintln!("{}", json!({"level": "error", "message": panic.to_string()}));
    }));
    let config = match Config::read(variable) {
        Ok(config) => config,
        Err(why) => return unusable(&why.to_string()),
    };
    allow_open_files();
    let state = Data::new(State::new(config, &compiler_flags!()));
    let (server, url) = match serve(state.clone()) {
        Ok(served) => served,
        Err(why) => return unusable(&why.to_string()),
    };
    actix_web::rt::spawn(stop_on_signal(state));
    println!("{}", json!({"event": "listening", "runtime": RUNTIME, "url": url}));
    match server.await {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{}", json!({"level": "error", "message": format!("the server failed: {why}")}));
            ExitCode::FAILURE
        }
    }
}

/// A variable of the environment; one that is no Unicode reads as what no setting allows.
fn variable(name: &str) -> Option<String> {
    std::env::var_os(name).map(|value| value.into_string().unwrap_or_else(|value| value.to_string_lossy().into_owned()))
}

/// As many open files as the system lets this process have: each connection is one, and many systems begin with 1,024.
fn allow_open_files() {
    if let Ok((_, most)) = getrlimit(Resource::RLIMIT_NOFILE) {
        // Where this is not allowed, connections beyond what is wait.
        let _raised = setrlimit(Resource::RLIMIT_NOFILE, most, most);
    }
}

fn unusable(why: &str) -> ExitCode {
    eprintln!("{why}");
    ExitCode::from(CONFIGURATION)
}

async fn stop_on_signal(state: Data<State>) {
    let (Ok(mut terminate), Ok(mut interrupt)) = (signal(SignalKind::terminate()), signal(SignalKind::interrupt()))
    else {
        eprintln!("{}", json!({"level": "error", "message": "no signal handlers; only SIGKILL will stop this server"}));
        return;
    };
    tokio::select! {
        _ = terminate.recv() => {}
        _ = interrupt.recv() => {}
    }
    state.runs.stop();
}
