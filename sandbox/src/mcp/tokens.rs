//! Whose a bearer token is.

use server::runtime::Denied;

use crate::principal::Principal;
use crate::tokens::AccessTokens;

/// Makes out callers by the tokens that the MCP endpoint takes (MCP, Authorization, Token
/// Handling): those issued for the endpoint itself, for the token host or for the resource host.
pub trait BearerTokens: Send + Sync + 'static {
    /// Whose a token is, whatever its scopes.
    fn principal(&self, token: &str) -> impl Future<Output = Result<Principal, Denied>> + Send;
}

impl BearerTokens for AccessTokens {
    async fn principal(&self, token: &str) -> Result<Principal, Denied> {
        self.principal_for_mcp(token).await
    }
}
