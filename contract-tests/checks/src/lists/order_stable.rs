//! LST-04: the order of a list is stable.

use crate::check::{Check, Fault, Outcome, Run};
use crate::subjects::record;
use crate::survey::{List, Walked, Wanted};
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "order-stable",
    requirement: "LST-04",
    strength: None,
    about: "The order of a list is the same each time it is walked, regardless of page size.",
    example: "walk 1: 1, 2, 3\n\
              walk 2: 2, 1, 3",
    fix: "Order by a unique column in every query; databases promise no order by themselves.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    for list in List::all(session)? {
        list.fill(session).await;
        let result = check_list(session, outcome, &list).await;
        record(outcome, result);
    }
    Ok(())
}

async fn check_list(session: &Session, outcome: &mut Outcome, list: &List<'_>) -> Result<(), Stop> {
    let first = list.walk(session).await?;
    if first.items().count() < 2 {
        return Err(Stop::Skip(format!(
            "{} has too few items to compare orders",
            list.name()
        )));
    }
    let half = Wanted::pages_of((first.items().count() as u64).div_ceil(2));
    let second = list.walk(session).await?;
    let third = list.walk_as(session, &half).await?;
    if same_order(session, list, &first, &second) && same_order(session, list, &second, &third) {
        outcome.pass();
        return Ok(());
    }
    // Changes by other clients may move items: only an order that keeps changing counts.
    let fourth = list.walk(session).await?;
    let fifth = list.walk_as(session, &half).await?;
    if same_order(session, list, &fourth, &fifth) && same_order(session, list, &third, &fourth) {
        outcome.pass();
        return Ok(());
    }
    let walks = [&first, &second, &third, &fourth, &fifth];
    let shown = walks.iter().filter_map(|walk| walk.pages.first());
    let shown: Vec<_> = shown.map(|page| page.answer.exchange()).collect();
    let fault = Fault::new(format!("{} has another order each time", list.name()))
        .expected("items that two walks have in common in one order")
        .actual("another order, twice")
        .behavior(list.described);
    outcome.fail(fault, &shown);
    Ok(())
}

/// Returns whether the items that two walks have in common are in the same order.
fn same_order(session: &Session, list: &List<'_>, one: &Walked, other: &Walked) -> bool {
    let one = list.keys(session, one.items());
    let other = list.keys(session, other.items());
    let common = |keys: &[String], others: &[String]| {
        // Another check reports repeated items, which have two positions.
        let mut kept: Vec<String> = Vec::new();
        for key in keys {
            if others.contains(key) && !kept.contains(key) {
                kept.push(key.clone());
            }
        }
        kept
    };
    common(&one, &other) == common(&other, &one)
}
