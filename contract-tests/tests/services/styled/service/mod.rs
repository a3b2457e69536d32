//! One handler for services of many styles.

mod changes;
mod extras;
mod shown;
mod token;

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::callers::TENANTS;
use super::style::{Errors, Extra, Ids, Style};
use super::{callers, describe};
use crate::fault::Fault;
use crate::server::{Asked, Call, Reply, Service};
use crate::store::{Store, text};

pub(super) struct Styled {
    style: &'static Style,
    rows: Store,
    /// The items that were created, by tenant and job.
    jobs: BTreeMap<(String, String), String>,
    keys: BTreeMap<String, (Value, Value)>,
    /// The tenants of the issued tokens.
    issued: BTreeMap<String, String>,
    next: u64,
    fault: Option<Fault>,
}

impl Styled {
    pub(super) fn new(style: &'static Style, fault: Option<Fault>) -> Self {
        let tenant = |at: u64| TENANTS[usize::from(at > 4)].0;
        let row = |at: u64| {
            let mut row = json!({
                "id": id(style, at), "weight": at, "kind": "small", "remark": null,
                "_tenant": tenant(at), "_version": 1
            });
            let name = format!("a{at}-first");
            row[describe::name(style)] = json!(name);
            if style.has(Extra::Totals) {
                row["lines"] = json!([{ "amount": at }]);
            }
            row
        };
        let key = match style.ids {
            Ids::Name => "name",
            _ => "id",
        };
        Self {
            style,
            rows: Store::new(key, (1..=8).map(row).collect(), fault),
            jobs: BTreeMap::new(),
            keys: BTreeMap::new(),
            issued: BTreeMap::new(),
            next: 100,
            fault,
        }
    }

    pub(super) fn is(&self, fault: Fault) -> bool {
        self.fault == Some(fault)
    }

    pub(super) fn address(&self, row: &Value) -> String {
        let style = self.style;
        let key = match style.ids {
            Ids::Name => &row["name"],
            _ => &row["id"],
        };
        let slash = if style.slash { "/" } else { "" };
        format!("{}/{}/{}{slash}", style.prefix, style.things, text(key))
    }

    pub(super) fn is_shown(&self, row: &Value, who: &str) -> bool {
        let is_own = !callers::has_tenants(self.style) || row["_tenant"] == *who;
        is_own && row["_deleted"].is_null()
    }
}

impl Service for Styled {
    fn authorize(&self, asked: &Asked<'_>) -> Result<String, &'static str> {
        let found = callers::authorize(self.style, asked, &self.issued);
        if found.is_err() && self.is(Fault::Open) {
            return Ok(TENANTS[0].0.to_owned());
        }
        found
    }

    fn refusal(&self, operation: &str, status: u16, why: &str) -> Reply {
        match operation {
            "issueToken" => token::failure(status, "invalid_request", why),
            _ => self.error(status, why),
        }
    }

    fn error(&self, status: u16, why: &str) -> Reply {
        let body = match self.style.errors {
            Errors::Problem => json!({ "title": why, "status": status }).to_string(),
            Errors::Envelope => json!({ "error": { "message": why } }).to_string(),
            Errors::Text => why.to_owned(),
        };
        let kind = describe::error_media(self.style);
        Reply::empty(status).with("content-type", kind).bytes(body)
    }

    fn answer(&mut self, call: &Call<'_>) -> Reply {
        if call.operation == "issueToken" {
            return self.issue(call);
        }
        let named = callers::named(self.style, call.headers);
        if !named.is_empty() && named != call.who && !self.is(Fault::TenantTaken) {
            return self.error(403, "that is another tenant");
        }
        let key = call.text(self.style.variable);
        let who = if named.is_empty() { &call.who } else { named };
        let shown = |row: &Value| self.is_shown(row, who) || self.is(Fault::CrossTenant);
        let found = self.rows.find(&key, shown).cloned();
        match (call.operation, found) {
            ("list", _) => self.list(call, who),
            ("create", _) if self.style.has(Extra::Once) => self.create_once(call),
            ("create", _) => self.create(call),
            ("addMany", _) => self.add_many(call),
            ("getJob", _) => self.job(call),
            (_, None) => self.error(404, "there is no such thing"),
            ("read", Some(row)) if self.is_known_tag(call, &row) => Reply::empty(304),
            ("read", Some(row)) => self.item(200, &row),
            ("change", Some(row)) => self.change(call, &key, &row),
            ("remove", _) => self.remove(&key),
            ("addNote", Some(row)) => self.add_note(call, &row),
            ("getWeight", Some(row)) => self.weight(&row),
            _ => Reply::empty(204),
        }
    }
}

/// Returns the id of an item by its number.
fn id(style: &Style, number: u64) -> Value {
    match style.ids {
        Ids::Integer => json!(number),
        Ids::Text => json!(format!("it-{:08x}", number * 2_654_435_761 % 4_294_967_296)),
        Ids::Name => json!(format!("00000000-0000-4000-8000-{number:012x}")),
    }
}
