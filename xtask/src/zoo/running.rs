//! A running server of the zoo.

use std::path::PathBuf;
use std::process::Child;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};

use super::commands::filled;
use super::http;
use super::instance::{Instance, stop};
use super::server::{Description, Server};

/// How long a server may take to start.
const PATIENCE: Duration = Duration::from_mins(2);

/// A running server. Dropping this stops it.
#[derive(Debug)]
pub struct Running<'s> {
    /// The server.
    pub server: &'s Server,
    instance: Instance<'s>,
    child: Child,
    token: String,
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        stop(&mut self.child);
    }
}

impl<'s> Running<'s> {
    pub(super) fn new(server: &'s Server) -> Result<Self> {
        let instance = Instance::prepare(server)?;
        let child = instance.spawn()?;
        let mut running = Self {
            server,
            instance,
            child,
            token: String::new(),
        };
        running.wait()?;
        running.token = running.instance.token()?.unwrap_or_default();
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
        self.child = self.instance.spawn()?;
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
        let url = format!("http://127.0.0.1:{}{path}", self.instance.port);
        http::send(method, &url, self.header().as_deref(), body)
    }

    /// Returns the header field with the server's credential.
    #[must_use]
    pub fn header(&self) -> Option<String> {
        let header = self.server.header.as_ref();
        header.map(|header| self.with_token(header))
    }

    fn with_token(&self, text: &str) -> String {
        filled(text, &[("{token}", &self.token)])
    }

    /// Returns the address that the paths of its description are relative to.
    #[must_use]
    pub fn base(&self) -> String {
        format!(
            "http://127.0.0.1:{}{}",
            self.instance.port, self.server.base
        )
    }

    /// Returns the additional flags of our run.
    ///
    /// # Errors
    /// Returns an error if the file of its credentials cannot be written.
    pub fn flags(&self) -> Result<Vec<String>> {
        let flags = self.server.flags.iter();
        let mut flags: Vec<_> = flags.map(|flag| self.with_token(flag)).collect();
        if let Some(credentials) = &self.server.credentials {
            let path = self.instance.data.path().join("credentials.toml");
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
        let path = self.instance.data.path().join("description.json");
        std::fs::write(&path, text).context("cannot write its description")?;
        Ok(path)
    }
}
