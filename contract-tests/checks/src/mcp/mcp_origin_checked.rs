//! MCP-03: pages of other sites cannot use the endpoint through a browser.

use serde_json::json;

use crate::check::{Check, Fault, Outcome, Run};
use conformance_engine::expectation;
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "mcp-origin-checked",
    requirement: "MCP-03",
    strength: None,
    about: "A message with a hostile Origin is answered with 403; one without Origin is served.",
    example: "> POST /mcp  Origin: https://evil.example\n\
              < 200",
    fix: "Check Origin against a list and answer 403. Without it, any web page can talk to the \
          server of its visitor (DNS rebinding).",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let mcp = session.mcp().await?;
    let served = mcp.request(session, "tools/list", json!({}));
    let served = mcp.send(session, served).await?;
    if served.answer.status == 403 {
        outcome.fail(
            Fault::new("the MCP endpoint refuses a message without Origin")
                .must(expectation::class(2))
                .expected("it is served")
                .actual(served.summary()),
            &[served.answer.exchange()],
        );
        return Ok(());
    }
    let message = mcp.request(session, "tools/list", json!({}));
    let hostile = mcp
        .post(session, &message)
        .header("origin", "https://conformance.invalid");
    let hostile = hostile.send().await?;
    // The status is specified since 2025-11-25.
    let is_new = mcp.discovered.is_some() || mcp.revision() >= "2025-11-25";
    let holds = hostile.status == 403 || (!is_new && hostile.status / 100 == 4);
    outcome.require(holds, &[hostile.exchange()], || {
        Fault::new("the MCP endpoint does not refuse a hostile Origin with 403")
            .must(expectation::status(&[403]))
            .expected("403")
            .actual(hostile.status.to_string())
            .help("A page that rebinds its name to this host could use the endpoint otherwise.")
    });
    Ok(())
}
