//! The token host.

use server::runtime::Denied;

use crate::principal::Principal;
use crate::store::Store;

/// The access tokens that the resource host takes.
#[derive(Debug, Clone)]
pub struct AccessTokens {
    store: Store,
}

impl AccessTokens {
    /// On a database.
    #[must_use]
    pub const fn new(store: Store) -> Self {
        Self { store }
    }

    /// Whose an access token is.
    ///
    /// # Errors
    /// [`Denied`] unless it is valid.
    pub async fn principal(&self, token: &str) -> Result<Principal, Denied> {
        let _ = (token, &self.store);
        Err(Denied::Invalid)
    }
}
