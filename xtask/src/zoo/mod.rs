//! `cargo xtask zoo`: checks real third-party servers, and reports which findings a person has
//! confirmed.

mod commands;
mod compared;
mod confirmed;
mod database;
mod harness_run;
mod held;
mod http;
mod instance;
mod peer;
mod running;
mod server;
mod table;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use clap::Args;

use self::compared::Kinds;
use self::confirmed::Confirmed;
use self::harness_run::HarnessRun;
use self::held::Held;
use self::peer::Peer;
use self::server::Server;
use self::table::Row;
use crate::programs::{self, CONFORMANCE};
use crate::project;

/// Check real servers, installed at pinned versions and started on loopback.
///
/// Each server has items that were created by hand and must be unchanged after the run. Every
/// violation must be confirmed by an entry of `xtask/zoo/confirmed.yaml`, or it counts as a false
/// alarm.
#[derive(Debug, Args)]
pub struct Arguments {
    /// Only servers whose name contains one of these words, separated by commas.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    only: Vec<String>,
    /// The seed of random choices.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// How long the check of one server may take, in seconds.
    #[arg(long, value_name = "SECONDS", default_value_t = 120)]
    seconds: u64,
    /// How long Schemathesis checks each server, in seconds; 0 leaves it out.
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    peer_seconds: u64,
    /// The folder of the reports, with a folder for each server and the report of Schemathesis beside it.
    #[arg(long, value_name = "DIR", default_value = "target/zoo/reports")]
    report: PathBuf,
}

/// Runs the command.
///
/// # Errors
/// Returns an error if the harness does not build, or a data file of the zoo is wrong. A server
/// that cannot be installed or started is reported and left out.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let servers = server::all()?;
    let selected = servers.iter().filter(|server| arguments.takes(server));
    let selected: Vec<_> = selected.collect();
    ensure!(!selected.is_empty(), "no server of the zoo has such a name");
    let known = Known {
        confirmed: Confirmed::read()?,
        kinds: Kinds::read()?,
    };
    programs::build(&[CONFORMANCE])?;
    let peer = match arguments.peer_seconds {
        0 => None,
        seconds => Some(Peer::install(Duration::from_secs(seconds))?),
    };
    let mut rows = Vec::new();
    let mut is_clean = true;
    for server in selected {
        match arguments.visit(server, peer.as_ref(), &known) {
            Ok(row) => {
                is_clean &= row.is_clean();
                rows.push(row);
            }
            Err(error) => {
                is_clean = false;
                anstream::eprintln!("{}: LEFT OUT: {error:#}", server.name);
            }
        }
    }
    table::print(&rows);
    Ok(if is_clean {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// What people have written down about findings.
#[derive(Debug)]
struct Known {
    confirmed: Confirmed,
    kinds: Kinds,
}

impl Arguments {
    fn takes(&self, server: &Server) -> bool {
        let name = server.name.to_lowercase();
        let named = |word: &String| name.contains(&word.to_lowercase());
        self.only.is_empty() || self.only.iter().any(named)
    }

    /// Checks one server, then runs Schemathesis on another, fresh instance of it.
    fn visit(&self, server: &Server, peer: Option<&Peer>, known: &Known) -> Result<Row> {
        anstream::eprintln!("{} {} …", server.name, server.version);
        server.install()?;
        let folder = project::root().join(&self.report);
        let report = folder.join(server.name.to_lowercase());
        std::fs::create_dir_all(&folder)
            .with_context(|| format!("cannot make {}", folder.display()))?;
        let mut running = server.start()?;
        let held = Held::make(&running)?;
        let run = HarnessRun::run(&running, &report, self.seed, self.seconds)?;
        let changed = held.changed(&mut running)?;
        drop(running);
        let peer = match peer {
            Some(peer) => {
                let report = report.with_extension("schemathesis.json");
                let found = peer.run(&server.start()?, &report)?;
                Some((known.kinds.compare(&run, &found), found))
            }
            None => None,
        };
        Ok(Row::new(server, &run, &known.confirmed, changed, peer))
    }
}
