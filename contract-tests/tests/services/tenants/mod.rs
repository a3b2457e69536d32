//! A given token, and two tenants by path; OpenAPI 3.1.

use std::collections::HashMap;

use hyper::HeaderMap;
use serde_json::{Value, json};

use crate::fault::Fault;
use crate::server::{Asked, Call, Reply, Service, field, repeated};
use crate::store::Store;
use crate::trial::{Case, Trial};

/// The tokens of the tenants.
pub(crate) const TOKENS: [(&str, &str); 2] = [
    ("acme", "canary-acme.token/91f0+b7~x=="),
    ("bolt", "canary-bolt.token/22e8+c1~y=="),
];

pub(crate) const CREDENTIALS: &str = r#"
[identities.acme]
bearer = "canary-acme.token/91f0+b7~x=="
parameters = { tenantId = "acme" }

[identities.bolt]
bearer = "canary-bolt.token/22e8+c1~y=="
parameters = { tenantId = "bolt" }
"#;

pub(crate) const PREFIX: &str = "/api";

pub(crate) const TRIAL: Trial = Trial {
    name: "tenants",
    description: include_str!("openapi.yaml"),
    prefix: PREFIX,
    credentials: Some(CREDENTIALS),
    service: &|fault| Box::new(Tenants::new(fault)),
    creations: &["addDevice"],
    beyond: &[],
    gaps: &[],
    cases: &[
        Case(Fault::LostItem, "pages-complete"),
        Case(Fault::RepeatedItem, "pages-complete"),
        Case(Fault::DanglingNext, "next-page-valid"),
        Case(Fault::LimitOffByOne, "limit-honoured"),
        Case(Fault::NotListed, "created-listed"),
        Case(Fault::EchoDiffers, "creation-echoed"),
        Case(Fault::UpdateUnseen, "change-seen"),
        Case(Fault::DeletedStays, "deleted-gone"),
        Case(Fault::CrossTenant, "other-organization-refused"),
        Case(Fault::NoChallenge, "challenge-with-401"),
        Case(Fault::NoAllow, "allow-with-405"),
        Case(Fault::HeadDiffers, "head-like-get"),
        Case(Fault::UndeclaredStatus, "status-declared"),
        Case(Fault::WrongMediaType, "media-type-declared"),
        Case(Fault::BrokenSchema, "body-valid"),
        Case(Fault::RareCrash, "no-server-error"),
        Case(Fault::Unchecked, "violation-refused"),
        Case(Fault::KeyIgnored, "idempotency-key"),
        Case(Fault::KeyForgotten, "idempotency-key"),
        Case(Fault::RepeatsCredential, "credential-not-repeated"),
    ],
};

struct Tenants {
    devices: Store,
    next: u64,
    /// The request with an idempotency key, and the item that it created.
    keys: HashMap<String, (Value, Value)>,
    fault: Option<Fault>,
}

impl Tenants {
    fn new(fault: Option<Fault>) -> Self {
        let device = |number: u64| {
            json!({
                "id": format!("dev-{number}"), "label": format!("Device {number}"),
                "kind": "sensor", "room": null, "tenant": if number < 5 { "acme" } else { "bolt" },
            })
        };
        let rows = (1..=8).map(device).collect();
        Self {
            devices: Store::new("id", rows, fault),
            next: 100,
            keys: HashMap::new(),
            fault,
        }
    }

    /// Adds a device like [`Self::add`], once for each key.
    fn add_once(&mut self, tenant: &str, device: &Value, headers: &HeaderMap) -> Reply {
        let key = field(headers, "idempotency-key");
        if key.is_empty() || self.fault == Some(Fault::KeyIgnored) {
            return self.add(tenant, device, headers);
        }
        let key = format!("{tenant} {key}");
        match self.keys.get(&key) {
            Some((sent, _)) if sent != device => self.error(422, "the key was for other content"),
            Some((_, made)) if self.fault != Some(Fault::KeyForgotten) => Reply::json(201, made),
            _ => {
                let reply = self.add(tenant, device, headers);
                if let (201, Ok(made)) = (reply.status, serde_json::from_slice(&reply.body)) {
                    self.keys.insert(key, (device.clone(), made));
                }
                reply
            }
        }
    }

