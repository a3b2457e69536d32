//! The credentials of the seeded organizations.

use types::runtime::DateTime;
use types::{ApiClient, ApiClientId, ApiClientType, DisplayName, OrgId, Scope};

use super::Cast;
use crate::api_clients;
use crate::delivery;
use crate::failure::Failure;
use crate::ids;
use crate::store::Work;
use crate::tokens::{self, User};

/// The redirect URI of a desktop program; on loopback, any port is allowed (RFC 8252 §7.3).
pub(super) const CALLBACK: &str = "http://127.0.0.1/callback";

/// The secrets of an organization, derived from the seed.
#[derive(Clone)]
pub struct Credentials {
    /// Client id of an OAuth App with all scopes.
    pub client_id: String,
    /// The secret of the client above.
    pub client_secret: String,
    /// Client id of an OAuth App that may only read offers.
    pub reader_id: String,
    /// The secret of the reader.
    pub reader_secret: String,
    /// Client id of a public client (`authorization_code`).
    pub desktop_id: String,
    /// A legacy API key with all scopes.
    pub api_key: String,
    /// The key of webhook signatures.
    pub webhook_secret: String,
    /// The name that a user signs in with.
    pub user: String,
    /// Their password.
    pub password: String,
}

/// Hides the secrets.
impl std::fmt::Debug for Credentials {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Credentials")
            .field("client_id", &self.client_id)
            .finish_non_exhaustive()
    }
}

impl Credentials {
    /// Derives the credentials, which are the same for the same seed.
    #[must_use]
    pub fn of(cast: &Cast, seed: u64) -> Self {
        let secret = |prefix: &str, what: &str| {
            format!(
                "{prefix}_{}",
                ids::hash(&format!("{seed} {} {what}", cast.org))
            )
        };
        Self {
            client_id: format!("{}-app", cast.program),
            client_secret: secret("mps", "client secret"),
            reader_id: format!("{}-reader", cast.program),
            reader_secret: secret("mps", "reader secret"),
            desktop_id: format!("{}-desktop", cast.program),
            api_key: secret("mpk", "api key"),
            webhook_secret: secret("mpw", "webhook secret"),
            user: format!("{}@{}", cast.person, cast.domain),
            password: secret("pw", "password")[..15].to_owned(),
        }
    }

    pub(super) async fn plant(&self, work: &mut Work, cast: &Cast) -> Result<(), Failure> {
        let app = ApiClientType::OauthApp;
        let callback = CALLBACK.parse().map_err(anyhow::Error::from);
        let callbacks = Some(vec![callback.map_err(Failure::Internal)?]);
        let full = ApiClient {
            redirect_uris: callbacks.clone(),
            ..client(work, cast, "app", "Sandbox app", app.clone(), all_scopes())
        };
        let offers = vec![Scope::OffersRead];
        let reader = client(
            work,
            cast,
            "reader",
            "Reader of offers",
            app.clone(),
            offers,
        );
        let desktop = ApiClient {
            redirect_uris: callbacks,
            public_client: Some(true),
            ..client(work, cast, "desktop", "Desktop program", app, all_scopes())
        };
        let legacy = ApiClientType::ApiKey;
        let key = client(work, cast, "key", "Old export script", legacy, all_scopes());
        api_clients::insert(work, &full, Some(&self.client_secret)).await?;
        api_clients::insert(work, &reader, Some(&self.reader_secret)).await?;
        api_clients::insert(work, &desktop, None).await?;
        api_clients::insert(work, &key, Some(&self.api_key)).await?;
        self.plant_person(work, cast)
            .await
            .map_err(Failure::Internal)?;
        delivery::set_secret(work, &self.webhook_secret).await?;
        Ok(())
    }
}

impl Credentials {
    /// Creates a user who can sign in.
    async fn plant_person(&self, work: &mut Work, cast: &Cast) -> anyhow::Result<()> {
        let connection = work.connection();
        let user = User {
            id: format!("usr-{}", cast.person),
            org: cast.org.to_owned(),
            email: self.user.clone(),
            name: cast.person_name.to_owned(),
        };
        tokens::seed_user(connection, &user, &self.password).await?;
        Ok(())
    }
}

fn client(
    work: &Work,
    cast: &Cast,
    id: &str,
    name: &str,
    kind: ApiClientType,
    scopes: Vec<Scope>,
) -> ApiClient {
    let is_app = kind == ApiClientType::OauthApp;
    ApiClient {
        id: ApiClientId(format!("cli-{}-{id}", cast.program)),
        org_id: OrgId(work.org().to_owned()),
        name: DisplayName(name.to_owned()),
        r#type: kind,
        client_id: is_app.then(|| format!("{}-{id}", cast.program)),
        scopes,
        redirect_uris: None,
        public_client: None,
        last_use_time: None,
        creation_time: DateTime::from(work.now()),
        unknown: serde_json::Map::new(),
    }
}

/// Returns every scope of the description.
#[must_use]
pub fn all_scopes() -> Vec<Scope> {
    Scope::VALUES
        .iter()
        .map(|name| Scope::from(*name))
        .collect()
}
