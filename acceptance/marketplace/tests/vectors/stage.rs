//! The services in a description, run on this machine.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard};

use client::{Client, ClientBuilder, Credentials, RetryPolicy};
use marketplace_acceptance::description::API;
use spec::model::SecurityKind;

use crate::listener::Service;
use crate::notes::Notes;
use crate::wire::{Received, Reply};

/// The replies of all services, in order.
#[derive(Debug, Clone, Default)]
pub struct Script(Arc<Mutex<VecDeque<Reply>>>);

impl Script {
    pub fn set(&self, replies: impl IntoIterator<Item = Reply>) {
        *self.queue() = replies.into_iter().collect();
    }

    /// Returns the next reply; after the last one, a status with no other use.
    fn next(&self) -> Reply {
        self.queue().pop_front().unwrap_or_else(|| empty(598))
    }

    fn queue(&self) -> MutexGuard<'_, VecDeque<Reply>> {
        self.0.lock().expect("no test panics with it")
    }
}

/// Returns a response without a body.
pub fn empty(status: u16) -> Reply {
    Reply::Answer {
        status,
        headers: Vec::new(),
        body: Vec::new(),
    }
}

/// One service for each server variable, each of which is a host.
pub struct Stage {
    hosts: Vec<Host>,
    pub script: Script,
    pub notes: Notes,
}

struct Host {
    variable: String,
    /// The address in the vectors.
    address: String,
    service: Service,
}

impl Stage {
    /// Starts services that respond by the script.
    pub async fn start() -> Self {
        let script = Script::default();
        let next = script.clone();
        let mut stage = Self::answering(move |_| next.next()).await;
        stage.script = script;
        stage
    }

    /// Starts services that respond by the given function.
    pub async fn answering(
        handler: impl Fn(&Received) -> Reply + Clone + Send + Sync + 'static,
    ) -> Self {
        let mut hosts = Vec::new();
        for (variable, address) in variables() {
            let service = Service::start(handler.clone()).await;
            hosts.push(Host {
                variable,
                address,
                service,
            });
        }
        Self {
            hosts,
            script: Script::default(),
            notes: Notes::default(),
        }
    }

    /// Returns a client with the settings of the vectors.
    pub fn client(&self) -> Client {
        self.builder().build().expect("a client")
    }

    /// Returns a builder without retries, with a credential for each scheme.
    pub fn builder(&self) -> ClientBuilder {
        let mut builder = Client::builder()
            .retry(RetryPolicy::none())
            .observer(self.notes.clone());
        for host in &self.hosts {
            builder = builder.variable(&host.variable, &host.service.url);
        }
        for scheme in &API.security_schemes {
            let secret = format!("vector-{}", scheme.name);
            let credentials = match &scheme.kind {
                SecurityKind::Http { scheme, .. } if scheme == "basic" => {
                    Credentials::basic("vector", secret)
                }
                _ => secret.into(),
            };
            builder = builder.credentials(&scheme.name, credentials);
        }
        builder
    }

    /// Returns the address of the service for an address in the vectors.
    pub fn played(&self, url: &str) -> String {
        let mut hosts = self.hosts.iter();
        let found = hosts.find_map(|host| Some((host, url.strip_prefix(&host.address)?)));
        let (host, rest) = found.expect("an address of the description");
        format!("{}{rest}", host.service.url)
    }

    /// Returns the requests since the last call, each with its address in the vectors.
    pub fn take(&self) -> Vec<(String, Received)> {
        let hosts = self.hosts.iter();
        let requests = hosts.flat_map(|host| {
            let requests = host.service.take().into_iter();
            requests.map(|request| (format!("{}{}", host.address, request.target), request))
        });
        requests.collect()
    }

    /// Accepts connections from now on, or refuses them.
    pub async fn listen(&self, open: bool) {
        for host in &self.hosts {
            if open {
                host.service.open().await;
            } else {
                host.service.close().await;
            }
        }
    }
}

/// Returns the server variables and their values.
fn variables() -> BTreeMap<String, String> {
    let own = API
        .operations
        .iter()
        .flat_map(|operation| &operation.servers);
    let servers = API.servers.iter().chain(own);
    let variables = servers.flat_map(|server| &server.variables);
    variables
        .map(|variable| (variable.name.clone(), variable.default.clone()))
        .collect()
}
