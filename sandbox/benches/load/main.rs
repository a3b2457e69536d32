//! Measures how fast the sandbox responds, compared with a bare server that returns constants of
//! the same size.
//!
//! `cargo xtask bench sandbox` builds and runs it.

mod bare;
mod child;
mod client;
mod memory;
mod report;

use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;

use self::child::Child;
use self::client::{Load, Request};
use self::report::Row;

/// Measures the sandbox.
#[derive(Debug, Parser)]
#[command(
    name = "cargo xtask bench sandbox",
    bin_name = "cargo xtask bench sandbox"
)]
struct Arguments {
    /// How long each request is repeated, in seconds.
    #[arg(long, default_value_t = 5, value_name = "SECONDS")]
    seconds: u64,
    /// The number of concurrent connections.
    #[arg(long, default_value_t = 16, value_name = "NUMBER")]
    connections: usize,
    /// Databases to measure on.
    #[arg(long = "database", value_name = "URL", default_values = ["sqlite::memory:", "sqlite:FILE"])]
    databases: Vec<String>,
    /// Usage records to submit for measuring memory; 0 leaves it out.
    #[arg(long, default_value_t = 1_000_000, value_name = "NUMBER")]
    records: usize,
    /// Flags that cargo passes to every benchmark.
    #[arg(long, hide = true)]
    bench: bool,
    /// Serves constants of this many bytes instead of measuring.
    #[arg(long, hide = true)]
    bare: Option<usize>,
}

#[tokio::main]
async fn main() -> anyhow::Result<ExitCode> {
    let arguments = Arguments::parse();
    if let Some(size) = arguments.bare {
        bare::serve(size).await?;
        return Ok(ExitCode::SUCCESS);
    }
    let load = Load {
        connections: arguments.connections,
        time: Duration::from_secs(arguments.seconds.max(1)),
    };
    report::heading(&load);
    let folder = tempfile::tempdir()?;
    for database in &arguments.databases {
        let file = format!("sqlite:{}", folder.path().join("load.db").display());
        let url = if database == "sqlite:FILE" {
            &file
        } else {
            database
        };
        // Not the whole address, because it may contain a password.
        let name = if database.starts_with("sqlite") {
            database
        } else {
            "postgres"
        };
        measure(name, url, &load).await?;
    }
    if arguments.records > 0 {
        let file = format!("sqlite:{}", folder.path().join("memory.db").display());
        memory::measure(&file, arguments.records).await?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Measures each kind of request, against the sandbox and then against the bare server.
async fn measure(name: &str, url: &str, load: &Load) -> anyhow::Result<()> {
    let sandbox = Child::sandbox(url).await?;
    for (what, request) in sandbox.requests().await? {
        let size = request.answer_size(&sandbox.address).await?;
        let bare = Child::bare(size).await?;
        let ours = load.run(&sandbox.address, &request).await?;
        let theirs = load.run(&bare.address, &request).await?;
        report::row(&Row {
            database: name,
            what,
            size,
            ours,
            bare: theirs,
        });
    }
    Ok(())
}

impl Child {
    /// Returns the measured requests: a read of one resource, a page, and a write.
    async fn requests(&self) -> anyhow::Result<Vec<(&'static str, Request)>> {
        let token = self.token().await?;
        let org = self.variable("MARKETPLACE_ORG_ID")?;
        let get = |path: &str| Request::get(&format!("/org/{org}{path}"), &token);
        let usage = format!("/org/{org}/entitlement/ent-0d81f7/usageRecordGroup");
        Ok(vec![
            ("GET an offer", get("/offer/offer-c93f10")),
            ("GET a page of offers", get("/offer?limit=10")),
            ("POST usage", Request::post(&usage, &token)),
        ])
    }
}
