//! A sandbox that restarts on its existing database, and two that share a database.

use std::collections::BTreeMap;
use std::net::SocketAddr;

use sandbox::{Addresses, CAST, Credentials, Options, Sandbox, exports};

use crate::support::{
    self, COLLECTIONS, Database, Organization, access_token, database_file, free_port, postgres,
};

/// The public address of all instances, as behind a proxy.
const BASE: &str = "https://api.marketplace.example";
const AUTH: &str = "https://auth.marketplace.example";

/// An instance, and the first organization, as seen through that instance.
struct Instance {
    sandbox: Sandbox,
    org: Organization,
    auth: SocketAddr,
}

impl Instance {
    async fn start(database: &Database) -> Self {
        let [listen, auth_listen] =
            [(); 2].map(|()| SocketAddr::from(([127, 0, 0, 1], free_port())));
        let options = Options {
            listen,
            auth_listen,
            base_url: Some(BASE.to_owned()),
            auth_url: Some(AUTH.to_owned()),
            ..Options::for_tests(database.url())
        };
        let sandbox = Sandbox::start(&options).await.expect("it starts");
        let http = reqwest::Client::builder().no_proxy().build();
        let key = Credentials::of(&CAST[0], options.seed).api_key;
        let base = format!("http://{listen}");
        Self {
            sandbox,
            org: Organization::new(&http.expect("a client"), &base, CAST[0].org, &key),
            auth: auth_listen,
        }
    }

    /// Returns an access token of this instance.
    async fn token(&self) -> String {
        let app = Credentials::of(&CAST[0], 1);
        let addresses = Addresses {
            base_url: BASE.to_owned(),
            auth_url: format!("http://{}", self.auth),
        };
        access_token(&addresses, &app.client_id, &app.client_secret).await
    }

    /// Returns the response of this instance to an access token from any instance.
    async fn asked_with(&self, token: &str) -> u16 {
        self.org.bearing(token).get("/product").await.status
    }

    /// Returns the identifiers of all resources.
    async fn all(&self) -> BTreeMap<&'static str, Vec<String>> {
        let mut all = BTreeMap::new();
        for list in COLLECTIONS {
            let items = self.org.all(list).await;
            let ids = items.iter().map(|item| support::text(item, "id"));
            all.insert(list, ids.collect());
        }
        all
    }
}

#[tokio::test]
async fn what_is_in_a_file_is_there_after_a_restart() {
    restart(&database_file()).await;
}

#[tokio::test]
async fn what_is_in_postgresql_is_there_after_a_restart() {
    if let Some(database) = postgres("a restart on PostgreSQL").await {
        restart(&database).await;
    }
}

async fn restart(database: &Database) {
    let first = Instance::start(database).await;
    let entitlement = first.org.entitlement().await;
    let usage = first.org.submit(&entitlement, Some("group-1"), "5").await;
    assert_eq!(usage.status, 201);
    let (before, token) = (first.all().await, first.token().await);
    first.sandbox.stop().await;

    let second = Instance::start(database).await;
    assert_eq!(
        second.all().await,
        before,
        "all is there, and nothing twice"
    );
    assert_eq!(second.asked_with(&token).await, 200, "keys are kept");
    assert_eq!(second.asked_with(&second.token().await).await, 200);
    let usage = second.org.submit(&entitlement, Some("group-1"), "5").await;
    assert_eq!(usage.status, 200, "known: {}", usage.text);
    second.org.draft_product().await;
    second.sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_instances_are_one_service() {
    let Some(database) = postgres("two instances").await else {
        return;
    };
    // Both find an empty schema, and one of them creates the tables.
    let (one, other) = tokio::join!(Instance::start(&database), Instance::start(&database));
    let seeded = one.all().await;
    assert_eq!(other.all().await, seeded);
    assert_eq!(seeded["/apiClient"].len(), 4, "not seeded twice");
    let [first, second] = [&one, &other].map(|instance| exports(instance.sandbox.addresses(), 1));
    assert_eq!(first, second);

    for (here, there) in [(&one, &other), (&other, &one)] {
        let product = here.org.draft_product().await;
        let path = format!("/product/{product}");
        assert_eq!(there.org.get(&path).await.member("status"), "DRAFT");
        there.org.act(&format!("{path}/publish")).await.ok();
        assert_eq!(here.org.get(&path).await.member("status"), "PUBLISHED");
        let token = here.token().await;
        assert_eq!(there.asked_with(&token).await, 200);
        assert_eq!(here.asked_with(&token).await, 200);
    }
    one.sandbox.stop().await;
    other.sandbox.stop().await;
}
