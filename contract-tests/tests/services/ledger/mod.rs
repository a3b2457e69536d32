//! HTTP Basic; accounts created by forms, paged by `start` and `count`; a table, and a deprecated
//! operation with a sunset.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hyper::HeaderMap;
use serde_json::{Value, json};

use crate::fault::Fault;
use crate::server::{Asked, Call, Reply, Service, field, repeated};
use crate::store::Store;
use crate::trial::{Case, Trial};

pub(crate) const USER: &str = "canary-user";
pub(crate) const PASSWORD: &str = "canary:pass/word+c0ffee";

pub(crate) const TRIAL: Trial = Trial {
    name: "ledger",
    description: include_str!("openapi.yaml"),
    prefix: "",
    credentials: Some(
        "[identities.clerk]\nuser = \"canary-user\"\npassword = \"canary:pass/word+c0ffee\"\n",
    ),
    service: &|fault| Box::new(Ledger::new(fault)),
    creations: &["openAccount"],
    beyond: &[],
    gaps: &[],
    cases: &[
        Case(Fault::LostItem, "limit-honoured"),
        Case(Fault::RepeatedItem, "pages-complete"),
        Case(Fault::LimitOffByOne, "limit-honoured"),
        Case(Fault::NotListed, "created-listed"),
        Case(Fault::EchoDiffers, "creation-echoed"),
        Case(Fault::DeletedStays, "deleted-gone"),
        Case(Fault::NoChallenge, "challenge-with-401"),
        Case(Fault::NoAllow, "allow-with-405"),
        Case(Fault::HeadDiffers, "head-like-get"),
        // `default` declares every status, with a body that differs from this one.
        Case(Fault::UndeclaredStatus, "body-valid"),
        Case(Fault::WrongMediaType, "media-type-declared"),
        Case(Fault::BrokenSchema, "body-valid"),
        Case(Fault::IntegerOutOfRange, "body-valid"),
        Case(Fault::RareCrash, "no-server-error"),
        Case(Fault::Unchecked, "violation-refused"),
        Case(Fault::RepeatsCredential, "credential-not-repeated"),
    ],
};

struct Ledger {
    accounts: Store,
    next: u64,
    fault: Option<Fault>,
}

impl Ledger {
    fn new(fault: Option<Fault>) -> Self {
        let account = |number: u64| {
            json!({
                "account": format!("A{number:06}"), "holder": format!("Holder {number}"),
                "limit": i64::MIN, "balance": 0.29,
            })
        };
        let rows = (1..=5).map(account).collect();
        Self {
            accounts: Store::new("account", rows, fault),
            next: 100,
            fault,
        }
    }

    fn open(&mut self, form: &Value, headers: &HeaderMap) -> Reply {
        let has = |name: &str| form.get(name).is_some();
        if self.fault == Some(Fault::RareCrash) && has("opening") && has("note") {
            return self.error(500, "this was not thought of");
        }
        self.next += 1;
        let id = format!("A{:06}", self.next);
        let mut made = json!({ "account": id, "balance": 0.0 });
        for name in ["holder", "limit", "opening", "note"] {
            if let Some(value) = form.get(name) {
                made[name] = value.clone();
            }
        }
        let mut made = self.accounts.insert(made, "holder");
        if self.fault == Some(Fault::RepeatsCredential) {
            made["reference"] = json!(repeated(PASSWORD, field(headers, "authorization")));
        }
        self.shown(201, made)
            .with("location", format!("/accounts/{id}"))
    }

    fn shown(&self, status: u16, mut account: Value) -> Reply {
        match self.fault {
            Some(Fault::BrokenSchema) => account["balance"] = json!(0.125),
            Some(Fault::IntegerOutOfRange) => account["limit"] = json!(u64::MAX),
            _ => {}
        }
        Reply::json(status, &account)
    }

    fn list(&self, call: &Call<'_>) -> Reply {
        let start = call.number("start").unwrap_or(0);
        let (rows, _) = self
            .accounts
            .page(|_| true, start, call.number("count").unwrap_or(10));
        let total = self.accounts.count(|_| true);
        Reply::json(200, &json!({ "rows": rows, "total": total }))
    }
}

impl Service for Ledger {
    fn authorize(&self, asked: &Asked<'_>) -> Result<String, &'static str> {
        let expected = format!("Basic {}", STANDARD.encode(format!("{USER}:{PASSWORD}")));
        let is_known = field(asked.headers, "authorization") == expected;
        is_known
            .then(String::new)
            .ok_or("Basic realm=\"ledger\", charset=\"UTF-8\"")
    }

    fn error(&self, status: u16, why: &str) -> Reply {
        Reply::json(status, &json!({ "fault": why }))
    }

    fn answer(&mut self, call: &Call<'_>) -> Reply {
        let id = call.text("accountId");
        let found = self.accounts.find(&id, |_| true).cloned();
        match (call.operation, found) {
            ("listAccounts", _) => self.list(call),
            ("openAccount", _) => self.open(&call.members(), call.headers),
            (_, None) => self.error(404, "there is no such account"),
            ("closeAccount", _) => {
                self.accounts.remove(&id, |_| true);
                Reply::empty(204)
            }
            ("exportAccount", Some(account)) => Reply::empty(200)
                .with("content-type", "text/csv; charset=utf-8")
                .bytes(format!("account,limit\r\n{id},{}\r\n", account["limit"])),
            ("getBalance", Some(account)) => {
                Reply::json(200, &json!({ "balance": account["balance"] }))
                    .with("deprecation", "@1767225600")
                    .with("sunset", "Fri, 31 Dec 2027 00:00:00 GMT")
            }
            (_, Some(account)) => self.shown(200, account),
        }
    }
}
