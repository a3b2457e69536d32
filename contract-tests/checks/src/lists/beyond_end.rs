//! LST-06: beyond the end of a list, there is an empty page or a refusal.

use serde_json::{Value, json};

use crate::check::{Check, Fault, Outcome, Run};
use crate::subjects::record;
use crate::survey::{List, Wanted};
use conformance_engine::expectation;
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "beyond-end",
    requirement: "LST-06",
    strength: None,
    about: "Beyond the end of a list is an empty page, or a refusal with 4xx.",
    example: "> GET /org/o1/offer?offset=1000000\n\
              < 200 [{\"id\":\"offer-1\",…}]",
    fix: "Return an empty page, or refuse the offset with 400.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

/// How many items beyond the end.
const FAR: u64 = 100_000;

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    for list in List::all(session)? {
        let result = check_list(session, outcome, &list).await;
        record(outcome, result);
    }
    Ok(())
}

async fn check_list(session: &Session, outcome: &mut Outcome, list: &List<'_>) -> Result<(), Stop> {
    let parameter = list.paging.offset.as_ref().or(list.paging.page.as_ref());
    let Some(parameter) = parameter else {
        return Err(Stop::Skip(format!(
            "{} has no parameter that counts items or pages",
            list.name()
        )));
    };
    let all = list.walk(session).await?;
    if !all.is_whole {
        return Err(Stop::Undecided(format!(
            "{} is longer than the run reads",
            list.name()
        )));
    }
    let known = all.items().count() as u64;
    for offset in [known, known + 1, known + FAR] {
        let mut offset = offset;
        if list.paging.offset.is_none() && offset < 2 {
            offset = 2;
        }
        let wanted = Wanted::pages_of(list.largest).with(parameter, Value::from(offset));
        let answer = list.first(session, &wanted).send().await?;
        // A failure of the server is another check's finding (HTTP-15).
        if (400..600).contains(&answer.status) {
            outcome.pass();
            continue;
        }
        let items = if answer.is_success() {
            session.items(list.operation, &answer)?
        } else {
            Vec::new()
        };
        // A new item of another client may be at the end.
        let is_right =
            answer.is_success() && (items.is_empty() || grows(session, list, offset).await?);
        outcome.require(is_right, &[answer.exchange()], || {
            Fault::new(format!("{} has items beyond its end", list.name()))
                .must(expectation::class(4).or(list.items_are(session, json!({ "maxItems": 0 }))))
                .expected("an empty page, or 4xx")
                .actual(format!("{} with {} items", answer.status, items.len()))
                .behavior(list.described)
        });
    }
    Ok(())
}

/// Returns whether the list has grown beyond the skipped items.
async fn grows(session: &Session, list: &List<'_>, skipped: u64) -> Result<bool, Stop> {
    Ok(list.walk(session).await?.items().count() as u64 > skipped)
}
