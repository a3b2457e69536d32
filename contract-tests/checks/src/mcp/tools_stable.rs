//! MCP-16 a and b: the list of tools is the same for every connection, in one order.

use serde_json::json;

use crate::check::{Check, Fault, Outcome, Run};
use conformance_core::catalogue::Strength;
use conformance_engine::session::mcp::{Message, Reply, tools_of};
use conformance_engine::session::{Session, Stop};

/// The check of which tools are listed.
pub static SET: Check = Check {
    id: "mcp-tools-same-set",
    requirement: "MCP-16",
    strength: None,
    about: "The set of tools does not depend on the connection or on other requests.",
    example: "connection 1: [listOffers, createOffer]\n\
              connection 2: [listOffers]",
    fix: "Compute the list from the permissions of the token, never from the state of a \
          connection.",
    run: Run::Probe(|session, outcome| Box::pin(check_set(session, outcome))),
};

/// The check of their order.
pub static ORDER: Check = Check {
    id: "mcp-tools-same-order",
    requirement: "MCP-16",
    strength: Some(Strength::Should),
    about: "While the set of tools is the same, its order is too.",
    example: "run 1: [a, b, c]\n\
              run 2: [c, a, b]",
    fix: "Sort the tools by name. A stable order keeps the caches of models valid.",
    run: Run::Probe(|session, outcome| Box::pin(check_order(session, outcome))),
};

/// A list of tools: its names in their order, and the responses with it.
struct Listed {
    names: Vec<String>,
    pages: Vec<Reply>,
}

async fn check_set(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    // The legacy era allows a list that depends on the session.
    session.mcp().await?.modern()?;
    let lists = lists(session).await?;
    let sets: Vec<Vec<&str>> = lists.iter().map(sorted).collect();
    let changes = sets.windows(2).filter(|pair| pair[0] != pair[1]).count();
    if changes == 1 {
        let why = "the set of tools has changed once in the meantime, which it may";
        return Err(Stop::Undecided(why.to_owned()));
    }
    report(
        outcome,
        changes == 0,
        &lists,
        "the set of tools depends on the connection",
    );
    Ok(())
}

async fn check_order(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let lists = lists(session).await?;
    let first = sorted(&lists[0]);
    if lists.iter().any(|one| sorted(one) != first) {
        return Err(Stop::Undecided(
            "the set of tools is not always the same".to_owned(),
        ));
    }
    let holds = lists.iter().all(|one| one.names == lists[0].names);
    report(
        outcome,
        holds,
        &lists,
        "the order of the tools is not always the same",
    );
    Ok(())
}

fn report(outcome: &mut Outcome, holds: bool, lists: &[Listed], title: &str) {
    let other = lists.iter().find(|one| one.names != lists[0].names);
    let pages = lists[0]
        .pages
        .iter()
        .chain(other.into_iter().flat_map(|one| &one.pages));
    let exchanges: Vec<_> = pages.map(|page| page.answer.exchange()).collect();
    outcome.require(holds, &exchanges, || {
        Fault::new(title)
            .expected("the same list in every response")
            .actual(format!(
                "lists of {:?} tools",
                lists.iter().map(|one| one.names.len()).collect::<Vec<_>>()
            ))
    });
}

fn sorted(list: &Listed) -> Vec<&str> {
    let mut names: Vec<&str> = list.names.iter().map(String::as_str).collect();
    names.sort_unstable();
    names
}

/// Returns five lists: two requested at once, so on two connections, and others with further
/// requests in between.
async fn lists(session: &Session) -> Result<Vec<Listed>, Stop> {
    let mcp = session.mcp().await?;
    let list = || async {
        let pages = mcp.list_tools(session).await?;
        let names = tools_of(&pages);
        let names = names.iter().map(|tool| tool.name().to_owned()).collect();
        Ok::<_, Stop>(Listed { names, pages })
    };
    let (one, two) = futures_util::future::join(list(), list()).await;
    let mut lists = vec![one?, two?];
    for _ in 0..3 {
        let other: Message = mcp.request(session, "conformance/unknown", json!({}));
        mcp.send(session, other).await?;
        lists.push(list().await?);
    }
    Ok(lists)
}
