//! LST-03: the link to the next page is valid, and absent on the last page.

use crate::check::{Check, Fault, Outcome, Run};
use crate::subjects::record;
use crate::survey::{List, Wanted};
use conformance_core::exchange::Exchange;
use conformance_engine::session::{Next, NextHint, Page, Session, Stop};

pub static CHECK: Check = Check {
    id: "next-page-valid",
    requirement: "LST-03",
    strength: None,
    about: "Every page but the last names a next page that can be fetched; the last names none.",
    example: "last page: {\"items\": [], \"next\": \"https://api.example/org/o1/offer?cursor=end\"}",
    fix: "Leave the link or cursor out on the last page, and write cursors that the service itself \
          accepts, percent-encoded.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

/// The maximum number of pages that are read of one list.
const STEPS: usize = 12;

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    for list in List::all(session)? {
        list.fill(session).await;
        let result = check_list(session, outcome, &list).await;
        record(outcome, result);
    }
    Ok(())
}

async fn check_list(session: &Session, outcome: &mut Outcome, list: &List<'_>) -> Result<(), Stop> {
    let all = list.walk(session).await?;
    let known = list.keys(session, all.items());
    // A list that fits on one page may not describe paging.
    let builder = list.first(session, &Wanted::pages_of(1));
    let smallest = session.page(list.operation, builder, None, 0).await?;
    let tells = |page: &Page| page.hint != NextHint::Nothing;
    if !tells(&smallest) && !all.pages.first().is_some_and(tells) {
        return Err(Stop::Skip(format!(
            "{} does not name the next page",
            list.name()
        )));
    }
    // Small enough for several pages, large enough for only a few.
    let size = (known.len() / (STEPS / 2)).max(2) as u64;
    for wanted in [Wanted::pages_of(size), Wanted::pages_of(list.largest)] {
        let mut steps = Steps {
            list,
            hint: Vec::new(),
            skipped: 0,
        };
        steps.walk(session, outcome, &wanted, known.len()).await?;
    }
    Ok(())
}

/// A walk from page to page.
struct Steps<'l, 's> {
    list: &'l List<'s>,
    hint: Vec<Next>,
    skipped: usize,
}

impl Steps<'_, '_> {
    async fn walk(
        &mut self,
        session: &Session,
        outcome: &mut Outcome,
        wanted: &Wanted,
        known: usize,
    ) -> Result<(), Stop> {
        let operation = self.list.operation;
        let first = self.list.first(session, wanted);
        let mut page = session.page(operation, first, None, 0).await?;
        for _ in 0..STEPS {
            self.skipped += page.items.len();
            let Some(next) = self.check_end(session, outcome, &page, known).await? else {
                return Ok(());
            };
            let builder = self.list.first(session, wanted);
            let page_before = page.answer.exchange().clone();
            let exchange = match session
                .page(operation, builder, Some(&next), self.skipped)
                .await
            {
                Ok(next) => {
                    page = next;
                    outcome.pass();
                    continue;
                }
                Err(stop) => stop,
            };
            if let Stop::Undecided(why) = &exchange {
                let fault = self
                    .fault("names a next page that cannot be fetched")
                    .expected("2xx, and the next items")
                    .actual(why.clone());
                outcome.fail(fault, &[&page_before]);
                return Ok(());
            }
            return Err(exchange);
        }
        Ok(())
    }

    /// Checks what a page says about the next one. Returns the request for it, if the walk
    /// continues.
    async fn check_end(
        &mut self,
        session: &Session,
        outcome: &mut Outcome,
        page: &Page,
        known: usize,
    ) -> Result<Option<Next>, Stop> {
        let shown: [&std::sync::Arc<Exchange>; 1] = [page.answer.exchange()];
        let is_last = self.skipped >= known;
        match &page.hint {
            NextHint::Next(next) if self.hint.contains(next) => {
                let fault = self
                    .fault("names the same next page twice")
                    .expected("another one on every page")
                    .actual(shown_next(next));
                outcome.fail(fault, &shown);
                Ok(None)
            }
            NextHint::Next(next) if is_last && self.counts() => {
                // Other clients may have created items since the list was read.
                let still = self.list.walk(session).await?.items().count();
                let is_right = still > self.skipped;
                outcome.require(is_right, &shown, || {
                    self.fault("names a next page on the last one")
                        .expected("none, since there are no more items")
                        .actual(shown_next(next))
                });
                Ok(is_right.then(|| self.remember(next)))
            }
            NextHint::Next(next) => Ok(Some(self.remember(next))),
            NextHint::End if !is_last => {
                let still = self.list.walk(session).await?.items().count();
                outcome.require(still <= self.skipped, &shown, || {
                    self.fault("names no next page, although there are more items")
                        .expected(format!("a next page with the rest of {known} items"))
                        .actual(format!("none after {} items", self.skipped))
                });
                Ok(None)
            }
            NextHint::End => {
                outcome.pass();
                Ok(None)
            }
            NextHint::More | NextHint::Nothing => Ok(None),
        }
    }

    fn remember(&mut self, next: &Next) -> Next {
        self.hint.push(next.clone());
        next.clone()
    }

    /// Returns whether a missing end counts: a list with cursors may detect late that nothing
    /// follows.
    const fn counts(&self) -> bool {
        self.list.paging.offset.is_some() || self.list.paging.page.is_some()
    }

    fn fault(&self, what: &str) -> Fault {
        Fault::new(format!("{} {what}", self.list.name())).behavior(self.list.described)
    }
}

fn shown_next(next: &Next) -> String {
    match next {
        Next::Parameter(name, value) => format!("{name}={value}"),
        Next::Target(target) => target.clone(),
    }
}
