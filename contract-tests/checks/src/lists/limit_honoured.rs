//! LST-01: a page has as many items as requested.

use crate::check::{Check, Fault, Outcome, Run};
use crate::subjects::record;
use crate::survey::{List, Wanted};
use conformance_engine::session::{Session, Stop};
use serde_json::json;

pub static CHECK: Check = Check {
    id: "limit-honoured",
    requirement: "LST-01",
    strength: None,
    about: "A page has at most as many items as were requested, and as many where there are more.",
    example: "> GET /org/o1/offer?limit=2\n\
              < 200 [1, 2, 3, 4, 5]",
    fix: "Pass the limit to the query. A greatest limit is fine, if it is described as maximum.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    for list in List::all(session)? {
        let result = check_list(session, outcome, &list).await;
        record(outcome, result);
    }
    Ok(())
}

async fn check_list(session: &Session, outcome: &mut Outcome, list: &List<'_>) -> Result<(), Stop> {
    let name = list.name();
    if list.paging.limit.is_none() {
        return Err(Stop::Skip(format!(
            "{name} has no parameter for the size of a page"
        )));
    }
    list.fill(session).await;
    let all = list.walk(session).await?;
    let known = all.items().count() as u64;
    for limit in sizes(known, list.largest) {
        let builder = list.first(session, &Wanted::pages_of(limit));
        let page = session.page(list.operation, builder, None, 0).await?;
        let count = page.items.len() as u64;
        let evidence = [page.answer.exchange()];
        let is_kept = outcome.require(count <= limit, &evidence, || {
            fault(list, "answers with more items than were requested")
                .must(list.items_are(session, json!({ "maxItems": limit })))
                .expected(format!("number of items: at most {limit}"))
                .actual(format!("number of items: {count}"))
        });
        if !is_kept || count == limit.min(known) || may_be_short(list) {
            continue;
        }
        // Other clients may have deleted some of the items.
        let still = list.walk(session).await?.items().count() as u64;
        outcome.require(count >= limit.min(still).min(known), &evidence, || {
            fault(
                list,
                "answers with fewer items than were requested, and there are more",
            )
            .expected(format!("number of items: {limit}, of {known}"))
            .actual(format!("number of items: {count}"))
        });
    }
    Ok(())
}

/// Returns page sizes: one, a few, all but one, all, more than there are, and the maximum.
fn sizes(known: u64, largest: u64) -> Vec<u64> {
    let mut sizes = vec![1, 2, 3, known.saturating_sub(1), known, known + 1, largest];
    sizes.retain(|size| (1..=largest).contains(size));
    sizes.sort_unstable();
    sizes.dedup();
    sizes
}

/// Returns whether a page may be shorter: with cursors, a list may end pages anywhere.
fn may_be_short(list: &List<'_>) -> bool {
    list.paging.offset.is_none() && list.paging.page.is_none()
}

fn fault(list: &List<'_>, what: &str) -> Fault {
    Fault::new(format!("{} {what}", list.name())).behavior(list.described)
}
