//! MCP-13 a: in the legacy era, an unsupported revision is refused.

use serde_json::json;

use crate::check::{Check, Fault, Outcome, Run};
use conformance_engine::expectation;
use conformance_engine::session::mcp::VERSION;
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "mcp-legacy-version-refused",
    requirement: "MCP-13",
    strength: None,
    about: "A message of the legacy era with an unknown MCP-Protocol-Version is answered with 400.",
    example: "> MCP-Protocol-Version: 1999-01-01\n\
              < 200",
    fix: "Answer 400 for an unsupported revision.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let mcp = session.mcp().await?;
    mcp.legacy()?;
    for version in ["1999-12-31", "conformance"] {
        let message = mcp.legacy_request(session, "tools/list", json!({}));
        let answer = mcp
            .send(session, message.with(VERSION, version))
            .await?
            .answer;
        outcome.require(answer.status == 400, &[answer.exchange()], || {
            Fault::new("the MCP endpoint does not answer an unknown MCP-Protocol-Version with 400")
                .must(expectation::status(&[400]))
                .expected("400")
                .actual(answer.status.to_string())
        });
    }
    Ok(())
}
