//! The sunsets that responses have announced.

use std::collections::BTreeMap;
use std::sync::Arc;

use jiff::Timestamp;

use super::Session;
use crate::deprecation_fields::{Since, announces, deprecation, guide, sunset};
use conformance_core::description::OperationId;
use conformance_core::exchange::{Exchange, Response};
use conformance_core::observed::Sunset;

/// What the responses of an operation announce.
#[derive(Debug, Clone)]
pub struct Announced {
    /// The earliest date of `Sunset`.
    pub sunset: Option<Timestamp>,
    /// The field with that date as it was sent, or any such field.
    pub header: Option<String>,
    /// The date of `Deprecation`.
    pub deprecated: Option<Timestamp>,
    /// The address of a guide.
    pub guide: Option<String>,
    /// An exchange that shows it.
    pub exchange: Arc<Exchange>,
}

/// The longest text of a field that is kept, in bytes.
const LONGEST: usize = 500;

impl Announced {
    fn new(exchange: &Arc<Exchange>) -> Self {
        Self {
            sunset: None,
            header: None,
            deprecated: None,
            guide: None,
            exchange: Arc::clone(exchange),
        }
    }

    fn observe(&mut self, exchange: &Arc<Exchange>, response: &Response) {
        let date = sunset(&response.headers).and_then(Result::ok);
        let is_earlier = match (date, self.sunset) {
            (Some(new), Some(known)) => new.at < known,
            (new, known) => new.is_some() || known.is_none() && self.header.is_none(),
        };
        if is_earlier && let Some(text) = response.header("sunset") {
            self.sunset = date.map(|date| date.at);
            self.header = Some(text.chars().take(LONGEST).collect());
            self.exchange = Arc::clone(exchange);
        }
        self.deprecated = self
            .deprecated
            .or_else(|| match deprecation(&response.headers)? {
                Ok(Since::At(at)) => Some(at),
                Ok(Since::OlderDraft(at)) => at,
                Err(_) => None,
            });
        if self.guide.is_none() {
            let target = guide(&response.headers);
            self.guide = target.map(|target| target.chars().take(LONGEST).collect());
        }
    }
}

impl Session {
    /// Returns what responses have announced, by operation, read from the sample of each intent and
    /// status.
    #[must_use]
    pub fn announced(&self) -> BTreeMap<OperationId, Announced> {
        let state = self.state.lock();
        let mut all = BTreeMap::new();
        for ((operation, _, _), samples) in &state.samples {
            let Some(id) = *operation else { continue };
            for exchange in samples {
                let Some(response) = exchange.response() else {
                    continue;
                };
                let method = self.description.operation(id).method.as_str();
                if exchange.request.method == method && announces(&response.headers) {
                    let entry = all.entry(id);
                    let own: &mut Announced = entry.or_insert_with(|| Announced::new(exchange));
                    own.observe(exchange, response);
                }
            }
        }
        all
    }

    /// Returns the sunsets that responses or the description announce, by operation.
    #[must_use]
    pub fn sunsets(&self) -> Vec<Sunset> {
        let announced = self.announced();
        let operations = self.description.operations();
        let rows = operations.filter_map(|(id, operation)| {
            let own = announced.get(&id);
            let described = operation.deprecation.as_ref();
            if own.is_none() && described.is_none() {
                return None;
            }
            let time = |text: &String| text.parse::<Timestamp>().ok();
            let stated = described.and_then(|one| one.sunset.as_ref()).and_then(time);
            let since = described.and_then(|one| one.since.as_ref()).and_then(time);
            let ends = own.and_then(|one| one.sunset).or(stated);
            let since = own.and_then(|one| one.deprecated).or(since);
            let link = own.and_then(|one| one.guide.clone());
            let clean = |text: String| self.redactor.shown(&text);
            Some(Sunset {
                operation: operation.id.clone(),
                described: described.is_some(),
                deprecated: since.map(|at| at.to_string()),
                ends: ends.map(|at| at.to_string()),
                header: own.and_then(|one| one.header.clone()).map(clean),
                days_left: ends.map(|at| days_from(Timestamp::now(), at)),
                first_seen: self.first_seen(&operation.id, own),
                guide: link
                    .or_else(|| described.and_then(|one| one.guide.clone()))
                    .map(clean),
            })
        });
        rows.collect()
    }

    /// Returns when a run first saw the `Sunset` of an operation, if a history is kept.
    fn first_seen(&self, operation: &str, announced: Option<&Announced>) -> Option<String> {
        let history = self.world.history.as_ref()?;
        let known = history
            .deployment(&self.profile.base_url)
            .and_then(|one| one.sunsets.get(operation));
        let now = || {
            announced?.sunset?;
            Some(conformance_core::values::today().to_string())
        };
        known.map(|one| one.first_seen.clone()).or_else(now)
    }
}

/// Returns the days between two times; a day that has begun counts as a full one.
fn days_from(from: Timestamp, to: Timestamp) -> i64 {
    let day = 24 * 60 * 60;
    (to.as_second() - from.as_second()).div_euclid(day)
}
