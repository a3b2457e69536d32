//! A token host and a resource host on loopback addresses, with two organizations.

use axum::Router;
use sandbox::api_clients;
use sandbox::resource::Resource;
use sandbox::store::Store;
use sandbox::tokens::{Addresses, TokenHost, User, register_redirects, seed_user};
use server::runtime::Config;
use tokio::net::TcpListener;
use types::{ApiClient, ApiClientId, ApiClientRequired, ApiClientType, DisplayName, OrgId, Scope};

use super::{Database, database};

pub const ORG: &str = "org-8f2c41";
pub const OTHER_ORG: &str = "org-3b90d2";
pub const EMAIL: &str = "ada@harbor.example";
pub const OTHER_EMAIL: &str = "tove@tide.example";
pub const PASSWORD: &str = "a-random-secret-of-ada";
pub const SECRET: &str = "mps_5f0c2c0e7d9b4a1e8f3d6c5b4a392817";
pub const CALLBACK: &str = "http://127.0.0.1:50123/callback";
pub const SCOPES: &[&str] = &[
    "products:read",
    "products:write",
    "offers:read",
    "apiClients:read",
];

/// Clients: one with a secret, one without, and one of the other organization.
pub const SERVER: &str = "harbor-server";
pub const DESKTOP: &str = "harbor-desktop";
pub const OTHER_SERVER: &str = "tide-server";

/// Both hosts.
pub struct Service {
    pub base_url: String,
    pub auth_url: String,
    pub store: Store,
    pub host: TokenHost,
    // Last, so that the connections are closed before the database is removed.
    _database: Database,
}

impl Service {
    pub async fn start() -> Self {
        let database = database().await;
        let store = Store::open(database.url()).await.expect("the database");
        seed(&store).await;
        let (resource, base_url) = listen().await;
        let (tokens, auth_url) = listen().await;
        let addresses = Addresses {
            base_url: base_url.clone(),
            auth_url: auth_url.clone(),
        };
        let host = TokenHost::new(store.clone(), addresses);
        let api = Resource::new(store.clone(), host.access_tokens());
        serve(resource, api.router(Config::default()).0);
        serve(tokens, host.clone().router(Config::default()).0);
        Self {
            base_url,
            auth_url,
            store,
            host,
            _database: database,
        }
    }

    /// Returns an address on the token host.
    pub fn auth(&self, path: &str) -> String {
        format!("{}{path}", self.auth_url)
    }
}

async fn listen() -> (TcpListener, String) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    (listener, format!("http://{address}"))
}

fn serve(listener: TcpListener, router: Router) {
    tokio::spawn(async move { axum::serve(listener, router).await });
}

async fn seed(store: &Store) {
    for (org, name) in [(ORG, "Harbor Analytics"), (OTHER_ORG, "Tide & <b>Sons</b>")] {
        let document = serde_json::json!({
            "id": org, "name": name, "partners": ["AWS"], "creationTime": "2025-03-03T08:00:00Z",
        });
        sqlx::query("INSERT INTO organizations (id, position, document) VALUES ($1, 0, $2)")
            .bind(org)
            .bind(document.to_string())
            .execute(store.writes())
            .await
            .expect("an organization");
    }
    client(store, ORG, SERVER, "Harbor <Server>", Some(SECRET)).await;
    client(store, ORG, DESKTOP, "Harbor Desktop", None).await;
    client(store, OTHER_ORG, OTHER_SERVER, "Tide", Some(SECRET)).await;
    let people = [
        ("usr-ada", ORG, EMAIL, "Ada"),
        ("usr-tove", OTHER_ORG, OTHER_EMAIL, "Tove"),
    ];
    let mut connection = store.writes().acquire().await.expect("a connection");
    for (id, org, email, name) in people {
        let [id, org, email, name] = [id, org, email, name].map(str::to_owned);
        let user = User {
            id,
            org,
            email,
            name,
        };
        seed_user(&mut connection, &user, PASSWORD)
            .await
            .expect("a user");
    }
    for client in [SERVER, DESKTOP] {
        let uris = [
            "http://127.0.0.1/callback",
            "https://app.harbor.example/cb?a=1",
        ]
        .map(|uri| uri.parse().expect("a URI"));
        register_redirects(&mut connection, client, &uris)
            .await
            .expect("redirects");
    }
}

async fn client(store: &Store, org: &str, id: &str, name: &str, secret: Option<&str>) {
    let mut work = store
        .change(org)
        .await
        .expect("the database")
        .expect("the organization");
    let client = ApiClient {
        client_id: Some(id.to_owned()),
        ..ApiClient::new(ApiClientRequired {
            id: ApiClientId(format!("cli-{id}")),
            org_id: OrgId(org.to_owned()),
            name: DisplayName(name.to_owned()),
            r#type: ApiClientType::OauthApp,
            scopes: SCOPES
                .iter()
                .map(|scope| Scope::from(*scope))
                .collect::<Vec<_>>(),
            creation_time: types::runtime::DateTime::from(work.now()),
        })
    };
    api_clients::insert(&mut work, &client, secret)
        .await
        .expect("a client");
    work.commit().await.expect("a commit");
}
