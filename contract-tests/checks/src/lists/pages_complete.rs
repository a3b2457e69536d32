//! LST-02: the pages of a walk are disjoint and complete.

use crate::check::{Check, Fault, Outcome, Run};
use crate::subjects::record;
use crate::survey::{List, Wanted, repeated};
use conformance_core::exchange::Exchange;
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "pages-complete",
    requirement: "LST-02",
    strength: None,
    about: "The pages of a list have every item, and each of them once, regardless of page size.",
    example: "pages of 2: [1, 2] [4, 5]\n\
              one page of 100: [1, 2, 3, 4, 5]",
    fix: "Page by a cursor on a unique column. Filters on permissions belong in the query, not \
          behind it.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

/// The differences between a walk in small pages and one in large pages.
#[derive(Debug, Default)]
struct Compared {
    repeated: Vec<String>,
    lost: Vec<String>,
    added: Vec<String>,
    shown: Vec<std::sync::Arc<Exchange>>,
}

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    for list in List::all(session)? {
        list.fill(session).await;
        let result = check_list(session, outcome, &list).await;
        record(outcome, result);
    }
    Ok(())
}

async fn check_list(session: &Session, outcome: &mut Outcome, list: &List<'_>) -> Result<(), Stop> {
    let name = list.name();
    let known = list.walk(session).await?.items().count() as u64;
    if known < 2 {
        return Err(Stop::Skip(format!(
            "{name} has too few items for two pages"
        )));
    }
    for size in sizes(known) {
        let Some(first) = compare(session, list, size).await? else {
            continue;
        };
        // Other clients may create or delete items during a walk, so only a repeated failure
        // counts.
        if first.is_clean() {
            outcome.pass();
            continue;
        }
        let second = compare(session, list, size).await?;
        match second {
            None => outcome.pass(),
            Some(second) => report(outcome, list, size, &first, &second),
        }
    }
    Ok(())
}

/// Returns page sizes that give several pages, but not too many.
fn sizes(known: u64) -> Vec<u64> {
    let least = known.div_ceil(crate::survey::PAGES as u64);
    let mut sizes = vec![least.max(1), least.max(2), least.max(3)];
    sizes.dedup();
    sizes.retain(|size| *size < known);
    sizes
}

/// Walks a list in large pages and in small ones. Returns `None` if a walk does not reach the end.
async fn compare(session: &Session, list: &List<'_>, size: u64) -> Result<Option<Compared>, Stop> {
    let before = list.walk(session).await?;
    let small = list.walk_as(session, &Wanted::pages_of(size)).await?;
    let after = list.walk(session).await?;
    if !before.is_whole || !after.is_whole {
        return Ok(None);
    }
    let keys = list.keys(session, small.items());
    let before = list.keys(session, before.items());
    let after = list.keys(session, after.items());
    // An item that existed all the time must be on the pages; one on the pages must have existed at
    // some time.
    let lost = before
        .iter()
        .filter(|key| after.contains(key) && !keys.contains(key));
    let added = keys
        .iter()
        .filter(|key| !before.contains(key) && !after.contains(key));
    Ok(Some(Compared {
        repeated: repeated(&keys).into_iter().map(str::to_owned).collect(),
        lost: if small.is_whole {
            lost.cloned().collect()
        } else {
            Vec::new()
        },
        added: added.cloned().collect(),
        shown: small
            .pages
            .iter()
            .map(|page| page.answer.exchange().clone())
            .collect(),
    }))
}

impl Compared {
    fn is_clean(&self) -> bool {
        self.repeated.is_empty() && self.lost.is_empty() && self.added.is_empty()
    }
}

fn report(outcome: &mut Outcome, list: &List<'_>, size: u64, first: &Compared, second: &Compared) {
    let name = list.name();
    let kinds = [
        (
            "has an item on two pages",
            &first.repeated,
            &second.repeated,
        ),
        (
            "leaves an item out between two pages",
            &first.lost,
            &second.lost,
        ),
        (
            "has an item on small pages that large ones do not have",
            &first.added,
            &second.added,
        ),
    ];
    let evidence: Vec<_> = second.shown.iter().collect();
    for (what, one, other) in kinds {
        let again = one.iter().find(|key| other.contains(key));
        // In a random order, other items are missing each time.
        let found = again.or(if other.is_empty() { None } else { one.first() });
        if let Some(key) = found {
            let fault = Fault::new(format!("{name} {what}"))
                .expected(format!("every item once, on pages of {size}"))
                .actual(format!("{key}, and {} others", one.len() - 1))
                .behavior(list.described);
            outcome.fail(fault, &evidence);
        }
    }
}
