//! VER-01: paths have no version.

use super::{readable, serves_json};
use crate::check::{Check, Evidence, Fault, Outcome, Run};
use conformance_core::exchange::Host;
use conformance_engine::expectation;
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "no-version-segment",
    requirement: "VER-01",
    strength: None,
    about: "No path has a version segment, and none is an alias of a path without.",
    example: "> GET /v1/org/o1/offer\n\
              < 200",
    fix: "Remove the route, or the rewriting in the proxy, that serves a versioned twin.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

/// The version segments that are tried.
const VERSIONS: [&str; 4] = ["v1", "v2", "v1.0", "api/v1"];

/// The maximum number of operations that are tried.
const OPERATIONS: usize = 3;

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    described(session, outcome)?;
    for (id, path) in readable(session).await.into_iter().take(OPERATIONS) {
        let plain = session.prepare(id).exchange().await?;
        if !serves_json(&plain) {
            continue;
        }
        let name = &session.description.operation(id).id;
        let twin =
            |prefix: &'static str| session.twin(id, Host::Resource, format!("/{prefix}{path}"));
        if serves_json(&twin("conformance-no-such-prefix").await?) {
            outcome.undecided(format!("{name} is served below any prefix"));
            continue;
        }
        for version in VERSIONS {
            let other = twin(version).await?;
            outcome.require(!serves_json(&other), &[&plain, &other], || {
                Fault::new(format!("{name} is served below /{version}, too"))
                    .must_of(1, expectation::class(2).and(expectation::is_json()).not())
                    .expected("no success: there is one REST API, without versions in paths")
                    .actual(format!("{} with JSON", other.status().unwrap_or(0)))
            });
        }
    }
    Ok(())
}

/// Checks whether the paths of the description have versions. If all have one, the description is
/// of another interface with different rules.
fn described(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let all = session.description.operations();
    let own = all.filter(|(_, one)| session.host(one) == Host::Resource);
    let (with, without): (Vec<_>, Vec<_>) =
        own.partition(|(_, one)| one.path.split('/').any(is_version));
    if without.is_empty() {
        return Err(Stop::Skip(
            "every path of the description has a version".to_owned(),
        ));
    }
    if session.description.is_authoritative {
        // The description is of another interface, and its paths are right for that one.
        return Ok(());
    }
    for (id, operation) in with {
        outcome.failed.push(Evidence {
            fault: Fault::new(format!("the path of {} has a version", operation.id))
                .without_test(expectation::OF_DESCRIPTION)
                .expected("no version in any path")
                .actual(&operation.path)
                .described(operation.span, &operation.provenance),
            operation: Some(id),
            exchanges: Vec::new(),
        });
    }
    outcome.pass();
    Ok(())
}

/// `v1`, `v2.1`
fn is_version(segment: &str) -> bool {
    segment.strip_prefix(['v', 'V']).is_some_and(|rest| {
        rest.starts_with(|c: char| c.is_ascii_digit())
            && rest.chars().all(|c| c.is_ascii_digit() || c == '.')
    })
}
