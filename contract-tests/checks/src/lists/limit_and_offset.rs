//! PAG-01: paging by limit and offset, where a deployment shows it.

use serde_json::{Value, json};

use crate::check::{Check, Fault, Outcome, Run};
use crate::subjects::record;
use crate::survey::{List, Wanted};
use conformance_engine::expectation;
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "limit-and-offset",
    requirement: "PAG-01",
    strength: None,
    about: "Pages by limit and offset respect the limit, have no item in common, and end.",
    example: "> ?limit=2&offset=0  < [1, 2]\n\
              > ?limit=2&offset=2  < [2, 3]",
    fix: "Order by a unique column, such as created and then id, before cutting pages.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

/// An offset beyond the end of any list.
const FAR: u64 = 1_000_000_000;

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let mut any = false;
    for list in List::all(session)? {
        let (Some(_), Some(offset)) = (&list.paging.limit, &list.paging.offset) else {
            continue;
        };
        any = true;
        let result = check_list(session, outcome, &list, offset).await;
        record(outcome, result);
    }
    if any {
        Ok(())
    } else {
        Err(Stop::Skip(
            "no list is paged by limit and offset".to_owned(),
        ))
    }
}

async fn check_list(
    session: &Session,
    outcome: &mut Outcome,
    list: &List<'_>,
    offset: &str,
) -> Result<(), Stop> {
    let page = async |limit: u64, skipped: u64| {
        let wanted = Wanted::pages_of(limit).with(offset, Value::from(skipped));
        list.first(session, &wanted).send().await
    };
    let fault = |what: &str| Fault::new(format!("{} {what}", list.name()));
    let first = page(1, 0).await?.success()?;
    let second = page(1, 1).await?.success()?;
    let items = [
        session.items(list.operation, &first)?,
        session.items(list.operation, &second)?,
    ];
    let shown = [first.exchange(), second.exchange()];
    outcome.require(items.iter().all(|one| one.len() <= 1), &shown, || {
        fault("answers with more items than limit")
            .must_of(0, list.items_are(session, json!({ "maxItems": 1 })))
            .must(list.items_are(session, json!({ "maxItems": 1 })))
            .expected("at most one item")
            .actual(format!("{} and {}", items[0].len(), items[1].len()))
    });
    if let [Some(one), Some(other)] = [items[0].first(), items[1].first()] {
        let is_other = list.key(session, one) != list.key(session, other);
        // A new item at the start of the list moves the last item of one page to the next.
        let is_moved = !is_other && {
            let again = session.items(list.operation, &page(1, 0).await?.success()?)?;
            again.first().map(|item| list.key(session, item)) != Some(list.key(session, one))
        };
        outcome.require(is_other || is_moved, &shown, || {
            fault("has one item on consecutive pages")
                .must(expectation::Rule::Same(0, expectation::Part::Body).not())
                .expected("another item with offset 1 than with offset 0")
                .actual("the same item")
        });
    }
    let beyond = page(1, FAR).await?;
    let is_empty = beyond.is_success() && session.items(list.operation, &beyond)?.is_empty();
    let is_right = is_empty || (400..500).contains(&beyond.status);
    outcome.require(is_right, &[beyond.exchange()], || {
        fault("has items, or fails, beyond its end")
            .must(expectation::class(4).or(list.items_are(session, json!({ "maxItems": 0 }))))
            .expected("an empty page, or 4xx")
            .actual(beyond.status.to_string())
    });
    Ok(())
}
