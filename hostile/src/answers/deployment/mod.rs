//! Hostile deployments: a true one answers, and some of its answers are changed on their way.

mod amounts;
mod draw;
mod kind;
mod leads;
mod lies;
mod texts;
mod tree;
mod upstream;
mod words;

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};

use serde::{Deserialize, Serialize};

pub use self::kind::Kind;
use self::lies::Liar;
pub use self::texts::MARKS;
use super::{Answers, Request, Server};

/// A deployment, and how often and in which ways its answers are changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// The name of its description.
    pub description: String,
    /// The seed of the changes, and of the harness.
    pub seed: u64,
    /// How many answers are true before the first change.
    pub calm: u64,
    /// How many of a hundred answers are changed after that.
    pub share: u8,
    /// The ways to change an answer.
    pub kinds: Vec<Kind>,
    /// How many requests the harness sends at once.
    pub concurrency: u8,
    /// More flags of the harness, such as the format of its messages.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub flags: Vec<String>,
}

/// The hosts of a deployment: the resource host and the token host. Each has a second port, which
/// belongs to another origin.
pub struct Deployment {
    hosts: [Server; 2],
    tokens: Arc<Mutex<Vec<String>>>,
}

impl Deployment {
    /// Starts both hosts. They send empty answers until [`Self::lie`].
    ///
    /// # Errors
    /// Returns an error if there is no free port.
    pub fn start() -> std::io::Result<Self> {
        Ok(Self {
            hosts: [Server::start()?, Server::start()?],
            tokens: Arc::default(),
        })
    }

    /// Returns the addresses of the resource host and of the token host.
    #[must_use]
    pub fn addresses(&self) -> [&str; 2] {
        [self.hosts[0].base(), self.hosts[1].base()]
    }

    /// Passes requests on to the hosts of a true deployment, and changes the answers.
    pub fn lie(&self, case: &Case, upstream: [SocketAddr; 2]) {
        let liar = Arc::new(Mutex::new(Liar::new(case)));
        for (host, address) in self.hosts.iter().zip(upstream) {
            let (liar, tokens) = (Arc::clone(&liar), Arc::clone(&self.tokens));
            let answers: Answers = Box::new(move |request: &Request| {
                let truth = upstream::ask(address, request).unwrap_or_default();
                let token = upstream::token(&truth);
                let mut tokens = tokens.lock().unwrap_or_else(PoisonError::into_inner);
                tokens.extend(token);
                drop(tokens);
                let mut liar = liar.lock().unwrap_or_else(PoisonError::into_inner);
                liar.answer(request, truth)
            });
            host.answer(answers);
        }
    }

    /// Returns the requests to both hosts and to their second ports.
    #[must_use]
    pub fn received(&self) -> Vec<Request> {
        let all = self.hosts.iter().flat_map(Server::received);
        all.collect()
    }

    /// Returns the access tokens that the true deployment has issued.
    #[must_use]
    pub fn tokens(&self) -> Vec<String> {
        let tokens = self.tokens.lock().unwrap_or_else(PoisonError::into_inner);
        tokens.clone()
    }
}
