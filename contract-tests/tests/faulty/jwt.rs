//! Faults that the checks of `checks::jwt` find.

use conformance_core::jose::{decode, encode};
use serde_json::{Value, json};

use crate::fault::{Fault, Layer};
use crate::issued::Issued;
use crate::message::{Answer, Asked};
use crate::token::{bearer, field, is_token, member};

pub(crate) fn faults() -> Vec<Fault> {
    vec![
        Fault::stateful("token-not-verifiable", "jwt-signature", || {
            Box::new(Translated::new(|header, _| header["x-fault"] = json!(1)))
        }),
        changed("token-without-jti", "jwt-claims", |_, claims| {
            claims.as_object_mut().map(|all| all.remove("jti"));
        }),
        changed("token-with-email", "jwt-personal-claims", |_, claims| {
            claims["email"] = json!("ada@harbor.example");
        }),
        forged("alg-none-accepted", "jwt-forged-signature", |header, _| {
            let name = header["alg"].as_str().unwrap_or_default();
            name.eq_ignore_ascii_case("none")
        }),
        forged("own-key-accepted", "jwt-forged-header", |header, _| {
            header["jwk"].is_object()
        }),
        forged("exp-string-accepted", "jwt-forged-times", |_, claims| {
            claims["exp"].is_string()
        }),
        forged("expired-accepted", "jwt-forged-times", |_, claims| {
            let now = jiff::Timestamp::now().as_second();
            let ended = claims["exp"].as_i64();
            // Not the test clock's time, which is long past.
            ended.is_some_and(|end| (1_500_000_000..now).contains(&end))
        })
        .beside("unusable-token-refused")
        .beside("token-expires"),
    ]
}

/// A fault in the claims of tokens. Their algorithm cannot be verified, so that the tokens have no
/// other errors.
pub(crate) fn changed(
    name: &'static str,
    check: &'static str,
    change: impl Fn(&mut Value, &mut Value) + Send + Sync + Clone + 'static,
) -> Fault {
    Fault::stateful(name, check, move || {
        let change = change.clone();
        Box::new(Translated::new(move |header, claims| {
            header["alg"] = json!("X-FAULT");
            change(header, claims);
        }))
    })
}

/// A fault in the verification of tokens.
fn forged(
    name: &'static str,
    check: &'static str,
    accepts: impl Fn(&Value, &Value) -> bool + Send + Sync + Clone + 'static,
) -> Fault {
    Fault::stateful(name, check, move || {
        Box::new(Credulous {
            accepts: accepts.clone(),
            own: None,
        })
    })
}

/// Returns the header and the claims of a token.
pub(crate) fn parts(token: &str) -> Option<(Value, Value)> {
    let mut parts = token.split('.');
    let mut part = || serde_json::from_slice(&decode(parts.next()?)?).ok();
    Some((part()?, part()?))
}

/// Clients receive tokens that differ from those that the deployment has issued.
struct Translated<F> {
    change: F,
    issued: Issued,
}

impl<F: Fn(&mut Value, &mut Value)> Translated<F> {
    fn new(change: F) -> Self {
        Self {
            change,
            issued: Issued::default(),
        }
    }
}

impl<F: Fn(&mut Value, &mut Value) + Send> Layer for Translated<F> {
    fn request(&mut self, asked: &mut Asked) -> Option<Answer> {
        self.issued.restore(asked);
        None
    }

    fn answer(&mut self, asked: &Asked, answer: &mut Answer) {
        let Some(token) = member(answer, "access_token").filter(|_| is_token(asked)) else {
            return;
        };
        let Some((mut header, mut claims)) = parts(&token) else {
            return;
        };
        (self.change)(&mut header, &mut claims);
        let signature = token.rsplit('.').next().unwrap_or_default();
        let (header, claims) = (encode(header.to_string()), encode(claims.to_string()));
        let shown = format!("{header}.{claims}.{signature}");
        answer.edit(|body| body["access_token"] = json!(shown));
        self.issued.add(shown, token);
    }
}

/// Accepts some forged tokens.
struct Credulous<F> {
    accepts: F,
    own: Option<String>,
}

impl<F: Fn(&Value, &Value) -> bool + Send> Layer for Credulous<F> {
    fn request(&mut self, asked: &mut Asked) -> Option<Answer> {
        let (header, claims) = parts(&bearer(asked)?)?;
        if let (true, Some(own)) = ((self.accepts)(&header, &claims), &self.own) {
            let value = format!("Bearer {own}");
            asked.set("authorization", &value);
        }
        None
    }

    fn answer(&mut self, asked: &Asked, answer: &mut Answer) {
        let is_own = field(asked, "client_id").as_deref() == Some("harbor-app");
        if is_token(asked) && is_own && self.own.is_none() {
            self.own = member(answer, "access_token");
        }
    }
}
