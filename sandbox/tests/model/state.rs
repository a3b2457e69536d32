//! The state of the model: the documents of two organizations, as the API should return them.
//!
//! Where the service chooses a value, a document has a placeholder: `@…` is an identifier, the same
//! wherever it occurs; `~…` a moment in seconds, with a tolerance for the duration of the test;
//! `#…` a number, in any notation; `*` any value. Properties that begin with `_` are internal to
//! the model.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde_json::{Value, json};

/// The moment at which every sequence starts: near the end of a day and of a month.
pub const START: &str = "2031-01-30T22:10:00Z";

/// An hour, in seconds.
pub const HOUR: i64 = 3600;

/// Two organizations and the clock.
#[derive(Debug, Clone)]
pub struct Model {
    /// Seconds since 1970.
    pub now: i64,
    pub orgs: [Org; 2],
    /// The number of placeholders so far.
    pub signs: usize,
    /// The last step, as a request.
    pub call: Option<Call>,
}

/// The documents of an organization, in the order of their creation.
#[derive(Debug, Clone, Default)]
pub struct Org {
    pub tables: BTreeMap<&'static str, Vec<Value>>,
    /// The quotas that were set.
    pub quotas: BTreeMap<&'static str, usize>,
}

/// A request, and the response that the model expects.
#[derive(Debug, Clone)]
pub struct Call {
    pub org: usize,
    /// `GET`, `POST`, `PATCH`, or `CONTROL` for actions of buyers and partners.
    pub method: &'static str,
    pub path: String,
    pub body: Option<Value>,
    /// The outcome, in the form of [`Reply::outcome`](crate::support::Reply::outcome).
    pub outcome: String,
    /// The body, if the response is a success.
    pub answer: Value,
}

/// The result of a request: a document with the status, or a short form of the rejection.
pub type Verdict = Result<(u16, Value), String>;

impl Model {
    pub fn new() -> Self {
        let start: Timestamp = START.parse().expect("a time");
        Self {
            now: start.as_second(),
            orgs: [Org::default(), Org::default()],
            signs: 0,
            call: None,
        }
    }

    /// Returns a placeholder for an identifier that the service chooses.
    pub fn sign(&mut self, kind: &str) -> String {
        self.signs += 1;
        format!("@{kind}{}", self.signs)
    }

    /// Returns the placeholder for the present moment.
    pub fn moment(&self) -> Value {
        moment(self.now)
    }

    pub fn table(&mut self, org: usize, name: &'static str) -> &mut Vec<Value> {
        self.orgs[org].tables.entry(name).or_default()
    }

    /// Returns the document of an organization with an identifier.
    pub fn find(&mut self, org: usize, name: &'static str, id: &str) -> Option<&mut Value> {
        self.table(org, name).iter_mut().find(|doc| doc["id"] == id)
    }

    /// Returns an identifier from a table: that of the chosen document, or one that does not exist.
    pub fn pick(&self, org: usize, name: &str, choice: usize) -> String {
        let table = self.orgs[org]
            .tables
            .get(name)
            .map_or(&[][..], Vec::as_slice);
        match table.len() {
            0 => "none".to_owned(),
            length => text(&table[choice % length], "id"),
        }
    }

    /// Returns a document by its identifier, or the rejection for a missing one.
    pub fn seek(&mut self, org: usize, name: &'static str, id: &str) -> Result<Value, String> {
        let found = self.find(org, name, id).cloned();
        found.ok_or_else(|| "404 not-found".to_owned())
    }

    /// Stores a changed document.
    pub fn keep(&mut self, org: usize, name: &'static str, mut doc: Value) -> Value {
        doc["lastUpdateTime"] = self.moment();
        let id = text(&doc, "id");
        *self.find(org, name, &id).expect("it was there") = doc.clone();
        doc
    }

    /// Adds a document with the common properties.
    pub fn add(&mut self, org: usize, name: &'static str, mut doc: Value) -> Value {
        doc["orgId"] = json!(format!("@org{org}"));
        doc["creationTime"] = self.moment();
        self.table(org, name).push(doc.clone());
        doc
    }

    /// Rejects the use of an exhausted quota.
    pub fn require_quota(&mut self, org: usize, quota: &'static str) -> Result<(), String> {
        match self.orgs[org].quotas.get(quota) {
            Some(most) if self.used(org, quota) >= *most => Err("409 quota-exceeded".to_owned()),
            _ => Ok(()),
        }
    }

    /// Returns how much of a quota is used.
    pub fn used(&self, org: usize, quota: &str) -> usize {
        let count = |name: &str, states: &[&str]| {
            let docs = self.orgs[org].tables.get(name).into_iter().flatten();
            let is_in = |doc: &&Value| {
                states.is_empty() || states.iter().any(|state| doc["status"] == *state)
            };
            docs.filter(is_in).count()
        };
        match quota {
            "PRODUCTS" => count("product", &[]),
            "OPEN_OFFERS" => count("offer", &["DRAFT", "PENDING_ACCEPTANCE"]),
            "OPEN_REFERRALS" => count("referral", &["PENDING"]),
            // The key with which the test authenticates.
            _ => 1,
        }
    }
}

/// Rejects a document that is in none of the states.
pub fn in_state(doc: &Value, states: &[&str]) -> Result<(), String> {
    let state = text(doc, "status");
    if states.contains(&state.as_str()) {
        Ok(())
    } else {
        Err(format!("409 state-conflict {state}"))
    }
}

/// Returns the rejection of an invalid value.
pub fn meaningless<T>() -> Result<T, String> {
    Err("422 unprocessable-content".to_owned())
}

/// Returns the placeholder for a moment.
pub fn moment(second: i64) -> Value {
    json!(format!("~{second}"))
}

/// Returns the moment of a time or of its placeholder.
pub fn second(value: &Value) -> i64 {
    let text = value.as_str().expect("a time");
    match text.strip_prefix('~') {
        Some(second) => second.parse().expect("a second"),
        None => text.parse::<Timestamp>().expect("of RFC 3339").as_second(),
    }
}

/// Returns a second in the format that clients send.
pub fn written(second: i64) -> String {
    Timestamp::from_second(second)
        .expect("in this age")
        .to_string()
}

pub fn text(doc: &Value, member: &str) -> String {
    doc[member].as_str().unwrap_or_default().to_owned()
}
