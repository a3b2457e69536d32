//! The tokens that clients received in place of those that the deployment has issued.

use std::collections::HashMap;

use crate::message::Asked;
use crate::token::{form, set_form};
use conformance_core::exchange::Host;

/// Tokens of the deployment, by what clients received instead.
#[derive(Default)]
pub(crate) struct Issued(HashMap<String, String>);

impl Issued {
    /// Records a token, and what a client received instead.
    pub(crate) fn add(&mut self, shown: String, token: String) {
        self.0.insert(shown, token);
    }

    /// Returns how many tokens were recorded.
    pub(crate) fn count(&self) -> usize {
        self.0.len()
    }

    /// Puts the token of the deployment into a request: into its header, or into the form that
    /// revokes it.
    pub(crate) fn restore(&self, asked: &mut Asked) {
        let field = asked.header("authorization").unwrap_or_default();
        if let Some((scheme, known)) = field
            .split_once(' ')
            .and_then(|(scheme, value)| Some((scheme, self.0.get(value)?)))
        {
            let restored = format!("{scheme} {known}");
            asked.set("authorization", &restored);
        }
        if asked.host != Host::Token || asked.method != "POST" {
            return;
        }
        let mut pairs = form(asked);
        let own = pairs.iter_mut().find(|(name, _)| name == "token");
        if let Some((_, value)) = own
            && let Some(known) = self.0.get(value)
        {
            value.clone_from(known);
            set_form(asked, &pairs);
        }
    }
}
