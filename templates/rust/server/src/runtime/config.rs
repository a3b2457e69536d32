//! The settings of a deployment.

use std::fmt;
use std::sync::Arc;

use types::runtime::Operation;

use super::chunks::Streamed;
use super::{Rejection, Reply};

type Hook = dyn Fn(&Rejection, Option<&'static Operation>) -> Reply + Send + Sync;

/// The settings of a deployment; start from [`Config::default`].
#[derive(Clone)]
#[must_use]
pub struct Config {
    pub(super) max_body_bytes: usize,
    pub(super) realm: String,
    pub(super) resource_metadata: Option<String>,
    pub(super) path_prefix: String,
    pub(super) streamed: Vec<Streamed>,
    pub(super) hook: Option<Arc<Hook>>,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            max_body_bytes: 1024 * 1024,
            realm: "api".to_owned(),
            resource_metadata: None,
            path_prefix: String::new(),
            streamed: Vec::new(),
            hook: None,
        }
    }
}

impl Config {
    /// Sets the maximum size of a request body in bytes; 1 MiB by default. A larger body is a 413.
    pub fn max_body_bytes(mut self, bytes: usize) -> Self {
        self.max_body_bytes = bytes;
        self
    }

    /// Leaves the request bodies of an operation to its handler, if they have this declared media
    /// type: [`Context::take_body`](super::Context::take_body) returns their bytes as they arrive,
    /// and `body` of the request is empty. They may have any length. It is meant for bodies of
    /// bytes; a body of another kind would have no content to decode.
    pub fn stream_body(mut self, operation: &Operation, media_type: &'static str) -> Self {
        self.streamed.push((operation.id, media_type));
        self
    }

    /// Sets the protection space that challenges name (RFC 9110 §11.5); `api` by default.
    pub fn realm(mut self, realm: impl Into<String>) -> Self {
        self.realm = realm.into();
        self
    }

    /// Sets the address of the metadata that `Bearer` challenges refer to (RFC 9728 §5.1).
    pub fn resource_metadata(mut self, address: impl Into<String>) -> Self {
        self.resource_metadata = Some(address.into());
        self
    }

    /// Sets the path that all operations are below, such as `/v1`.
    pub fn path_prefix(mut self, prefix: impl Into<String>) -> Self {
        let prefix: String = prefix.into();
        let inner = prefix.trim_matches('/');
        self.path_prefix = if inner.is_empty() {
            String::new()
        } else {
            format!("/{inner}")
        };
        self
    }

    /// Sets a hook that writes every rejection in a format other than problem details. The
    /// operation is `None` if the path or the method is unknown. Header fields that belong to the
    /// status (`Allow`, `WWW-Authenticate`, …) are added afterwards.
    pub fn on_rejection<F>(mut self, hook: F) -> Self
    where
        F: Fn(&Rejection, Option<&'static Operation>) -> Reply + Send + Sync + 'static,
    {
        self.hook = Some(Arc::new(hook));
        self
    }
}

impl fmt::Debug for Config {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Config")
            .field("max_body_bytes", &self.max_body_bytes)
            .field("realm", &self.realm)
            .field("resource_metadata", &self.resource_metadata)
            .field("path_prefix", &self.path_prefix)
            .field("streamed", &self.streamed)
            .field("on_rejection", &self.hook.is_some())
            .finish()
    }
}
