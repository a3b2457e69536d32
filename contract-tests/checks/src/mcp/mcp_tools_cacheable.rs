//! MCP-16 f: the list of tools says how long it may be cached, and by whom.

use crate::check::{Check, Fault, Outcome, Run};
use conformance_engine::session::mcp::Reply;
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "mcp-tools-cacheable",
    requirement: "MCP-16",
    strength: None,
    about: "In the modern era, the result of tools/list has ttlMs and cacheScope.",
    example: "> tools/list\n\
              < {\"result\": {\"resultType\": \"complete\", \"tools\": […]}}     (no ttlMs)",
    fix: "Add ttlMs and cacheScope, so that clients need not ask before each call.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let mcp = session.mcp().await?;
    mcp.modern()?;
    let rules: [super::Rule<'_>; 2] = [
        ("ttlMs", "a number, not negative", &super::is_ttl),
        ("cacheScope", "`public` or `private`", &super::is_scope),
    ];
    for page in mcp.list_tools(session).await? {
        for (name, expected, holds) in rules {
            let member = Reply::result(&page).and_then(|result| result.get(name));
            outcome.require(member.is_some_and(holds), &[page.answer.exchange()], || {
                Fault::new(format!("the result of tools/list has no valid {name}"))
                    .must(super::result_member(name))
                    .expected(expected)
                    .actual(member.map_or_else(|| "none".to_owned(), ToString::to_string))
                    .pointer(format!("/result/{name}"))
            });
        }
    }
    Ok(())
}
