//! Follows the progress of an accepted operation: 202 and an address (RFC 9110 §15.3.3).

use conformance_core::exchange::Exchange;
use conformance_core::json::Json;
use conformance_core::resources::{Resource, path_variables};
use percent_encoding::percent_decode_str;

use super::Session;
use crate::pool::{Bindings, Known};

impl Session {
    /// Records the address where the progress of an accepted request is read, if an operation of
    /// the description reads it. It may be foreign, and is only read.
    pub(super) fn follow(&self, exchange: &Exchange) {
        let response = exchange
            .response()
            .filter(|response| response.status == 202);
        let Some(location) = response.and_then(|response| response.header("location")) else {
            return;
        };
        let identity = exchange.purpose.identity.as_deref();
        let identity = identity.unwrap_or(&self.primary().name).to_owned();
        for (id, resource) in self.world.resources.iter() {
            let is_read_only = resource.read.is_some() && resource.create.is_none();
            let Some(bindings) = is_read_only
                .then(|| self.named(resource, location))
                .flatten()
            else {
                continue;
            };
            if bindings.values().any(|value| self.redactor.finds(value)) {
                continue;
            }
            let item = Known {
                id: bindings
                    .get(&resource.variable)
                    .cloned()
                    .unwrap_or_default(),
                bindings,
                value: Json::Null,
                ours: false,
            };
            self.world.pool.add(&identity, id, item);
        }
    }

    /// Parses the path variables of an item from an address, absolute or relative.
    #[must_use]
    pub fn named(&self, resource: &Resource, location: &str) -> Option<Bindings> {
        let base = &self.profile.base_url;
        let address = base
            .join(location)
            .ok()
            .filter(|url| url.origin() == base.origin())?;
        let path = address.path();
        let path = path
            .strip_prefix(base.path().trim_end_matches('/'))
            .unwrap_or(path);
        let segments = |path: &str| -> Vec<String> {
            path.trim_matches('/')
                .split('/')
                .map(str::to_owned)
                .collect()
        };
        let (template, sent) = (segments(&resource.item), segments(path));
        if template.len() != sent.len() {
            return None;
        }
        let mut bindings = Bindings::new();
        for (own, text) in template.iter().zip(sent) {
            match own.strip_prefix('{').and_then(|own| own.strip_suffix('}')) {
                Some(name) if !text.is_empty() => {
                    let text = percent_decode_str(&text).decode_utf8().ok()?.into_owned();
                    bindings.insert(name.to_owned(), text);
                }
                None if *own == text => {}
                _ => return None,
            }
        }
        (bindings.len() == path_variables(&resource.item).len()).then_some(bindings)
    }
}
