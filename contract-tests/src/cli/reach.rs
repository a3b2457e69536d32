//! Flags for how a deployment is reached.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Result, ensure};
use clap::Args;
use conformance_core::description::Description;
use spec::model::{Location, SecurityKind};
use url::Url;

use super::arguments::duration;
use conformance_engine::reach::{Header, Rate, Reach, Resolve};

/// The heading of these flags in help and manuals.
const HEADING: &str = "Reaching the deployment";

/// Flags for how a deployment is reached.
#[derive(Debug, Clone, Args)]
pub(super) struct ReachFlags {
    /// A header field for every request that does not have it, such as one that a gateway requires;
    /// the value `env:VARIABLE` is replaced by that environment variable; repeatable.
    #[arg(help_heading = HEADING, long = "header", value_name = "NAME: VALUE")]
    headers: Vec<String>,
    /// Certificates (PEM) to trust in addition to those of this machine.
    #[arg(help_heading = HEADING, long, value_name = "FILE")]
    pub(super) cacert: Option<PathBuf>,
    /// The client certificate (PEM), for servers that require one (mutual TLS).
    #[arg(help_heading = HEADING, long, value_name = "FILE", requires = "key")]
    pub(super) cert: Option<PathBuf>,
    /// The private key (PEM) of `--cert`.
    #[arg(help_heading = HEADING, long, value_name = "FILE", requires = "cert")]
    pub(super) key: Option<PathBuf>,
    /// The proxy, an http or socks5 address [default: from `HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY`
    /// and `NO_PROXY`, except for this machine]
    #[arg(help_heading = HEADING, long, value_name = "URL")]
    proxy: Option<Url>,
    /// The address to use for a host and port instead of the one from DNS; repeatable.
    #[arg(help_heading = HEADING, long, value_name = "HOST:PORT:ADDRESS")]
    resolve: Vec<Resolve>,
}

/// Flags for the rate of a run, and for its start.
#[derive(Debug, Clone, Args)]
pub(super) struct PaceFlags {
    /// The maximum rate of requests, 10/s or 90/m; `auto` adapts to 429 responses. A request that
    /// gets 429 is retried after `Retry-After`, with or without this flag; with it, no burst is
    /// sent.
    #[arg(help_heading = HEADING, long, value_name = "N/s|auto")]
    rate_limit: Option<Rate>,
    /// Wait at most this long for the deployment to respond before the run begins: 60s.
    #[arg(help_heading = HEADING, long, value_name = "TIME", value_parser = duration)]
    wait: Option<Duration>,
}

impl ReachFlags {
    /// Returns the settings for reaching the deployment.
    pub(super) fn reach(&self) -> Result<Reach> {
        let read = |name: &str| std::env::var(name).ok();
        let headers = self.headers.iter().map(|text| {
            let parsed = Header::parse(text, &read);
            parsed.map_err(|why| anyhow::anyhow!("--header: {why}"))
        });
        Ok(Reach {
            headers: headers.collect::<Result<_>>()?,
            ca: self.cacert.clone(),
            client: self.cert.clone().zip(self.key.clone()),
            proxy: self.proxy.clone(),
            resolve: self.resolve.clone(),
            ..Reach::default()
        })
    }

    /// Returns the files that are read.
    pub(super) fn inputs(&self) -> impl Iterator<Item = &PathBuf> {
        [&self.cacert, &self.cert, &self.key].into_iter().flatten()
    }
}

impl PaceFlags {
    pub(super) fn apply(&self, reach: &mut Reach) {
        reach.rate = self.rate_limit.unwrap_or_default();
        reach.wait = self.wait.unwrap_or_default();
    }
}

/// Checks that no field for every request carries credentials: otherwise there could be no request
/// without one.
pub(super) fn no_credential(description: &Description, reach: &Reach) -> Result<()> {
    for scheme in &description.api.security_schemes {
        let field = match &scheme.kind {
            SecurityKind::ApiKey { name, location, .. } => match location {
                Location::Header => name.to_ascii_lowercase(),
                Location::Cookie => "cookie".to_owned(),
                _ => continue,
            },
            SecurityKind::MutualTls => continue,
            _ => "authorization".to_owned(),
        };
        ensure!(
            reach.headers.iter().all(|header| header.name != field),
            "--header {field} would put a credential of `{}` into every request, also into those \
             that are to have none: give it by --credentials",
            scheme.name
        );
    }
    Ok(())
}
