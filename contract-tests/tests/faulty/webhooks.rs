//! Faults that the checks of `checks::webhooks` find.

use std::collections::HashMap;
use std::time::Duration;

use conformance_engine::session::webhooks::tag;
use serde_json::{Value, json};

use crate::fault::{Fault, Layer};
use crate::message::{Answer, Asked};
use crate::relay::{Change, Passing, Relay};

pub(crate) fn faults() -> Vec<Fault> {
    vec![
        relayed("webhook-unsigned", "webhook-signed", |passing, _| {
            passing.headers.remove("x-service-signature-256");
        }),
        relayed(
            "webhook-signature-wrong",
            "webhook-signature-verifies",
            |passing, _| {
                sign(passing, "another secret");
            },
        ),
        relayed(
            "webhook-secret-shared",
            "webhook-other-secret",
            |passing, secrets| {
                let own = value(passing, &secrets.own);
                sign(passing, &secrets.other);
                passing.headers.append("x-service-signature-256", own);
            },
        ),
        relayed(
            "webhook-without-id",
            "webhook-payload-recognisable",
            |passing, secrets| {
                passing.headers.remove("x-service-event-id");
                edit(passing, secrets, |body| {
                    body.as_object_mut().map(|members| {
                        members.remove("id");
                        members.remove("orgId")
                    });
                });
            },
        ),
        relayed(
            "webhook-without-data",
            "webhook-payload-described",
            |passing, secrets| {
                edit(passing, secrets, |body| body["data"] = json!([]));
            },
        ),
        relayed(
            "webhook-clock-wrong",
            "webhook-standard-fields",
            |passing, _| {
                passing
                    .headers
                    .insert("x-service-timestamp", 1_000_000_000.into());
            },
        ),
        relayed("webhook-once", "webhook-repeated", |passing, _| {
            passing.status_to_sender = Some((500, 200));
        }),
        relayed("webhook-pauses-shrink", "webhook-repeated", |passing, _| {
            const PAUSES: [Duration; 2] = [Duration::from_millis(900), Duration::from_millis(100)];
            passing.repeats = &PAUSES;
        })
        .prepared(|session| session.profile.patience = Duration::from_secs(30)),
        relayed(
            "webhook-follows",
            "webhook-redirect-not-followed",
            |passing, _| {
                passing.follows = true;
            },
        ),
        relayed("webhook-endless", "webhook-gone-ends", |passing, _| {
            passing.status_to_sender = Some((410, 200));
        }),
    ]
}

/// The secrets of the deployment.
#[derive(Debug, Clone, Default)]
struct Secrets {
    own: String,
    other: String,
}

fn sign(passing: &mut Passing, secret: &str) {
    let signature = value(passing, secret);
    passing.headers.insert("x-service-signature-256", signature);
}

fn value(passing: &Passing, secret: &str) -> hyper::header::HeaderValue {
    let tag = tag(secret, &passing.body);
    let hex = tag
        .iter()
        .fold(String::new(), |hex, byte| format!("{hex}{byte:02x}"));
    format!("sha256={hex}").parse().expect("a field value")
}

fn edit(passing: &mut Passing, secrets: &Secrets, change: impl FnOnce(&mut Value)) {
    if let Ok(mut body) = serde_json::from_slice(&passing.body) {
        change(&mut body);
        passing.body = body.to_string().into_bytes();
        sign(passing, &secrets.own);
    }
}

/// A fault in deliveries of the deployment, which a relay injects.
fn relayed(
    name: &'static str,
    check: &'static str,
    change: impl Fn(&mut Passing, &Secrets) + Send + Sync + Clone + 'static,
) -> Fault {
    Fault::stateful(name, check, move || {
        Box::new(Relayed {
            change: change.clone(),
            secrets: Secrets::default(),
            relay: None,
        })
    })
}

struct Relayed<F> {
    change: F,
    secrets: Secrets,
    relay: Option<Relay>,
}

impl<F: Fn(&mut Passing, &Secrets) + Send + Sync + Clone + 'static> Layer for Relayed<F> {
    fn set_environment(&mut self, environment: &HashMap<String, String>) {
        let read = |name: &str| environment.get(name).cloned().unwrap_or_default();
        self.secrets.own = read("MARKETPLACE_WEBHOOK_SECRET");
        self.secrets.other = read("MARKETPLACE_OTHER_WEBHOOK_SECRET");
    }

    fn request(&mut self, asked: &mut Asked) -> Option<Answer> {
        let mut body = asked.json().filter(|_| asked.is("PUT", "/org/*/webhook"))?;
        let url = body["url"]
            .as_str()
            .filter(|url| url.starts_with("http://127.0.0.1:"))?;
        let (change, secrets) = (self.change.clone(), self.secrets.clone());
        let change: Change = Box::new(move |passing| change(passing, &secrets));
        let relay = Relay::start(url, change);
        body["url"] = json!(relay.url);
        asked.set_json(&body);
        self.relay = Some(relay);
        None
    }

    fn answer(&mut self, asked: &Asked, answer: &mut Answer) {
        if let Some(relay) = self
            .relay
            .as_ref()
            .filter(|_| asked.path().contains("/webhook"))
        {
            answer.body = answer
                .text()
                .replace(&relay.url, &relay.target)
                .into_bytes();
        }
    }
}
