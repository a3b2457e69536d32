//! Finds out what a client needs: the proxies remove parts of responses, and the client runs
//! repeatedly.

mod removal;
mod search;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use anyhow::{Result, bail};
use messages::consumer::{Consumer, Need, Used, Without};

use self::removal::Seen;
pub(super) use self::removal::{Answered, Called, Taken};
pub use self::search::Search;
use super::{Options, Proxies, Trial};
use conformance_core::addition::Addition;
use conformance_core::description::Description;

/// The maximum number of properties.
const MOST: usize = 4_096;

/// What was found out about a client.
#[derive(Debug)]
pub struct Found {
    /// The client, and what it needs.
    pub consumer: Consumer,
    /// How many properties its responses had.
    pub properties: usize,
    /// How often it was run, including the first run with complete responses.
    pub runs: usize,
}

/// The result of the first run of a client.
#[derive(Debug)]
pub enum Outcome {
    /// It succeeded, so its needs could be found out.
    Found(Found),
    /// It failed with complete responses.
    Failed(Trial),
}

/// Finds out what a client needs, for some ways of removal.
///
/// # Errors
/// Returns an error if the proxies or the client cannot be started, or its responses have too many
/// properties.
pub async fn find(
    description: Arc<Description>,
    options: &Options,
    name: &str,
    ways: &[Without],
) -> Result<Outcome> {
    let proxies = Proxies::start(description, options).await?;
    proxies.proxy.begin(Addition::Nothing);
    let first = proxies.run(options).await?;
    if !first.ended.is_success() {
        return Ok(Outcome::Failed(first));
    }
    let called = proxies.proxy.called();
    let mut keys: Vec<Seen> = called
        .values()
        .flat_map(|one| one.seen.iter().cloned())
        .collect();
    if keys.len() > MOST {
        bail!(
            "responses have {} properties, but at most {MOST} can be tried",
            keys.len()
        );
    }
    removal::sort(&mut keys);
    let mut runs = 1;
    let mut needs: BTreeMap<Seen, BTreeSet<Without>> = BTreeMap::new();
    for way in ways {
        let mut search = Search::new(keys.len(), |inner, outer| keys[inner].is_in(&keys[outer]));
        while let Some(taken) = search.next() {
            let seen = taken.into_iter().map(|at| keys[at].clone());
            proxies.proxy.begin(Addition::Nothing);
            proxies.proxy.remove(Taken::new(*way, seen));
            let trial = proxies.run(options).await?;
            search.record(trial.ended.is_success());
            runs += 1;
        }
        for at in search.needed() {
            needs.entry(keys[*at].clone()).or_default().insert(*way);
        }
    }
    Ok(Outcome::Found(Found {
        consumer: consumer(name, called, &needs),
        properties: keys.len(),
        runs,
    }))
}

fn consumer(
    name: &str,
    called: BTreeMap<(String, String), Called>,
    needs: &BTreeMap<Seen, BTreeSet<Without>>,
) -> Consumer {
    let operations = called.into_iter().map(|((method, path), called)| {
        let own = needs
            .iter()
            .filter(|(key, _)| key.method == method && key.path == path);
        let own = own.map(|(key, ways)| Need {
            status: key.status,
            at: key.at.clone(),
            without: ways.iter().copied().collect(),
        });
        Used {
            needs: own.collect(),
            sends: called.sends.into_iter().collect(),
            method,
            path,
        }
    });
    Consumer {
        name: name.to_owned(),
        operations: operations.collect(),
    }
}
