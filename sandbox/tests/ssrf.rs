//! Addresses that webhooks must not be sent to.

mod properties;
mod table;

use std::net::IpAddr;

use sandbox::delivery::{Lookup, Refusal, Targets};
use url::Url;

/// Resolves every name to these addresses.
fn leading_to(addresses: &[&str], allow_loopback: bool) -> Targets {
    let addresses: Vec<IpAddr> = addresses
        .iter()
        .map(|address| address.parse().expect("an address"))
        .collect();
    let lookup = Lookup::by(move |_| std::future::ready(Ok(addresses.clone())));
    Targets {
        allow_loopback,
        lookup,
    }
}

fn check(targets: &Targets, url: &str) -> Result<(), Refusal> {
    let url: Url = url.parse().unwrap_or_else(|error| panic!("{url}: {error}"));
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    runtime.expect("a runtime").block_on(targets.check(&url))
}

fn public() -> Targets {
    leading_to(&["93.184.216.34", "2606:2800:21f::1"], false)
}
