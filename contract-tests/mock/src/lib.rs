//! `mock`: serves responses that a description allows.
//!
//! ```text
//! request ─ server (limits) ─ route ─ credentials ─ parameters, body ─ operate ─ state ─▶ reply
//! ```
//!
//! It depends on the description alone: requests are checked by the harness's validator, responses
//! are generated from the schemas, and created items can be read, listed, changed and deleted as
//! the paths imply ([`conformance_core::resources`]).

mod announce;
mod answer;
mod banner;
mod block;
mod body;
mod conditions;
mod content;
mod create;
mod credentials;
mod envelope;
mod event;
mod filter;
mod headers;
mod idempotency;
mod list;
mod mock;
mod negotiate;
mod next;
mod nodes;
mod operate;
mod page;
mod parameters;
mod paths;
mod pieces;
mod place;
mod raw;
mod reply;
mod responses;
mod route;
mod served;
mod server;
mod shape;
mod state;
mod states;
mod stream;
mod things;
mod union;

use std::io::Write as _;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context as _, Result};
use clap::Parser;
use conformance_core::description::Description;
use messages::select::Select;
use messages::terminal::note;

pub use self::mock::{Mock, Request};
pub use self::reply::Reply;

/// Serves responses that a description allows, until it is interrupted.
///
/// The first line of its standard output is the base URL of the API.
#[derive(Debug, Parser)]
#[command(name = "mock", version)]
struct Arguments {
    /// The description (OpenAPI 3.0, 3.1 or 3.2) [default: that of the Cloud Marketplace Automation
    /// Service]
    #[arg(long, value_name = "FILE")]
    spec: Option<PathBuf>,
    #[command(flatten)]
    select: Select,
    /// The address to listen on; port 0 is a free one.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:0")]
    listen: SocketAddr,
    /// The seed of responses; the same seed leads to the same ones.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Where to write the accepted credentials, and values of existing path parameters, for
    /// `conformance --credentials`.
    #[arg(long, value_name = "FILE")]
    credentials: Option<PathBuf>,
}

/// Runs the program with the flags of the process.
#[must_use]
pub fn main() -> ExitCode {
    match run(&messages::terminal::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            note(format_args!("error: {error:#}"));
            ExitCode::from(2)
        }
    }
}

fn run(arguments: &Arguments) -> Result<()> {
    let select = &arguments.select;
    let description = Description::selected(arguments.spec.as_deref(), &select.selection())?;
    select.check(&[&description.documents()])?;
    let mock = Mock::new(description, arguments.seed);
    if let Some(path) = &arguments.credentials {
        // The file of an earlier mock, or no file yet.
        let is_own = |text: &[u8]| text.starts_with(b"[identities.mock]\n");
        files::write_file(path, mock.served.credentials_file().as_bytes(), is_own)?;
    }
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .context("cannot start")?;
    let served = runtime.block_on(serve(mock, arguments));
    // After an interrupt, responses are not completed.
    runtime.shutdown_background();
    served
}

async fn serve(mut mock: Mock, arguments: &Arguments) -> Result<()> {
    let listen = arguments.listen;
    let listener = tokio::net::TcpListener::bind(listen)
        .await
        .with_context(|| format!("cannot listen on {listen}"))?;
    let address = listener.local_addr().context("there is no address")?;
    mock.served.origin = format!("http://{address}");
    let mut out = std::io::stdout();
    writeln!(out, "{}{}", mock.served.origin, mock.served.prefix)
        .context("cannot print the address")?;
    out.flush().context("cannot print the address")?;
    let credentials = arguments.credentials.as_deref();
    note(mock.served.banner(arguments.spec.as_deref(), credentials));
    let mock = Arc::new(mock);
    tokio::select! {
        () = server::run(&listener, &mock) => Ok(()),
        stopped = stopped() => stopped,
    }
}

/// Waits until the process is asked to stop.
async fn stopped() -> Result<()> {
    let interrupt = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let mut terminate = signal(SignalKind::terminate()).context("cannot listen for signals")?;
        tokio::select! {
            interrupted = interrupt => interrupted.context("cannot listen for signals"),
            _ = terminate.recv() => Ok(()),
        }
    }
    #[cfg(not(unix))]
    interrupt.await.context("cannot listen for signals")
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    #[test]
    fn manuals_are_current() {
        manuals::assert_current(&super::Arguments::command());
    }
}
