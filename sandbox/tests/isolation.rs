//! No operation distinguishes another organization's resources from missing ones, and requests
//! cannot set values that only the service sets.

mod assignment;
mod fixture;
mod scopes;

use std::collections::BTreeMap;

use reqwest::header::DATE;
use serde_json::{Value, json};
use types::operations::ALL;
use types::runtime::{Location, Operation};

use self::fixture::{Fixture, body_of};
use crate::support::{self, Organization, Reply, with_world};

/// Returns the operations of the resource host, except for webhooks, which have separate tests.
fn operations() -> impl Iterator<Item = &'static Operation> {
    let is_meant = |operation: &&Operation| {
        operation.path.starts_with("/org/") && !operation.path.contains("/webhook")
    };
    ALL.iter().copied().filter(is_meant)
}

/// Returns the parameters of an operation's path below the organization.
fn ids_of(operation: &Operation) -> Vec<&'static str> {
    let parameters = operation.parameters.iter();
    let ids = parameters.filter(|one| one.location == Location::Path && one.name != "orgId");
    ids.map(|one| one.name).collect()
}

/// Returns the path of an operation with an organization and identifiers.
fn path(operation: &Operation, org: &str, ids: &BTreeMap<&str, String>) -> String {
    let path = operation.path.replace("{orgId}", org);
    ids.iter().fold(path, |path, (name, id)| {
        path.replace(&format!("{{{name}}}"), id)
    })
}

/// Returns a response without the parts that differ between responses.
fn bare(reply: &Reply) -> (u16, Vec<(String, String)>, String) {
    let changing = [DATE.as_str(), "x-request-id"];
    let headers = reply
        .headers
        .iter()
        .filter(|(name, _)| !changing.contains(&name.as_str()));
    let header = |(name, value): (&reqwest::header::HeaderName, &reqwest::header::HeaderValue)| {
        (
            name.to_string(),
            String::from_utf8_lossy(value.as_bytes()).into_owned(),
        )
    };
    (
        reply.status,
        headers.map(header).collect(),
        reply.text.clone(),
    )
}

async fn send(org: &Organization, operation: &Operation, path: &str) -> Reply {
    org.call(operation.method, path, body_of(operation.id).as_ref())
        .await
}

/// Checks that every response is the same as for missing resources.
async fn check_hidden(org: &Organization, operation: &Operation, hidden: &[String], absent: &str) {
    let expected = send(org, operation, absent).await;
    assert_eq!(expected.outcome(), "404 not-found", "{}", operation.id);
    for path in hidden {
        let answer = send(org, operation, path).await;
        assert_eq!(bare(&answer), bare(&expected), "{} of {path}", operation.id);
    }
}

#[tokio::test]
async fn another_organization_is_like_none() {
    with_world(async |world| {
        let (own, other) = (&world.own, &world.other);
        let (ours, theirs) = (Fixture::new(own).await, Fixture::new(other).await);
        let before = theirs.everything().await;
        for operation in operations() {
            let unknown = theirs.unknown();
            let hidden =
                [&theirs.ids, &unknown, &ours.ids].map(|ids| path(operation, &other.id.0, ids));
            let absent = path(operation, "org-unknown", &theirs.ids);
            check_hidden(own, operation, &hidden, &absent).await;
        }
        assert_eq!(theirs.everything().await, before, "nothing has changed");
    })
    .await;
}

#[tokio::test]
async fn what_another_has_is_like_nothing_below_the_own_path() {
    with_world(async |world| {
        let (own, other) = (&world.own, &world.other);
        let (ours, theirs) = (Fixture::new(own).await, Fixture::new(other).await);
        let before = (ours.everything().await, theirs.everything().await);
        for operation in operations() {
            let names = ids_of(operation);
            // Each identifier is theirs or ours, but not all are ours.
            for mask in 1_usize..1 << names.len() {
                let mixed = |strangers: &BTreeMap<&'static str, String>| {
                    let mut ids = ours.ids.clone();
                    let theirs = names
                        .iter()
                        .enumerate()
                        .filter(|(index, _)| mask >> index & 1 == 1);
                    ids.extend(theirs.map(|(_, name)| (*name, strangers[name].clone())));
                    path(operation, &own.id.0, &ids)
                };
                let absent = mixed(&ours.unknown());
                check_hidden(own, operation, &[mixed(&theirs.ids)], &absent).await;
            }
        }
        let after = (ours.everything().await, theirs.everything().await);
        assert_eq!(after, before, "nothing has changed");
    })
    .await;
}

