//! META-05: the metadata lists how clients authenticate.

use crate::published::{AUTHORIZATION_SERVER, document, texts};
use conformance_engine::expectation;
use serde_json::json;

use crate::check::{Check, Fault, Outcome, Run};
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "metadata-auth-methods",
    requirement: "META-05",
    strength: None,
    about: "token_endpoint_auth_methods_supported has client_secret_post.",
    example: "{\"token_endpoint_auth_methods_supported\": [\"client_secret_basic\"]}",
    fix: "Add client_secret_post to the list. If the member is left out, clients assume \
          client_secret_basic alone.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let answer = document(session, AUTHORIZATION_SERVER).await?;
    let listed = texts(answer.body()?, "token_endpoint_auth_methods_supported");
    let holds = listed
        .as_ref()
        .is_some_and(|all| all.contains(&"client_secret_post"));
    outcome.require(holds, &[answer.exchange()], || {
        Fault::new("token_endpoint_auth_methods_supported does not have client_secret_post")
            .must(expectation::member(
                "token_endpoint_auth_methods_supported",
                json!({ "type": "array", "contains": { "const": "client_secret_post" } }),
            ))
            .expected(
                "client_secret_post: the client's secret is a field of the form (interface §4)",
            )
            .actual(match listed {
                Some(all) => format!("{:.200}", all.join(", ")),
                None => "it is left out, which means client_secret_basic alone".to_owned(),
            })
            .pointer("/token_endpoint_auth_methods_supported")
    });
    Ok(())
}
