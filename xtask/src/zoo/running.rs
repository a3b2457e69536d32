//! A running server of the zoo.

use std::net::TcpListener;
use std::path::PathBuf;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};

use super::commands::{command, filled, run_all, words};
use super::database::Database;
use super::http;
use super::server::{Description, Server};

/// How long a server may take to start.
const PATIENCE: Duration = Duration::from_mins(2);

/// A running server. Dropping this stops it.
#[derive(Debug)]
pub struct Running<'s> {
    /// The server.
    pub server: &'s Server,
    child: Child,
    data: tempfile::TempDir,
    database: Option<Database>,
    port: u16,
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        // Its data were created for this run.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl<'s> Running<'s> {
    pub(super) fn new(server: &'s Server) -> Result<Self> {
        let data = tempfile::tempdir().context("cannot make a folder")?;
        let port = free_port()?;
        let database = server.postgres.then(Database::start).transpose()?;
        let run = Instance {
            server,
            data: &data,
            database: database.as_ref(),
            port,
        };
        run.prepare()?;
        let child = run.spawn()?;
        let mut running = Self {
            server,
            child,
            data,
            database,
            port,
        };
        running.wait()?;
        Ok(running)
    }

    /// Starts the server again, with its data, if it has ended.
    ///
    /// # Errors
    /// Returns an error if it does not respond within two minutes.
    pub fn revive(&mut self) -> Result<()> {
        if self.child.try_wait().context("cannot wait")?.is_none() {
            return Ok(());
        }
        let instance = Instance {
            server: self.server,
            data: &self.data,
            database: self.database.as_ref(),
            port: self.port,
        };
        self.child = instance.spawn()?;
        self.wait()
    }

    fn wait(&mut self) -> Result<()> {
        let start = Instant::now();
        while start.elapsed() < PATIENCE {
            if self.send("GET", &self.server.ready, None).is_ok() {
                return Ok(());
            }
            if let Some(status) = self.child.try_wait().context("cannot wait")? {
                bail!("it ended before it was ready ({status})");
            }
            std::thread::sleep(Duration::from_millis(200));
        }
        let (ready, seconds) = (&self.server.ready, PATIENCE.as_secs());
        bail!("{ready} is not answered within {seconds} s")
    }

    /// Sends a request with the server's credential. Returns the body of the response.
    ///
    /// # Errors
    /// Returns an error if there is no response within a minute, or no success.
    pub fn send(&self, method: &str, path: &str, body: Option<&str>) -> Result<String> {
        let url = format!("http://127.0.0.1:{}{path}", self.port);
        http::send(method, &url, self.server.header.as_deref(), body)
    }

    /// Returns the address that the paths of its description are relative to.
    #[must_use]
    pub fn base(&self) -> String {
        format!("http://127.0.0.1:{}{}", self.port, self.server.base)
    }

    /// Returns the additional flags of our run.
    ///
    /// # Errors
    /// Returns an error if the file of its credentials cannot be written.
    pub fn flags(&self) -> Result<Vec<String>> {
        let mut flags = self.server.flags.clone();
        if let Some(credentials) = &self.server.credentials {
            let path = self.data.path().join("credentials.toml");
            std::fs::write(&path, credentials).context("cannot write its credentials")?;
            flags.extend(["--credentials".to_owned(), path.display().to_string()]);
        }
        Ok(flags)
    }

    /// Returns its description, as a file.
    ///
    /// # Errors
    /// Returns an error if it does not publish it.
    pub fn description(&self) -> Result<PathBuf> {
        let served = match &self.server.description {
            Description::Served(path) => path,
            Description::File(path) => {
                let here = self.server.here().display().to_string();
                return Ok(PathBuf::from(filled(path, &[("{here}", &here)])));
            }
        };
        let text = self.send("GET", served, None)?;
        let path = self.data.path().join("description.json");
        std::fs::write(&path, text).context("cannot write its description")?;
        Ok(path)
    }
}

/// What the command lines of a server are filled with.
struct Instance<'a> {
    server: &'a Server,
    data: &'a tempfile::TempDir,
    database: Option<&'a Database>,
    port: u16,
}

impl Instance<'_> {
    fn with_values<T>(&self, with: impl FnOnce(&[(&str, &str)]) -> T) -> T {
        let here = self.server.here().display().to_string();
        let (data, port) = (
            self.data.path().display().to_string(),
            self.port.to_string(),
        );
        let database = self.database.map(Database::url).unwrap_or_default();
        with(&[
            ("{here}", &here),
            ("{port}", &port),
            ("{data}", &data),
            ("{database}", database),
        ])
    }

    fn prepare(&self) -> Result<()> {
        self.with_values(|values| run_all(&self.server.prepare, values))
    }

    fn spawn(&self) -> Result<Child> {
        self.with_values(|values| {
            let variables = self.server.environment.iter();
            let variables = variables.map(|(name, value)| (name, filled(value, values)));
            command(&words(&self.server.start, values))?
                .envs(variables)
                .current_dir(self.data.path())
                .stdin(Stdio::null())
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .with_context(|| format!("cannot start {}", self.server.name))
        })
    }
}

/// Returns a loopback port that is currently free.
fn free_port() -> Result<u16> {
    let listener = TcpListener::bind("127.0.0.1:0").context("no port is free")?;
    Ok(listener.local_addr().context("no port is free")?.port())
}
