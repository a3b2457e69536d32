//! OAuth Apps and legacy API keys, stored without the secrets that authenticate them.

use types::runtime::{DateTime, Uri};
use types::{ApiClient, ApiClientId, ApiClientRequired, ApiClientType, DisplayName, OrgId, Scope};

use crate::failure::Failure;
use crate::ids;
use crate::store::{Record, Work};
use crate::tokens;

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

/// What an OAuth App is created with.
#[derive(Debug)]
pub struct NewApp {
    /// Its display name.
    pub name: DisplayName,
    /// What it may do.
    pub scopes: Vec<Scope>,
    /// The addresses to which the token host may redirect users.
    pub redirect_uris: Option<Vec<Uri>>,
    /// Whether it may redeem codes and refresh tokens without its secret.
    pub is_public: bool,
}

/// Creates an OAuth App. The secret is not stored, so it must be shown now.
///
/// # Errors
/// [`Failure::Invalid`] if a redirect URI is not allowed, and when the database fails.
pub async fn create_app(work: &mut Work, app: NewApp) -> Result<(ApiClient, String), Failure> {
    let NewApp { name, scopes, .. } = app;
    let secret = ids::secret("mps");
    let client = ApiClient {
        client_id: Some(work.id("app")),
        redirect_uris: app.redirect_uris,
        public_client: Some(app.is_public),
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

/// Stores an API client and the hash of its secret (for an OAuth App) or key; a client without a
/// secret is a public one.
///
/// # Errors
/// [`Failure::Invalid`] if a redirect URI is not allowed, and when the database fails.
pub async fn insert(
    work: &mut Work,
    client: &ApiClient,
    secret: Option<&str>,
) -> Result<(), Failure> {
    work.insert(client).await?;
    if let (Some(id), Some(uris)) = (&client.client_id, &client.redirect_uris) {
        tokens::register_redirects(work.connection(), id, uris).await?;
    }
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
