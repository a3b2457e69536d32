//! The caller of a request, for the log.

use std::sync::{Arc, OnceLock};

use axum::http::Extensions;

use crate::principal::Principal;

/// The caller, which is empty until a credential was accepted. It is an extension of the request.
#[derive(Debug, Clone, Default)]
pub struct Seen(Arc<OnceLock<Caller>>);

/// A caller, by names that are not secret.
#[derive(Debug)]
pub(super) struct Caller {
    pub(super) org: String,
    pub(super) api_client: String,
}

impl Seen {
    /// Records the owner of a request's credential.
    pub fn note(extensions: &Extensions, principal: &Principal) {
        if let Some(Self(seen)) = extensions.get() {
            let _ = seen.set(Caller {
                org: principal.org.clone(),
                api_client: principal.api_client.clone(),
            });
        }
    }

    pub(super) fn caller(&self) -> Option<&Caller> {
        self.0.get()
    }
}
