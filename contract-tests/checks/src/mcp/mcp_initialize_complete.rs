//! MCP-12: the handshake of the legacy era.

use serde_json::json;

use crate::check::{Check, Fault, Outcome, Run};
use conformance_core::json::Json;
use conformance_engine::expectation;
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "mcp-initialize-complete",
    requirement: "MCP-12",
    strength: None,
    about: "initialize has protocolVersion, capabilities and serverInfo; initialized gets 202.",
    example: "> initialize\n\
              < {\"result\": {\"protocolVersion\": \"2025-11-25\", \"capabilities\": {}}}     (no serverInfo)",
    fix: "Add serverInfo with name and version, and answer notifications/initialized with 202.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let mcp = session.mcp().await?;
    let reply = mcp.legacy()?;
    let result = reply.result();
    let text = |json: &Json| json.as_str().is_some_and(|text| !text.is_empty());
    let info =
        |json: &Json| json.get("name").is_some_and(text) && json.get("version").is_some_and(text);
    let rules: [super::Rule<'_>; 3] = [
        ("protocolVersion", "a string", &text),
        ("capabilities", "an object", &|json| {
            json.as_object().is_some()
        }),
        ("serverInfo", "an object with name and version", &info),
    ];
    for (name, expected, holds) in rules {
        let member = result.and_then(|result| result.get(name));
        outcome.require(
            member.is_some_and(holds),
            &[reply.answer.exchange()],
            || {
                Fault::new(format!("the result of initialize has no valid {name}"))
                    .must(super::result_member(name))
                    .expected(expected)
                    .actual(member.map_or_else(|| "none".to_owned(), ToString::to_string))
                    .pointer(format!("/result/{name}"))
            },
        );
    }
    let message = mcp.legacy_request(session, "notifications/initialized", json!({}));
    let answer = mcp.send(session, message.notification()).await?.answer;
    outcome.require(answer.status == 202, &[answer.exchange()], || {
        Fault::new("notifications/initialized is not answered with 202")
            .must(expectation::status(&[202]))
            .expected("202")
            .actual(answer.status.to_string())
    });
    Ok(())
}
