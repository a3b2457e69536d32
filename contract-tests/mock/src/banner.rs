//! Prints the address of the mock at its start, and what it accepts.

use std::fmt::Write as _;
use std::path::Path;

use crate::served::Served;

impl Served {
    /// Returns the banner for people: what is served, what it accepts, and how to check it.
    pub(crate) fn banner(&self, spec: Option<&Path>, credentials: Option<&Path>) -> String {
        let api = &self.description.api;
        let mut text = format!(
            "{} {}: {} operations, until Ctrl-C\n",
            api.title,
            api.version,
            api.operations.len()
        );
        if api.operations.iter().any(|one| !one.security.is_empty()) {
            let own = &self.credentials;
            // Writing to a `String` cannot fail.
            let _ = writeln!(
                text,
                "accepted: bearer {}, API key {}, user {} with password {}",
                own.bearer, own.api_key, own.user, own.password
            );
        }
        let url = format!("{}{}", self.origin, self.prefix);
        let mut check = format!("{} --base-url {url}", harness());
        if let Some(spec) = spec {
            // Writing to a `String` cannot fail.
            let _ = write!(check, " --spec {}", spec.display());
        }
        let _ = match credentials {
            Some(file) => write!(text, "check it: {check} --credentials {}", file.display()),
            None => write!(
                text,
                "check it: {check}\n(with --credentials FILE, the mock writes what it accepts and which ids \
                 it has, and the harness reads it)"
            ),
        };
        text
    }

    /// Returns the credentials and the initial items, as TOML.
    pub(crate) fn credentials_file(&self) -> String {
        let own = &self.credentials;
        let mut text = String::from("[identities.mock]\n");
        let pairs = [
            ("bearer", &own.bearer),
            ("api_key", &own.api_key),
            ("user", &own.user),
            ("password", &own.password),
        ];
        for (name, value) in pairs {
            // Writing to a `String` cannot fail.
            let _ = writeln!(text, "{name} = {}", quoted(value));
        }
        text.push_str("\n[identities.mock.parameters]\n");
        for (name, value) in self.nodes.given() {
            let _ = writeln!(text, "{} = {}", quoted(&name), quoted(&value));
        }
        text
    }
}

/// Returns the command that runs the harness: `cargo xtask mock` sets it, in a clone.
fn harness() -> String {
    std::env::var("CONFORMANCE_COMMAND").unwrap_or_else(|_| "conformance".to_owned())
}

/// A basic string of TOML.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c.is_control() => {
                let _ = write!(quoted, "\\u{:04X}", u32::from(c));
            }
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}