    fn add(&mut self, tenant: &str, device: &Value, headers: &HeaderMap) -> Reply {
        let has = |name: &str| device.get(name).is_some();
        if self.fault == Some(Fault::RareCrash) && has("room") && has("floor") {
            return self.error(500, "this was not thought of");
        }
        self.next += 1;
        let mut made = json!({ "id": format!("dev-{}", self.next), "tenant": tenant });
        for name in ["label", "kind", "room", "floor"] {
            if let Some(value) = device.get(name) {
                made[name] = value.clone();
            }
        }
        let mut made = self.devices.insert(made, "label");
        if self.fault != Some(Fault::RepeatsCredential) {
            return self.shown(201, made);
        }
        let given = field(headers, "authorization");
        made["owner"] = json!(repeated(given.trim_start_matches("Bearer "), given));
        self.shown(201, made).with("x-asked-by", given)
    }

    fn shown(&self, status: u16, mut device: Value) -> Reply {
        if let Some(members) = device.as_object_mut() {
            members.remove("tenant");
        }
        if self.fault == Some(Fault::BrokenSchema) {
            device["kind"] = json!("actor");
        }
        Reply::json(status, &device)
    }

    fn list(&self, call: &Call<'_>, own: impl Fn(&Value) -> bool) -> Reply {
        let token = call.text("pageToken");
        let start = token
            .strip_prefix("t-")
            .and_then(|at| at.parse().ok())
            .unwrap_or(0);
        let (mut rows, next) = self
            .devices
            .page(own, start, call.number("pageSize").unwrap_or(10));
        for members in rows.iter_mut().filter_map(Value::as_object_mut) {
            members.remove("tenant");
        }
        let next = next.map(|at| match self.fault {
            Some(Fault::DanglingNext) => "d".repeat(200),
            _ => format!("t-{at}"),
        });
        Reply::json(200, &json!({ "devices": rows, "nextPageToken": next }))
    }

    fn change(&mut self, id: &str, own: impl Fn(&Value) -> bool, body: &Value) -> Option<Value> {
        self.devices.change(id, own, |row| {
            for name in ["label", "room", "floor"] {
                if let Some(value) = body.get(name) {
                    row[name] = value.clone();
                }
            }
        })
    }
}

impl Service for Tenants {
    fn authorize(&self, asked: &Asked<'_>) -> Result<String, &'static str> {
        let given = field(asked.headers, "authorization");
        // The name of an authentication scheme is case-insensitive (RFC 9110 §11.1).
        let scheme = given.split_once(' ');
        let given = scheme.filter(|(name, _)| name.eq_ignore_ascii_case("bearer"));
        let given = given.map(|(_, token)| token);
        let mut known = TOKENS.iter();
        let found = known.find(|(_, token)| given == Some(token));
        let challenge = match given {
            Some(_) => "Bearer realm=\"tenants\", error=\"invalid_token\"",
            None => "Bearer realm=\"tenants\"",
        };
        found
            .map(|(tenant, _)| (*tenant).to_owned())
            .ok_or(challenge)
    }

    fn error(&self, status: u16, why: &str) -> Reply {
        Reply::json(status, &json!({ "title": why, "status": status }))
    }

    fn answer(&mut self, call: &Call<'_>) -> Reply {
        let (tenant, id) = (call.text("tenantId"), call.text("deviceId"));
        let is_open = self.fault == Some(Fault::CrossTenant) && call.operation == "listDevices";
        if tenant != call.who && !is_open {
            return self.error(404, "this is not yours");
        }
        let own = |row: &Value| row["tenant"] == *tenant;
        let found = match call.operation {
            "listDevices" => return self.list(call, own),
            "addDevice" => return self.add_once(&tenant, &call.members(), call.headers),
            "removeDevice" if self.devices.remove(&id, own) => return Reply::empty(204),
            "changeDevice" => self.change(&id, own, &call.members()),
            _ => self.devices.find(&id, own).cloned(),
        };
        match found {
            Some(device) => self.shown(200, device),
            None => self.error(404, "there is no such device"),
        }
    }
}
