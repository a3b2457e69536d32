//! The settings of a deployment.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::tokens::Addresses;

/// How to run the sandbox.
#[derive(Debug, Clone, Args)]
pub struct Options {
    /// Address of the resource host, which serves the REST API.
    #[arg(long, default_value = "127.0.0.1:8080", value_name = "ADDRESS")]
    pub listen: SocketAddr,

    /// Address of the token host, which serves OAuth, discovery and MCP.
    #[arg(long, default_value = "127.0.0.1:8081", value_name = "ADDRESS")]
    pub auth_listen: SocketAddr,

    /// Address by which clients reach the resource host, if it differs: that of a proxy, for
    /// example.
    #[arg(long, value_name = "URL")]
    pub base_url: Option<String>,

    /// Address by which clients reach the token host, if it differs.
    #[arg(long, value_name = "URL")]
    pub auth_url: Option<String>,

    /// Where everything is kept: `sqlite::memory:`, `sqlite:FILE` or `postgres://…`.
    #[arg(
        long,
        default_value = "sqlite::memory:",
        value_name = "URL",
        env = "SANDBOX_DATABASE",
        hide_env_values = true
    )]
    pub database: String,

    /// What the secrets and identifiers of the seeded data are derived from. The same seed makes the
    /// same ones.
    #[arg(
        long,
        default_value_t = 1,
        value_name = "NUMBER",
        env = "SANDBOX_SEED",
        hide_env_values = true
    )]
    pub seed: u64,

    /// Allow webhooks with http and loopback addresses.
    #[arg(long)]
    pub allow_loopback_webhooks: bool,

    /// Print the variables to export in a shell, and start nothing.
    #[arg(long)]
    pub print_env: bool,

    /// Write the same variables to a file once the sandbox is ready, for programs that wait for it.
    #[arg(long, value_name = "FILE")]
    pub env_file: Option<PathBuf>,

    /// Serve `/metrics` to every client, not only to those on this machine.
    #[arg(long)]
    pub metrics_public: bool,

    /// The format of the log, on standard error.
    #[arg(long, value_enum, default_value_t = LogFormat::Text, value_name = "FORMAT")]
    pub log_format: LogFormat,

    /// The level of the log: `error`, `warn`, `info`, `debug`, or by module.
    #[arg(
        long,
        default_value = "info",
        value_name = "FILTER",
        env = "SANDBOX_LOG"
    )]
    pub log: String,
}

/// Formats of the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// For people.
    Text,
    /// One JSON object per line.
    Json,
}

impl Options {
    /// Returns settings for tests: free loopback ports, everything in memory.
    #[must_use]
    pub fn for_tests(database: &str) -> Self {
        let any = SocketAddr::from(([127, 0, 0, 1], 0));
        Self {
            listen: any,
            auth_listen: any,
            base_url: None,
            auth_url: None,
            database: database.to_owned(),
            seed: 1,
            allow_loopback_webhooks: true,
            print_env: false,
            env_file: None,
            metrics_public: false,
            log_format: LogFormat::Text,
            log: "warn".to_owned(),
        }
    }

    /// Returns why it must not be started with these settings, if so: beyond this machine, secrets
    /// from the default seed protect nothing, because everyone can compute them.
    #[must_use]
    pub fn refusal(&self, seed_is_given: bool) -> Option<String> {
        let beyond = [self.listen, self.auth_listen]
            .into_iter()
            .find(|address| !address.ip().is_loopback());
        let address = beyond.filter(|_| !seed_is_given)?;
        Some(format!(
            "{address} can be reached from other machines, and the usual seed makes secrets that \
             everybody knows; choose a seed of your own (--seed, or SANDBOX_SEED), or listen on \
             127.0.0.1"
        ))
    }

    /// Returns whether it can only be reached from this machine.
    #[must_use]
    pub fn is_local(&self) -> bool {
        self.listen.ip().is_loopback() && self.auth_listen.ip().is_loopback()
    }

    /// Returns the addresses by which clients reach it: by default, those that it listens on.
    #[must_use]
    pub fn addresses(&self, listen: SocketAddr, auth_listen: SocketAddr) -> Addresses {
        let url = |set: &Option<String>, address| match set {
            Some(url) => url.trim_end_matches('/').to_owned(),
            None => format!("http://{address}"),
        };
        Addresses {
            base_url: url(&self.base_url, listen),
            auth_url: url(&self.auth_url, auth_listen),
        }
    }
}
