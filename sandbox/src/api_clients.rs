//! OAuth Apps and legacy API keys, stored without the secrets that authenticate them.

use types::runtime::DateTime;
use types::{ApiClient, ApiClientId, ApiClientRequired, ApiClientType, DisplayName, OrgId, Scope};

use crate::failure::Failure;
use crate::ids;
use crate::store::{Record, Work};

impl Record for ApiClient {
    const TABLE: &'static str = "api_clients";
    const COLUMNS: &'static [&'static str] = &["type"];
    const IS_KEPT: bool = true;

    fn id(&self) -> &str {
        &self.id.0
    }

    fn columns(&self) -> Vec<String> {
        vec![self.r#type.to_string()]
    }
}

/// Creates an OAuth App. The secret is not stored, so it must be shown now.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn create_app(
    work: &mut Work,
    name: DisplayName,
    scopes: Vec<Scope>,
) -> sqlx::Result<(ApiClient, String)> {
    let secret = ids::secret("mps");
    let client = ApiClient {
        client_id: Some(work.id("app")),
        ..ApiClient::new(ApiClientRequired {
            id: ApiClientId(work.id("cli")),
            org_id: OrgId(work.org().to_owned()),
            name,
            r#type: ApiClientType::OauthApp,
            scopes,
            creation_time: DateTime::from(work.now()),
        })
    };
    insert(work, &client, Some(&secret)).await?;
    Ok((client, secret))
}

/// Stores an API client and the hash of its secret (for an OAuth App) or key; a public client has
/// neither.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn insert(work: &mut Work, client: &ApiClient, secret: Option<&str>) -> sqlx::Result<()> {
    work.insert(client).await?;
    let org = work.org().to_owned();
    sqlx::query(
        "UPDATE api_clients SET client_id = $3, secret_hash = $4 WHERE org_id = $1 AND id = $2",
    )
    .bind(org)
    .bind(client.id.0.clone())
    .bind(client.client_id.clone())
    .bind(secret.map(ids::hash))
    .execute(work.connection())
    .await?;
    Ok(())
}

/// Deletes an API client, with everything that it could authenticate with.
///
/// # Errors
/// [`Failure::NotFound`]
pub async fn delete(work: &mut Work, id: &ApiClientId) -> Result<(), Failure> {
    let was_there = work.delete::<ApiClient>(&id.0).await?;
    was_there.then_some(()).ok_or(Failure::NotFound)
}
