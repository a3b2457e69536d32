//! Names the operation of a request for log and metrics, with few names, whatever clients send.

use std::sync::Arc;

use types::runtime::Operation;

/// The operations of a host.
#[derive(Debug, Clone, Default)]
pub struct Operations(Arc<[&'static Operation]>);

/// Paths outside of the API, by first segment.
const OTHERS: &[&str] = &[
    "_sandbox",
    "assets",
    "console",
    "docs",
    "healthz",
    "metrics",
    "oauth2",
    "openapi.json",
    "openapi.yaml",
];

impl FromIterator<&'static Operation> for Operations {
    fn from_iter<I: IntoIterator<Item = &'static Operation>>(operations: I) -> Self {
        Self(operations.into_iter().collect())
    }
}

impl Operations {
    /// Adds an operation.
    #[must_use]
    pub fn and(&self, operation: &'static Operation) -> Self {
        self.0.iter().copied().chain([operation]).collect()
    }

    /// Returns the operationId, or a name for a request that matches no operation.
    pub(super) fn name(&self, method: &str, path: &str) -> &'static str {
        // HEAD runs the operation of GET.
        let method = if method == "HEAD" { "GET" } else { method };
        let found = self.0.iter().filter(|known| known.method == method);
        let found = found.filter(|known| is_of(known.path, path));
        // A literal segment takes precedence over a variable.
        if let Some(operation) = found.min_by_key(|known| known.path.matches('{').count()) {
            return operation.id;
        }
        let first = path.split('/').nth(1).unwrap_or_default();
        let other = OTHERS.iter().find(|known| **known == first);
        other.copied().unwrap_or("unknown")
    }
}

fn is_of(template: &str, path: &str) -> bool {
    let (mut known, mut sent) = (template.split('/'), path.split('/'));
    loop {
        match (known.next(), sent.next()) {
            (None, None) => return true,
            (Some(known), Some(sent)) if known.starts_with('{') || known == sent => {}
            _ => return false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use types::operations::{GET_OFFER, LIST_OFFERS, LIST_WEBHOOK_DELIVERIES};

    #[test]
    fn names_are_few() {
        let known: Operations = [&GET_OFFER, &LIST_OFFERS, &LIST_WEBHOOK_DELIVERIES]
            .into_iter()
            .collect();
        assert_eq!(known.name("GET", "/org/a/offer/b"), "getOffer");
        assert_eq!(known.name("HEAD", "/org/a/offer"), "listOffers");
        assert_eq!(
            known.name("GET", "/org/a/webhook/delivery"),
            "listWebhookDeliveries"
        );
        assert_eq!(known.name("PUT", "/org/a/offer"), "unknown");
        assert_eq!(known.name("GET", "/docs/x"), "docs");
        assert_eq!(known.name("GET", "/%0a"), "unknown");
    }
}
