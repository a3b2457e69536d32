//! Forged tokens, and how the resource host responds to them.

use ring::hmac;
use serde_json::{Map, Value, json};

use crate::check::{Fault, Outcome};
use crate::published::{keys, text};
use crate::token::Client;
use conformance_core::jose::{Jws, decode, encode};
use conformance_core::json::Json;
use conformance_core::missing_input::MissingInput;
use conformance_engine::expectation;
use conformance_engine::session::{Session, Stop};

/// A valid token, from which forgeries are made.
#[derive(Debug)]
pub(super) struct Original {
    /// The header.
    pub header: Map<String, Value>,
    /// The claims.
    pub claims: Map<String, Value>,
    /// The token, as it was issued.
    pub token: String,
    /// The key that signed it, if the set contains it; otherwise the first of the set.
    pub key: Option<Json>,
}

impl Original {
    /// Returns a valid token, which the resource host accepts.
    ///
    /// # Errors
    /// Returns an error if the run may not forge tokens, or the token is not a JWT, or it is not
    /// accepted.
    pub async fn of(session: &Session) -> Result<Self, Stop> {
        if !session.profile.risks.forgeries {
            return Err(MissingInput::Forgeries.into());
        }
        let (token, _) = Client::of(session)?.token().await?;
        let Some(jws) = Jws::parse(&token) else {
            return Err(Stop::Skip("the access token is not a JWT".to_owned()));
        };
        let accepted = session.prepare_with_bearer(&token)?.send().await?;
        if accepted.status == 401 {
            return Err(Stop::Undecided("a valid token is refused too".to_owned()));
        }
        let (set, _) = keys(session).await?;
        let kid = jws.header_text("kid");
        let own = set
            .iter()
            .find(|key| text(key, "kid") == kid)
            .or(set.first());
        Ok(Self {
            header: object(&jws.header),
            claims: object(&jws.claims),
            key: own.cloned(),
            token,
        })
    }

    /// Returns the signature as it was issued.
    pub fn signature(&self) -> &str {
        self.token.rsplit('.').next().unwrap_or_default()
    }

    /// Returns the header with some properties changed.
    pub fn header_with(&self, changes: &[(&str, Value)]) -> Map<String, Value> {
        let mut header = self.header.clone();
        for (name, value) in changes {
            header.insert((*name).to_owned(), value.clone());
        }
        header
    }

    /// Returns the claims with some changed.
    pub fn claims_with(&self, changes: &[(&str, Value)]) -> Map<String, Value> {
        let mut claims = self.claims.clone();
        for (name, value) in changes {
            claims.insert((*name).to_owned(), value.clone());
        }
        claims
    }
}

fn object(json: &Json) -> Map<String, Value> {
    match json.to_value() {
        Value::Object(members) => members,
        _ => Map::new(),
    }
}

/// Returns the first two parts of a token.
pub(super) fn unsigned(header: &Map<String, Value>, claims: &Map<String, Value>) -> String {
    let part = |members: &Map<String, Value>| encode(json!(members).to_string());
    format!("{}.{}", part(header), part(claims))
}

/// Returns a token signed with HS256 and any bytes as the key.
pub(super) fn by_hmac(
    header: &Map<String, Value>,
    claims: &Map<String, Value>,
    key: &[u8],
) -> String {
    let unsigned = unsigned(header, claims);
    let key = hmac::Key::new(hmac::HMAC_SHA256, key);
    let tag = hmac::sign(&key, unsigned.as_bytes());
    format!("{unsigned}.{}", encode(tag))
}

/// Returns the key in the encodings that a server might use as an HMAC key by mistake.
pub(super) fn forms(key: &Json) -> Vec<(&'static str, Vec<u8>)> {
    let mut all = Vec::new();
    if let Some(der) = conformance_core::jose::public_key(key) {
        let pem = pem(&der);
        all.push(("the public key in PEM", pem.trim_end().as_bytes().to_vec()));
        all.push(("the public key in PEM with a line end", pem.into_bytes()));
        all.push(("the public key in DER", der));
    }
    for name in ["n", "x"] {
        if let Some(text) = text(key, name) {
            all.push(("a member of the public key", text.as_bytes().to_vec()));
            all.extend(decode(text).map(|bytes| ("the bytes of the public key", bytes)));
        }
    }
    all.push(("an empty key", Vec::new()));
    all
}

/// Returns a public key as text (RFC 7468 §13).
fn pem(der: &[u8]) -> String {
    use base64::Engine as _;
    let text = base64::engine::general_purpose::STANDARD.encode(der);
    let lines: Vec<&str> = (0..text.len())
        .step_by(64)
        .map(|at| &text[at..text.len().min(at + 64)])
        .collect();
    let body = lines.join("\n");
    format!("-----BEGIN PUBLIC KEY-----\n{body}\n-----END PUBLIC KEY-----\n")
}

/// Sends forged tokens and checks that each is refused.
///
/// # Errors
/// Returns an error if there is no response.
pub(super) async fn check_refused(
    session: &Session,
    outcome: &mut Outcome,
    forgeries: Vec<(String, String)>,
) -> Result<(), Stop> {
    for (what, token) in forgeries {
        session.redactor.learn(&token);
        let answer = session.prepare_with_bearer(&token)?.send().await?;
        // A token that cannot be parsed may count as a malformed request.
        let holds = matches!(answer.status, 400 | 401);
        outcome.require(holds, &[answer.exchange()], || {
            Fault::new(format!("the resource host accepts a token {what}"))
                .without_test(expectation::NEEDS_FORGERY)
                .expected("401 with the error invalid_token (RFC 8725 §3, RFC 9068 §4)")
                .actual(answer.status.to_string())
        });
    }
    Ok(())
}
