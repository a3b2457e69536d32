//! The client and its builder.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use reqwest::header::{HeaderMap, HeaderName, HeaderValue};

use super::globals::Globals;
use super::http::{Http, Settings};
use super::keyring::Keyring;
use super::server::Servers;
use super::{
    Api, BuildError, Clock, Credentials, LogAttempts, Middleware, Observer, RetryPolicy,
    SystemClock, Transport,
};

/// A client of the service. Cloning it is cheap; clones share connections and tokens.
#[derive(Clone)]
pub struct Client(pub(super) Arc<Shared>);

#[derive(Clone)]
pub(super) struct Shared {
    pub(super) api: &'static Api,
    pub(super) servers: Servers,
    pub(super) keyring: Arc<Keyring>,
    pub(super) transport: Arc<dyn Transport>,
    /// The maximum size of a response, or of an item of a stream, in bytes.
    pub(super) limit: usize,
    pub(super) retry: RetryPolicy,
    pub(super) timeout: Duration,
    pub(super) call_timeout: Option<Duration>,
    pub(super) observer: Option<Arc<dyn Observer>>,
    pub(super) clock: Arc<dyn Clock>,
    /// The first one is the outermost.
    pub(super) middleware: Vec<Arc<dyn Middleware>>,
    /// Whether the innermost one is the log that the environment has turned on.
    pub(super) is_logged: bool,
    pub(super) defaults: Defaults,
    pub(super) globals: Globals,
}

/// What is added to every request of an operation.
#[derive(Debug, Clone, Default)]
pub(super) struct Defaults {
    pub(super) headers: HeaderMap,
    pub(super) query: Vec<(String, String)>,
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
#[must_use]
pub struct ClientBuilder {
    api: &'static Api,
    servers: Servers,
    credentials: Vec<(String, Credentials)>,
    settings: Settings,
    http: Option<reqwest::Client>,
    transport: Option<Arc<dyn Transport>>,
    timeout: Duration,
    call_timeout: Option<Duration>,
    limit: usize,
    retry: RetryPolicy,
    observer: Option<Arc<dyn Observer>>,
    clock: Arc<dyn Clock>,
    middleware: Vec<Arc<dyn Middleware>>,
    headers: Vec<(String, String)>,
    query: Vec<(String, String)>,
    pub(super) globals: Globals,
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
            transport: None,
            timeout: Duration::from_secs(30),
            call_timeout: None,
            limit: 64 << 20,
            retry: RetryPolicy::default(),
            observer: None,
            clock: Arc::new(SystemClock),
            middleware: Vec::new(),
            headers: Vec::new(),
            query: Vec::new(),
            globals: Globals::default(),
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

    /// Sets the time limit for a whole call, with all attempts, waits and requests for tokens; none
    /// by default. [`RequestOptions::call_timeout`](super::RequestOptions::call_timeout) says more.
    pub fn call_timeout(mut self, timeout: Duration) -> Self {
        self.call_timeout = Some(timeout);
        self
    }

    /// Sets the time limit for connecting; 10 s by default.
    pub fn connect_timeout(mut self, timeout: Duration) -> Self {
        self.settings.connect_timeout = timeout;
        self
    }

    /// Sets the `User-Agent`; name and version of this crate and the platform by default.
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

    /// Sets how requests are sent. Connect timeout, user agent and HTTP client then have no effect.
    pub fn transport(mut self, transport: impl Transport + 'static) -> Self {
        self.transport = Some(Arc::new(transport));
        self
    }

    /// Sets the source of time and randomness; for tests.
    pub fn clock(mut self, clock: impl Clock + 'static) -> Self {
        self.clock = Arc::new(clock);
        self
    }

    /// Adds code that runs around every attempt to send a request, inside of what was added before.
    pub fn middleware(mut self, middleware: impl Middleware + 'static) -> Self {
        self.middleware.push(Arc::new(middleware));
        self
    }

    /// Adds a header field to every request of an operation. Parameters and the options of a request
    /// replace it.
    pub fn default_header(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.headers.push((name.into(), value.into()));
        self
    }

    /// Adds a pair to the query of every request of an operation, behind the parameters.
    pub fn default_query(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.query.push((name.into(), value.into()));
        self
    }

    /// Builds the client.
    ///
    /// # Errors
    /// Returns an error if an address, a credential or a header field is not usable.
    pub fn build(mut self) -> Result<Client, BuildError> {
        self.check_servers()?;
        let variable = std::env::var(self.api.log_variable);
        let level = variable.unwrap_or_default().parse();
        let is_logged = level.is_ok();
        if let Ok(level) = level {
            self.middleware
                .push(Arc::new(LogAttempts::to_stderr(level)));
        }
        let keyring = Keyring::new(self.api, self.credentials, &self.servers)?;
        let transport = match self.transport {
            Some(transport) => transport,
            None => Arc::new(Http::new(self.settings, self.http)?),
        };
        Ok(Client(Arc::new(Shared {
            api: self.api,
            keyring: Arc::new(keyring),
            transport,
            limit: self.limit,
            call_timeout: self.call_timeout,
            is_logged,
            servers: self.servers,
            retry: self.retry,
            timeout: self.timeout,
            observer: self.observer,
            clock: self.clock,
            middleware: self.middleware,
            globals: self.globals,
            defaults: Defaults {
                headers: headers(&self.headers)?,
                query: self.query,
            },
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

/// Shows no values of header fields and query parameters, because they can be secrets.
impl fmt::Debug for ClientBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ClientBuilder")
            .field("servers", &self.servers)
            .field("credentials", &self.credentials)
            .field("middleware", &self.middleware)
            .finish_non_exhaustive()
    }
}

/// Returns header fields, of which a later one replaces an earlier one of its name.
pub(super) fn headers(pairs: &[(String, String)]) -> Result<HeaderMap, BuildError> {
    let mut headers = HeaderMap::new();
    for (name, value) in pairs {
        let fault = || BuildError::Header(name.clone());
        let parsed = HeaderName::try_from(name).map_err(|_| fault())?;
        headers.insert(parsed, HeaderValue::try_from(value).map_err(|_| fault())?);
    }
    Ok(headers)
}
