//! MCP-06: `server/discover` has the required properties.

use serde_json::json;

use crate::check::{Check, Fault, Outcome, Run};
use conformance_core::json::Json;
use conformance_engine::expectation;
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "mcp-discover-complete",
    requirement: "MCP-06",
    strength: None,
    about: "server/discover has resultType, supportedVersions, capabilities, ttlMs and cacheScope.",
    example: "> server/discover\n\
              < {\"result\": {\"supportedVersions\": [\"2026-07-28\"]}}",
    fix: "Add resultType, capabilities, ttlMs and cacheScope to the result.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let mcp = session.mcp().await?;
    let reply = mcp.modern()?;
    let exchanges = [reply.answer.exchange()];
    let Some(result) = reply.result() else {
        outcome.fail(
            Fault::new("server/discover has no result")
                .must(expectation::member("result", json!({})))
                .expected("a result")
                .actual(reply.summary()),
            &exchanges,
        );
        return Ok(());
    };
    let is_text = |json: &Json| json.as_str().is_some_and(|text| !text.is_empty());
    let versions = |json: &Json| {
        json.as_array()
            .is_some_and(|all| !all.is_empty() && all.iter().all(is_text))
    };
    let rules: [super::Rule<'_>; 5] = [
        ("resultType", "a string", &is_text),
        (
            "supportedVersions",
            "an array of at least one string",
            &versions,
        ),
        ("capabilities", "an object", &|json| {
            json.as_object().is_some()
        }),
        ("ttlMs", "a number, not negative", &super::is_ttl),
        ("cacheScope", "`public` or `private`", &super::is_scope),
    ];
    for (name, expected, holds) in rules {
        let member = result.get(name);
        outcome.require(member.is_some_and(holds), &exchanges, || {
            Fault::new(format!("the result of server/discover has no valid {name}"))
                .must(super::result_member(name))
                .expected(expected)
                .actual(member.map_or_else(|| "none".to_owned(), ToString::to_string))
                .pointer(format!("/result/{name}"))
        });
    }
    Ok(())
}
