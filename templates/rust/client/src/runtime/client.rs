//! The client and its builder.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use super::keyring::Keyring;
use super::server::Servers;
use super::transport::{Settings, Transport};
use super::{Api, BuildError, Clock, Credentials, Observer, RetryPolicy, SystemClock};

/// A client of the service. Cloning it is cheap; clones share connections and tokens.
#[derive(Clone)]
pub struct Client(pub(super) Arc<Shared>);

pub(super) struct Shared {
    pub(super) api: &'static Api,
    pub(super) servers: Servers,
    pub(super) keyring: Keyring,
    pub(super) transport: Transport,
    pub(super) retry: RetryPolicy,
    pub(super) timeout: Duration,
    pub(super) observer: Option<Arc<dyn Observer>>,
    pub(super) clock: Arc<dyn Clock>,
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client")
            .field("servers", &self.0.servers)
            .field("credentials", &self.0.keyring)
            .finish_non_exhaustive()
    }
}

/// Sets up a [`Client`].
#[derive(Debug)]
#[must_use]
pub struct ClientBuilder {
    api: &'static Api,
    servers: Servers,
    credentials: Vec<(String, Credentials)>,
    settings: Settings,
    http: Option<reqwest::Client>,
    timeout: Duration,
    limit: usize,
    retry: RetryPolicy,
    observer: Option<Arc<dyn Observer>>,
    clock: Arc<dyn Clock>,
}

impl ClientBuilder {
    pub(crate) fn new(api: &'static Api) -> Self {
        let mut servers = Servers {
            elsewhere: api.elsewhere,
            ..Servers::default()
        };
        for (name, value) in api.variables {
            servers
                .variables
                .insert((*name).to_owned(), (*value).to_owned());
        }
        Self {
            api,
            servers,
            credentials: Vec::new(),
            settings: Settings::default(),
            http: None,
            timeout: Duration::from_secs(30),
            limit: 64 << 20,
            retry: RetryPolicy::default(),
            observer: None,
            clock: Arc::new(SystemClock),
        }
    }

    /// Sets the value of a variable in the addresses of servers.
    pub fn variable(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.servers.variables.insert(name.into(), value.into());
        self
    }

    /// Sets another address for a server, which is identified by its address in the description.
    pub fn server(mut self, declared: impl Into<String>, address: impl Into<String>) -> Self {
        self.servers
            .replaced
            .insert(declared.into(), address.into());
        self
    }

    /// Sets the base that relative server addresses are resolved against (OpenAPI 3.0.3 §4.7.5.1).
    pub fn origin(mut self, address: impl Into<String>) -> Self {
        self.servers.origin = Some(address.into());
        self
    }

    /// Sets the credentials for a security scheme of the description.
    pub fn credentials(
        mut self,
        scheme: impl Into<String>,
        credentials: impl Into<Credentials>,
    ) -> Self {
        self.credentials.push((scheme.into(), credentials.into()));
        self
    }

    /// Sets the time limit for one attempt, from connecting to the last byte, or to the first byte
    /// of a stream; 30 s by default.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = timeout;
        self
    }

    /// Sets the time limit for connecting; 10 s by default.
    pub fn connect_timeout(mut self, timeout: Duration) -> Self {
        self.settings.connect_timeout = timeout;
        self
    }

    /// Sets the `User-Agent`; name and version of this crate by default.
    pub fn user_agent(mut self, user_agent: impl Into<String>) -> Self {
        self.settings.user_agent = user_agent.into();
        self
    }

    /// Sets the maximum size of a response, or of an item of a stream, in bytes; 64 MiB by default.
    pub fn response_limit(mut self, bytes: usize) -> Self {
        self.limit = bytes;
        self
    }

    /// Sets when a request is retried.
    pub fn retry(mut self, policy: RetryPolicy) -> Self {
        self.retry = policy;
        self
    }

    /// Sets the observer of deprecations, unknown fields and retries.
    pub fn observer(mut self, observer: impl Observer + 'static) -> Self {
        self.observer = Some(Arc::new(observer));
        self
    }

    /// Sets the HTTP client to use. Its own connect timeout, user agent and proxies then apply. It
    /// should not follow redirects, which could leak credentials to another server.
    pub fn http_client(mut self, client: reqwest::Client) -> Self {
        self.http = Some(client);
        self
    }

    /// Sets the source of time and randomness; for tests.
    pub fn clock(mut self, clock: impl Clock + 'static) -> Self {
        self.clock = Arc::new(clock);
        self
    }

    /// Builds the client.
    ///
    /// # Errors
    /// Returns an error if an address, a credential or the user agent is not usable.
    pub fn build(self) -> Result<Client, BuildError> {
        self.check_servers()?;
        Ok(Client(Arc::new(Shared {
            api: self.api,
            keyring: Keyring::new(self.api, self.credentials, &self.servers)?,
            transport: Transport::new(self.settings, self.http, self.limit)?,
            servers: self.servers,
            retry: self.retry,
            timeout: self.timeout,
            observer: self.observer,
            clock: self.clock,
        })))
    }

    /// Checks the addresses of all servers whose variables have values. A server that is never used
    /// may lack them.
    fn check_servers(&self) -> Result<(), BuildError> {
        let servers: BTreeSet<&str> = self.api.operations.iter().map(|one| one.server).collect();
        for server in servers.iter().filter(|server| self.servers.knows(server)) {
            self.servers.resolve(server)?;
        }
        let mut replaced = self.servers.replaced.keys();
        match replaced.find(|address| !servers.contains(address.as_str())) {
            Some(address) => Err(BuildError::UnknownServer(address.clone())),
            None => Ok(()),
        }
    }
}
