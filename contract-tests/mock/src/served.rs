//! The served description, with what follows from it.

use conformance_core::description::Description;
use conformance_core::resources::Resources;
use conformance_core::validate::{Direction, Validator};

use crate::credentials::Credentials;
use crate::nodes::Nodes;
use crate::shape::Shaper;

/// A description, ready to be served. It does not change while the mock runs.
#[derive(Debug)]
pub(crate) struct Served {
    pub(crate) description: Description,
    pub(crate) resources: Resources,
    /// Validates requests.
    pub(crate) requests: Validator,
    pub(crate) shaper: Shaper,
    pub(crate) nodes: Nodes,
    pub(crate) credentials: Credentials,
    /// Scheme and authority of the mock's address.
    pub(crate) origin: String,
    /// The prefix of all paths.
    pub(crate) prefix: String,
}

impl Served {
    pub(crate) fn new(description: Description, seed: u64, prefix: &str) -> Self {
        let resources = Resources::of(&description);
        let requests = Validator::new(&description.api, Direction::Request);
        let shaper = Shaper::new(&description.api, seed);
        Self {
            nodes: Nodes::new(&description, &resources, &shaper, &requests),
            credentials: Credentials::new(seed),
            origin: String::new(),
            prefix: prefix.to_owned(),
            description,
            resources,
            requests,
            shaper,
        }
    }

    /// Returns a target as a reference: one that begins with `//` would name a host (RFC 3986
    /// §4.2).
    pub(crate) fn reference(&self, target: String) -> String {
        if target.starts_with("//") {
            format!("{}{target}", self.origin)
        } else {
            target
        }
    }
}
