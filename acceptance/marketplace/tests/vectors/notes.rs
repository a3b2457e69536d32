//! What a client reports in addition to responses.

use std::sync::{Arc, Mutex, MutexGuard};

use client::Observer;
use client::runtime::{Deprecated, Retried};
use serde_json::{Value, json};

/// Collects the reports of a client.
#[derive(Debug, Clone, Default)]
pub struct Notes(Arc<Mutex<Reports>>);

/// The reports of a client.
#[derive(Debug, Default)]
pub struct Reports {
    /// JSON Pointers of unknown properties.
    pub unknown: Vec<String>,
    /// Deprecations, as `deprecations.json` writes them.
    pub deprecated: Vec<Value>,
    /// The number of retries.
    pub retried: usize,
}

impl Notes {
    pub fn reports(&self) -> MutexGuard<'_, Reports> {
        self.0.lock().expect("no test panics with it")
    }
}

impl Observer for Notes {
    fn deprecated(&self, notice: &Deprecated<'_>) {
        let links = [notice.deprecation_link, notice.sunset_link];
        let links: Vec<_> = links.into_iter().flatten().collect();
        self.reports().deprecated.push(json!({
            "deprecated": notice.deprecated_at().map(|time| time.to_string()),
            "sunset": notice.sunset_at().map(|time| time.to_string()),
            "links": links,
        }));
    }

    fn unknown_fields(&self, _: &str, pointers: &[String]) {
        self.reports().unknown.extend_from_slice(pointers);
    }

    fn retried(&self, _: &Retried<'_>) {
        self.reports().retried += 1;
    }
}
