//! AUTH-05: a missing scope is reported as such.

use crate::check::{Check, Fault, Outcome, Run};
use crate::http::challenges::bearer_challenges;
use conformance_core::missing_input::MissingInput;
use conformance_engine::expectation;
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "insufficient-scope-told",
    requirement: "AUTH-05",
    strength: None,
    about: "A valid token with too little privilege is answered with 403 and insufficient_scope.",
    example: "> POST /org/o1/offer\n\
              > Authorization: Bearer <token with scope read>\n\
              < 403        (no WWW-Authenticate)",
    fix: "Send WWW-Authenticate: Bearer error=\"insufficient_scope\", scope=\"write\" with the \
          403, so that a client knows what to ask for.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

/// The name of the identity with few scopes.
const READER: &str = "reader";

/// The maximum number of creations that are tried.
const CREATIONS: usize = 4;

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    session.identity(READER)?;
    if !session.profile.writes {
        return Err(MissingInput::Writes.into());
    }
    let all: Vec<_> = session
        .world
        .resources
        .iter()
        .filter_map(|(id, one)| Some((id, one.create?)))
        .take(CREATIONS)
        .collect();
    for (resource, create) in all {
        let parents = session.parents_of_new(READER, resource).await;
        let parents = parents.ok().and_then(|all| all.into_iter().next());
        let (Some(parents), Some(body)) = (parents, session.accepted_body(create)) else {
            continue;
        };
        let body = session.renamed(create, body);
        let builder = session.prepare(create).as_identity(READER).bind(&parents);
        let answer = builder.json(&body).send().await?;
        if answer.is_success() {
            session.record_creation(READER, resource, &parents, &answer);
        }
        if answer.status != 403 {
            continue;
        }
        let challenges = bearer_challenges(&answer);
        let told = challenges.iter().any(|one| {
            one.parameter("error") == Some("insufficient_scope") && one.parameter("scope").is_some()
        });
        outcome.require(told, &[answer.exchange()], || {
            Fault::new("403 for too little privilege does not name the required scope")
                .must(
                    expectation::header_matches(
                        "www-authenticate",
                        r#"(?i)error="?insufficient_scope"#,
                    )
                    .and(expectation::header_matches(
                        "www-authenticate",
                        r"(?i)\bscope\s*=",
                    ))
                    .when(expectation::status(&[403])),
                )
                .expected("a challenge with error=\"insufficient_scope\" and scope (RFC 6750 §3.1)")
                .actual(answer.header("www-authenticate").unwrap_or("no challenge"))
                .pointer("header WWW-Authenticate")
        });
    }
    if outcome.passed == 0 && outcome.failed.is_empty() {
        return Err(Stop::Skip(
            "the deployment refuses no request for its privilege".to_owned(),
        ));
    }
    Ok(())
}
