//! Identifies callers by their bearer tokens.

use server::runtime::Denied;

use crate::principal::Principal;
use crate::tokens::AccessTokens;

/// Identifies callers by the tokens that the MCP endpoint accepts (MCP, Authorization, Token
/// Handling): those for the endpoint itself, for the token host or for the resource host.
pub trait BearerTokens: Send + Sync + 'static {
    /// Returns the owner of a token, whatever its scopes.
    fn principal(&self, token: &str) -> impl Future<Output = Result<Principal, Denied>> + Send;
}

impl BearerTokens for AccessTokens {
    async fn principal(&self, token: &str) -> Result<Principal, Denied> {
        self.principal_for_mcp(token).await
    }
}
