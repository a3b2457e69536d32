//! LIM-01: there is no rate limit.

use std::sync::Arc;

use futures_util::{StreamExt as _, stream};

use super::no_rate_limit_fields::is_mcp;
use super::readable;
use crate::check::{Check, Fault, Outcome, Run};
use conformance_core::exchange::Exchange;
use conformance_core::missing_input::MissingInput;
use conformance_engine::reach::Rate;
use conformance_engine::session::{Session, Stop};
use conformance_engine::wire::says_quota;

pub static CHECK: Check = Check {
    id: "burst-unlimited",
    requirement: "LIM-01",
    strength: None,
    about: "50 requests one after the other and 20 at once meet no 429.",
    example: "> GET /org/o1/offer   (the 31st within a second)\n\
              < 429",
    fix: "Take the rate limit off authenticated requests, or raise it beyond the burst. A proxy in \
          front may have another one.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

/// The number of requests that are sent one by one.
const SEQUENTIAL: usize = 50;

/// How many are sent at once.
const PARALLEL: usize = 20;

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    if !session.profile.risks.burst {
        return Err(MissingInput::Bursts.into());
    }
    if session.profile.reach.rate != Rate::Unlimited {
        return Err(Stop::Skip(
            "the run keeps to a rate (--rate-limit), so it sends no burst".to_owned(),
        ));
    }
    let all = readable(session).await.into_iter();
    let mut all = all.map(|(id, _)| id);
    let Some(id) = all.find(|id| !is_mcp(session.description.operation(*id))) else {
        return Err(Stop::Skip("there is no GET that can be sent".to_owned()));
    };
    for _ in 0..SEQUENTIAL {
        let exchange = session.prepare(id).once().exchange().await?;
        if !record(session, outcome, &exchange) {
            return Ok(());
        }
    }
    let tasks = (0..PARALLEL).map(|_| session.prepare(id).once().exchange());
    let answers: Vec<_> = stream::iter(tasks)
        .buffer_unordered(PARALLEL)
        .collect()
        .await;
    for exchange in answers {
        record(session, outcome, &exchange?);
    }
    Ok(())
}

/// Checks one response. Returns whether the burst continues.
fn record(session: &Session, outcome: &mut Outcome, exchange: &Arc<Exchange>) -> bool {
    let Some(response) = exchange.response() else {
        outcome.undecided("a request of the burst was not answered");
        return false;
    };
    match response.status {
        429 if says_quota(&response.body) => {
            outcome.undecided("the burst met an exhausted quota, which is not a rate limit");
            false
        }
        // A firewall in front of the service, which does not use the service's error format.
        403 | 429 | 503 if !response.is_json() => {
            outcome.undecided("the burst met a firewall, which is not a fault of the service");
            false
        }
        status => {
            let name = exchange.purpose.operation;
            let name = name.map(|id| session.description.operation(id).id.as_str());
            let name = name.unwrap_or_default();
            outcome.require(status != 429, &[exchange], || {
                Fault::new(format!("{name} answers a burst of requests with 429"))
                    .expected("no rate limit")
                    .actual("429")
            })
        }
    }
}
