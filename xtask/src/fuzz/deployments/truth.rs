//! True deployments, whose answers are changed on their way to the harness.

use std::ffi::OsString;
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use anyhow::{Context as _, Result};

use crate::programs::{MOCK, SANDBOX, Sandbox};
use crate::{programs, project};

/// The names of the descriptions: that of the service, which the sandbox serves, and two others.
pub(super) const NAMES: [&str; 3] = [SERVICE, "showcase", "mini"];
const SERVICE: &str = "service";

/// A running deployment.
pub(super) struct Truth {
    program: Running,
    /// The addresses of the resource host and of the token host.
    pub(super) addresses: [SocketAddr; 2],
    /// The flags of the harness.
    pub(super) flags: Vec<OsString>,
    /// The variables of the harness.
    pub(super) variables: Vec<(String, String)>,
    /// The secrets of the run.
    pub(super) secrets: Vec<String>,
}

enum Running {
    Sandbox(#[expect(dead_code, reason = "dropping it stops it")] Sandbox),
    Mock(Child),
}

impl Drop for Truth {
    fn drop(&mut self) {
        if let Running::Mock(child) = &mut self.program {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

impl Truth {
    /// Starts the deployment of a description, which clients reach by the given addresses.
    ///
    /// # Errors
    /// Returns an error if it does not start.
    pub(super) fn start(name: &str, public: [&str; 2], folder: &Path) -> Result<Self> {
        if name == SERVICE {
            sandbox(public)
        } else {
            mock(name, public, folder)
        }
    }
}

fn sandbox(public: [&str; 2]) -> Result<Truth> {
    let [base, auth] = [programs::free_address()?, programs::free_address()?];
    let [listen, auth_listen] = [base.to_string(), auth.to_string()];
    let flags = [
        "--listen",
        &listen,
        "--auth-listen",
        &auth_listen,
        "--base-url",
        public[0],
        "--auth-url",
        public[1],
    ];
    let sandbox = Sandbox::with(SANDBOX, &flags)?;
    let variables = sandbox.environment.clone();
    let is_secret = |name: &str| {
        let ends = ["_SECRET", "_KEY", "_PASSWORD", "_TOKEN"];
        ends.iter().any(|end| name.ends_with(end))
    };
    let secrets = variables.iter().filter(|(name, _)| is_secret(name));
    Ok(Truth {
        addresses: [base, auth],
        flags: Vec::new(),
        secrets: secrets.map(|(_, value)| value.clone()).collect(),
        variables,
        program: Running::Sandbox(sandbox),
    })
}

fn mock(name: &str, public: [&str; 2], folder: &Path) -> Result<Truth> {
    let description = project::root().join(format!("acceptance/{name}/openapi.yaml"));
    let credentials = folder.join("credentials.toml");
    let mut child = Command::new(MOCK.path())
        .arg("--spec")
        .arg(&description)
        .arg("--credentials")
        .arg(&credentials)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .context("cannot start the mock")?;
    let output = child.stdout.take().context("it has an output")?;
    let mut line = String::new();
    let read = BufReader::new(output).read_line(&mut line);
    read.context("cannot read the address of the mock")?;
    let rest = line.trim().strip_prefix("http://").unwrap_or_default();
    let (authority, path) = rest.split_once('/').unwrap_or((rest, ""));
    let address = authority.parse();
    let address = address.with_context(|| format!("not an address: {line}"))?;
    let text = fs::read_to_string(&credentials).context("cannot read the credentials")?;
    let base = format!("{}/{path}", public[0]);
    let flags = ["--base-url", base.trim_end_matches('/'), "--spec"].map(OsString::from);
    let mut flags = flags.to_vec();
    flags.extend([
        description.into(),
        "--credentials".into(),
        credentials.into(),
    ]);
    Ok(Truth {
        addresses: [address; 2],
        flags,
        variables: Vec::new(),
        secrets: secrets(&text),
        program: Running::Mock(child),
    })
}

/// Returns the secrets of a file of credentials.
fn secrets(text: &str) -> Vec<String> {
    let lines = text.lines().filter_map(|line| line.split_once(" = "));
    let secret = lines.filter(|(name, _)| ["bearer", "api_key", "password"].contains(name));
    secret
        .map(|(_, value)| value.trim_matches('"').to_owned())
        .collect()
}
