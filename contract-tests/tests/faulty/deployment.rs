//! The sandbox program behind a layer.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::OnceLock;
use std::time::Duration;

use conformance_core::exchange::Host;
use tokio::net::{TcpListener, TcpStream};
use tokio::process::{Child, Command};
use tokio::task::JoinHandle;

use crate::fault::Layer;
use crate::proxy::Proxy;

/// A sandbox behind a layer, which is stopped when this is dropped.
pub(crate) struct Deployment {
    /// The content of `--env-file`, with the addresses of the layer.
    pub(crate) environment: HashMap<String, String>,
    _sandbox: Child,
    hosts: [JoinHandle<()>; 2],
}

impl Drop for Deployment {
    fn drop(&mut self) {
        for host in &self.hosts {
            host.abort();
        }
    }
}

impl Deployment {
    /// Starts a separate sandbox behind a layer.
    pub(crate) async fn start(layer: Box<dyn Layer>) -> Self {
        Self::behind(layer, &mut |address| format!("http://{address}")).await
    }

    /// Starts a sandbox like [`Self::start`]; `public` names the address of each host of the layer.
    pub(crate) async fn behind(
        layer: Box<dyn Layer>,
        public: &mut (dyn FnMut(SocketAddr) -> String + Send),
    ) -> Self {
        let proxy = Proxy::new(layer);
        let resource = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let token = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let mut url = |listener: &TcpListener| public(listener.local_addr().expect("an address"));
        let (base_url, auth_url) = (url(&resource), url(&token));
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("env");
        let mut tries = 0;
        let (sandbox, addresses, environment) = loop {
            let addresses = [free().await, free().await];
            let mut sandbox = spawn(&file, addresses, [&base_url, &auth_url]);
            if let Some(environment) = announced(&mut sandbox, &file, addresses).await {
                break (sandbox, addresses, environment);
            }
            // Another program has taken one of the ports in the meantime.
            tries += 1;
            assert!(tries < TRIES, "the sandbox ends {tries} times as it starts");
        };
        proxy.forward(addresses[0], addresses[1]);
        proxy.set_environment(&environment);
        let hosts = [
            tokio::spawn(std::sync::Arc::clone(&proxy).serve(Host::Resource, resource)),
            tokio::spawn(proxy.serve(Host::Token, token)),
        ];
        Self {
            environment,
            _sandbox: sandbox,
            hosts,
        }
    }
}

/// The maximum number of attempts to start a sandbox.
const TRIES: usize = 5;

/// Returns a loopback address without a listener.
async fn free() -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    listener.local_addr().expect("an address")
}

/// Starts a sandbox that listens on these addresses, and uses these public addresses.
fn spawn(file: &Path, addresses: [SocketAddr; 2], public: [&str; 2]) -> Child {
    let [resource, token] = addresses.map(|address| address.to_string());
    Command::new(program())
        .args(["--listen", &resource, "--auth-listen", &token])
        .arg("--env-file")
        .arg(file)
        .args(["--base-url", public[0], "--auth-url", public[1]])
        .args(["--database", "sqlite::memory:", "--allow-loopback-webhooks"])
        .args(["--log", "error"])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .kill_on_drop(true)
        .spawn()
        .expect("the sandbox starts")
}

/// Returns the sandbox's description of itself, once it responds; `None` if it has exited.
async fn announced(
    sandbox: &mut Child,
    file: &Path,
    addresses: [SocketAddr; 2],
) -> Option<HashMap<String, String>> {
    for _ in 0..6_000 {
        if sandbox.try_wait().expect("its state").is_some() {
            return None;
        }
        let text = std::fs::read_to_string(file).unwrap_or_default();
        let answers = TcpStream::connect(addresses[0]).await.is_ok()
            && TcpStream::connect(addresses[1]).await.is_ok();
        if answers && text.contains("MARKETPLACE_BASE_URL") {
            let lines = text.lines().filter_map(|line| {
                let (name, value) = line.trim_start_matches("export ").split_once('=')?;
                Some((name.to_owned(), value.trim_matches('\'').to_owned()))
            });
            return Some(lines.collect());
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("the sandbox does not answer within two minutes");
}

/// Returns the sandbox program: the newest build, or a new one.
fn program() -> &'static Path {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    PROGRAM.get_or_init(|| {
        if let Some(path) = std::env::var_os("SANDBOX_PROGRAM") {
            return path.into();
        }
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let status = std::process::Command::new("cargo")
            .args(["build", "--quiet", "--bin", "sandbox"])
            .current_dir(root.join("sandbox"))
            .status()
            .expect("cargo starts");
        assert!(status.success(), "the sandbox does not compile");
        let target =
            std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
        target.join("debug/sandbox")
    })
}
