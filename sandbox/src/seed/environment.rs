//! What to export in a shell to use the sandbox.

use std::fmt::Write as _;

use super::{CAST, Credentials};
use crate::tokens::Addresses;

/// Lines of `export NAME='value'`, for `eval`. They hold secrets of the sandbox, which are made
/// of its seed and open nothing else.
#[must_use]
pub fn exports(addresses: &Addresses, seed: u64) -> String {
    let mut lines = String::new();
    let mut export = |name: &str, value: &str| {
        let _ = writeln!(lines, "export {name}={}", quoted(value));
    };
    export("MARKETPLACE_BASE_URL", &addresses.base_url);
    export("MARKETPLACE_AUTH_URL", &addresses.auth_url);
    for cast in &CAST {
        let credentials = Credentials::of(cast, seed);
        let mut of = |name: &str, value: &str| export(&format!("{}_{name}", cast.variables), value);
        of("ORG_ID", cast.org);
        of("CLIENT_ID", &credentials.client_id);
        of("CLIENT_SECRET", &credentials.client_secret);
        of("API_KEY", &credentials.api_key);
        of("WEBHOOK_SECRET", &credentials.webhook_secret);
        of("USER", &credentials.user);
        of("PASSWORD", &credentials.password);
    }
    lines
}

/// A word of a POSIX shell.
fn quoted(value: &str) -> String {
    format!("'{}'", value.replace('\'', r"'\''"))
}