/// Checks that the two tests above test something.
#[tokio::test]
async fn what_is_ones_own_is_found() {
    with_world(async |world| {
        for operation in operations() {
            let ours = Fixture::new(&world.own).await;
            let path = path(operation, &world.own.id.0, &ours.ids);
            let reply = send(&world.own, operation, &path).await;
            let is_found = matches!(reply.status, 200..300 | 409);
            assert!(
                is_found,
                "{}: {} {}",
                operation.id, reply.status, reply.text
            );
        }
    })
    .await;
}

/// A method, a path, and a body that refers to a product.
type Case<'a> = (&'a str, &'a str, fn(&str) -> Value);

#[tokio::test]
async fn identifiers_in_bodies_are_looked_for_among_the_own() {
    with_world(async |world| {
        let (ours, theirs) = (
            Fixture::new(&world.own).await,
            Fixture::new(&world.other).await,
        );
        let referral = format!("/referral/{}", ours.ids["referralId"]);
        let cases: [Case<'_>; 3] = [
            ("POST", "/offer", |id| support::offer_of(id)),
            ("POST", "/referral", |id| {
                let mut body = support::referral();
                body["productIds"] = json!([id]);
                body
            }),
            ("PATCH", &referral, |id| json!({ "productIds": [id] })),
        ];
        for (method, path, body) in cases {
            let theirs = world
                .own
                .call(method, path, Some(&body(&theirs.ids["productId"])))
                .await;
            let absent = world
                .own
                .call(method, path, Some(&body("prod-unknown")))
                .await;
            assert_eq!(
                absent.outcome(),
                "422 unprocessable-content",
                "{method} {path}"
            );
            assert_eq!(bare(&theirs), bare(&absent), "{method} {path}");
        }
    })
    .await;
}

#[tokio::test]
async fn filters_find_the_own_only() {
    with_world(async |world| {
        let (ours, theirs) = (
            Fixture::new(&world.own).await,
            Fixture::new(&world.other).await,
        );
        for operation in operations().filter(|operation| operation.method == "GET") {
            let filters = operation.parameters.iter();
            let filters =
                filters.filter(|one| one.location == Location::Query && one.name.ends_with("Id"));
            for filter in filters {
                let list = path(operation, &world.own.id.0, &ours.ids);
                let of = async |id: &str| {
                    let path = format!("{list}?{}={id}", filter.name);
                    world.own.get(&path).await
                };
                let (own, absent) = (of(&ours.ids[filter.name]).await, of("unknown").await);
                let theirs = of(&theirs.ids[filter.name]).await;
                let what = format!("{} by {}", operation.id, filter.name);
                assert!(!own.ids().is_empty(), "{what}: finds the own");
                assert!(absent.ids().is_empty(), "{what}: unknown");
                assert_eq!(bare(&theirs), bare(&absent), "{what}");
            }
        }
    })
    .await;
}

#[tokio::test]
async fn lists_hold_the_own_only() {
    with_world(async |world| {
        let (ours, theirs) = (
            Fixture::new(&world.own).await,
            Fixture::new(&world.other).await,
        );
        let lists = [(&ours, &world.other, &theirs), (&theirs, &world.own, &ours)];
        for (fixture, stranger, strangers) in lists {
            let text = json!(fixture.everything().await).to_string();
            assert!(!text.contains(&stranger.id.0), "of {}", stranger.id.0);
            for id in strangers.ids.values().filter(|id| !id.starts_with("group")) {
                assert!(!text.contains(id.as_str()), "{id}");
            }
        }
    })
    .await;
}

/// The same ID of a usage record group can be used for every entitlement, by everyone.
#[tokio::test]
async fn ids_that_clients_choose_do_not_meet() {
    with_world(async |world| {
        for org in [&world.own, &world.other] {
            for _ in 0..2 {
                let entitlement = org.entitlement().await;
                let reply = org.submit(&entitlement, Some("the-same"), "1").await;
                assert_eq!(reply.outcome(), "201");
            }
        }
    })
    .await;
}

#[tokio::test]
async fn credentials_are_asked_for_before_anything_else() {
    with_world(async |world| {
        let ours = Fixture::new(&world.own).await;
        for operation in operations() {
            let path = path(operation, &world.own.id.0, &ours.ids);
            for credential in [
                None,
                Some("Key wrong"),
                Some("Bearer wrong"),
                Some("Basic YTpi"),
            ] {
                let request = world.request(operation.method, &path);
                let request = credential.into_iter().fold(request, |request, credential| {
                    request.header("authorization", credential)
                });
                let reply = Reply::of(request).await;
                let what = format!("{} with {credential:?}", operation.id);
                assert_eq!(reply.outcome(), "401 unauthorized", "{what}");
                assert!(!reply.header("www-authenticate").is_empty(), "{what}");
            }
        }
    })
    .await;
}
