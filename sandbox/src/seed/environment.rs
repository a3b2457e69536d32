//! The variables to export in a shell to use the sandbox.

use std::fmt::Write as _;

use super::credentials::CALLBACK;
use super::{CAST, Credentials};
use crate::tokens::Addresses;

/// Returns lines of `export NAME='value'`, for `eval`. They contain secrets of the sandbox, which
/// are derived from its seed and are not valid anywhere else.
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
        // The entitlement for metering is named explicitly, because usage is billed.
        if let Some((_, id)) = cast.known_ids.iter().find(|(prefix, _)| *prefix == "ent") {
            of("PARAMETERS", &format!("entitlementId={id}"));
        }
        of("CLIENT_ID", &credentials.client_id);
        of("CLIENT_SECRET", &credentials.client_secret);
        of("API_KEY", &credentials.api_key);
        of("WEBHOOK_SECRET", &credentials.webhook_secret);
        of("USER", &credentials.user);
        of("PASSWORD", &credentials.password);
    }
    // Clients of the first organization with restrictions: one with few scopes, and a public one.
    let [cast, ..] = &CAST;
    let credentials = Credentials::of(cast, seed);
    let mut of = |name: &str, value: &str| export(&format!("{}_{name}", cast.variables), value);
    of("REDIRECT_URI", CALLBACK);
    of("READER_CLIENT_ID", &credentials.reader_id);
    of("READER_CLIENT_SECRET", &credentials.reader_secret);
    of("READER_ORG_ID", cast.org);
    of("PUBLIC_CLIENT_ID", &credentials.desktop_id);
    of("PUBLIC_REDIRECT_URI", CALLBACK);
    of("PUBLIC_USER", &credentials.user);
    of("PUBLIC_PASSWORD", &credentials.password);
    lines
}

/// Returns a word of a POSIX shell.
fn quoted(value: &str) -> String {
    format!("'{}'", value.replace('\'', r"'\''"))
}

/// Returns whether a text is one of [`exports`].
#[must_use]
pub fn is_exports(text: &[u8]) -> bool {
    text.starts_with(b"export MARKETPLACE_BASE_URL=")
}
