//! Runs the sandbox.

use clap::Parser;
use sandbox::{Options, Sandbox};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The Cloud Marketplace Automation Service, to build against and to break.
#[derive(Debug, Parser)]
#[command(name = "sandbox", version, bin_name = "cargo xtask sandbox")]
struct Arguments {
    #[command(flatten)]
    options: Options,
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let options = Arguments::parse().options;
    if options.print_env {
        let addresses = options.addresses(options.listen, options.auth_listen);
        print!("{}", sandbox::exports(&addresses, options.seed));
        return Ok(());
    }
    let sandbox = Sandbox::start(&options).await?;
    let exports = sandbox::exports(sandbox.addresses(), options.seed);
    if let Some(file) = &options.env_file {
        std::fs::write(file, &exports)?;
    }
    print!("{exports}");
    stopped().await?;
    sandbox.stop().await;
    Ok(())
}

/// Returns when the process is told to stop.
async fn stopped() -> std::io::Result<()> {
    let mut terminated = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate())?;
    tokio::select! {
        interrupted = tokio::signal::ctrl_c() => interrupted,
        _ = terminated.recv() => Ok(()),
    }
}
