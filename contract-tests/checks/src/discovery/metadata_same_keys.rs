//! META-07: there is one set of keys.

use crate::check::{Check, Fault, Outcome, Run};
use crate::published::{AUTHORIZATION_SERVER, document, keys, local_target, text};
use conformance_core::json::Json;
use conformance_engine::expectation;
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "metadata-same-keys",
    requirement: "META-07",
    strength: None,
    about: "jwks_uri serves the same keys as the well-known address of the key set.",
    example: "\"jwks_uri\": \"https://auth.example/keys\"  → kid a\n\
              /.well-known/jwks.json                    → kid b",
    fix: "Serve both addresses from one key set, also while keys are replaced.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let metadata = document(session, AUTHORIZATION_SERVER).await?;
    let Some(address) = text(metadata.body()?, "jwks_uri") else {
        return Err(Stop::Skip("the metadata has no jwks_uri".to_owned()));
    };
    let Some((host, target)) = local_target(session, address) else {
        return Err(Stop::Skip(
            "jwks_uri is on another host, from which nothing is fetched".to_owned(),
        ));
    };
    // Keys may rotate between two requests, so a difference must show twice.
    for is_last in [false, true] {
        let named = session.raw(host, "GET", &target).send().await?;
        let (own, known) = keys(session).await?;
        let set = named
            .json()
            .ok()
            .and_then(|body| body.get("keys")?.as_array());
        let same = set.is_some_and(|set| is_same(set, &own));
        if same || is_last {
            let evidence = [metadata.exchange(), named.exchange(), known.exchange()];
            outcome.require(same && named.status == 200, &evidence, || {
                Fault::new("jwks_uri does not serve the keys of the well-known key set")
                    .must(expectation::Rule::Same(
                        1,
                        expectation::Part::Json("/keys".to_owned()),
                    ))
                    .without_test(expectation::FOLLOWS_ADDRESS)
                    .expected(format!("{} keys, the same at both addresses", own.len()))
                    .actual(match set {
                        Some(set) => format!("{} keys, not the same", set.len()),
                        None => format!("{}, not a key set", named.status),
                    })
            });
            break;
        }
    }
    Ok(())
}

/// Returns whether two sets have the same keys, in any order.
fn is_same(one: &[Json], other: &[Json]) -> bool {
    let within = |one: &[Json], other: &[Json]| one.iter().all(|key| other.contains(key));
    one.len() == other.len() && within(one, other) && within(other, one)
}
