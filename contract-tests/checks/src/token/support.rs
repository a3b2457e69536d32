//! What the checks of the token endpoint share: the client of the run, forms, and what responses
//! say.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use url::form_urlencoded;

use crate::check::Seen;
use conformance_core::exchange::{Host, Request, Response};
use conformance_core::missing_input::MissingInput;
use conformance_engine::session::{Answer, Session, Stop};

/// The OAuth client that the run uses.
#[derive(Debug, Clone, Copy)]
pub struct Client<'s> {
    session: &'s Session,
    /// The id of the OAuth client.
    pub id: &'s str,
    /// The secret of the OAuth client.
    pub secret: &'s str,
    /// The address of the resource host, for which tokens are requested.
    pub resource: &'s str,
}

impl<'s> Client<'s> {
    /// Returns the client of the identity under test.
    ///
    /// # Errors
    /// Returns an error if there is no client, or no token host.
    pub fn of(session: &'s Session) -> Result<Self, Stop> {
        let identity = session.primary();
        let missing = || session.missing(MissingInput::Client);
        session.token_request()?;
        Ok(Self {
            session,
            id: identity.client_id.as_deref().ok_or_else(missing)?,
            secret: identity
                .client_secret
                .as_ref()
                .ok_or_else(missing)?
                .reveal(),
            resource: session.address(Host::Resource).unwrap_or_default(),
        })
    }

    /// Returns the fields of a request for a token.
    #[must_use]
    pub fn fields(&self) -> Vec<(&'s str, &'s str)> {
        vec![
            ("grant_type", "client_credentials"),
            ("client_id", self.id),
            ("client_secret", self.secret),
            ("resource", self.resource),
        ]
    }

    /// Returns the fields, without those with these names.
    #[must_use]
    pub fn without(&self, names: &[&str]) -> Vec<(&'s str, &'s str)> {
        let mut fields = self.fields();
        fields.retain(|(name, _)| !names.contains(name));
        fields
    }

    /// Sends a form to the token endpoint.
    ///
    /// # Errors
    /// Returns an error if there is no response.
    pub async fn send(&self, fields: &[(&str, &str)]) -> Result<Answer, Stop> {
        let answer = self.session.token_request()?.form(fields).send().await?;
        learn(self.session, &answer);
        Ok(answer)
    }

    /// Sends a form to the token endpoint, and client credentials by HTTP Basic.
    ///
    /// # Errors
    /// Returns an error if there is no response.
    pub async fn send_basic(
        &self,
        id: &str,
        secret: &str,
        fields: &[(&str, &str)],
    ) -> Result<Answer, Stop> {
        let field = basic(self.session, id, secret);
        let request = self.session.token_request()?.form(fields);
        let answer = request.authorization(field).send().await?;
        learn(self.session, &answer);
        Ok(answer)
    }

    /// Returns the `Authorization` field of its id and secret (RFC 6749 §2.3.1).
    #[must_use]
    pub fn basic(&self) -> String {
        basic(self.session, self.id, self.secret)
    }

    /// Obtains a token in the ordinary way.
    ///
    /// # Errors
    /// Returns an error if none is issued, so that nothing can be compared with it.
    pub async fn token(&self) -> Result<(String, Answer), Stop> {
        let answer = self.send(&self.fields()).await?.success()?;
        let token = token_text(&answer).map(str::to_owned);
        let token = token.ok_or_else(|| {
            Stop::Undecided("the response of the token endpoint has no access_token".to_owned())
        })?;
        Ok((token, answer))
    }
}

/// Returns the `Authorization` field of a client's id and secret (RFC 6749 §2.3.1).
fn basic(session: &Session, id: &str, secret: &str) -> String {
    let encoded =
        |text: &str| -> String { form_urlencoded::byte_serialize(text.as_bytes()).collect() };
    let (id, secret) = (encoded(id), encoded(secret));
    session.redactor.learn_pair(&id, &secret);
    format!("Basic {}", STANDARD.encode(format!("{id}:{secret}")))
}

/// Records issued tokens as secrets, so that they are not shown.
fn learn(session: &Session, answer: &Response) {
    for name in ["access_token", "refresh_token", "id_token"] {
        let secret = answer.json().ok().and_then(|body| body.get(name)?.as_str());
        if let Some(secret) = secret {
            session.redactor.learn(secret);
        }
    }
}

/// Returns the token in a successful response.
#[must_use]
pub fn token_text(response: &Response) -> Option<&str> {
    let body = response.is_success().then(|| response.json().ok())??;
    body.get("access_token")?.as_str()
}

/// Returns the code of an OAuth error (RFC 6749 §5.2).
#[must_use]
pub fn error_code(response: &Response) -> Option<&str> {
    response.json().ok()?.get("error")?.as_str()
}

/// Returns the status of a refusal and, if there is one, the error code, for messages.
#[must_use]
pub fn refusal(response: &Response) -> String {
    match error_code(response) {
        Some(code) => format!("{} with the error {code:.60}", response.status),
        None => response.status.to_string(),
    }
}

/// Returns whether an exchange is a POST of a form to the token endpoint.
#[must_use]
pub fn asked_form(seen: &Seen<'_>) -> bool {
    let request = &seen.exchange.request;
    let is_form = |value: &str| {
        let essence = value.split(';').next().unwrap_or_default().trim();
        essence.eq_ignore_ascii_case("application/x-www-form-urlencoded")
    };
    request.host == Host::Token
        && request.method == "POST"
        && request.header("content-type").is_some_and(is_form)
        && request.path() == seen.session.token_path()
}

/// Returns whether the response has a token.
#[must_use]
pub fn issued(seen: &Seen<'_>) -> bool {
    asked_form(seen)
        && seen.response.is_success()
        && seen
            .response
            .json()
            .is_ok_and(|body| body.get("access_token").is_some())
}

/// Returns the first value of a field of a form.
#[must_use]
pub fn field(request: &Request, name: &str) -> Option<String> {
    let body = request.body.as_ref()?;
    let mut pairs = form_urlencoded::parse(body);
    pairs
        .find(|(own, _)| own == name)
        .map(|(_, value)| value.into_owned())
}

/// Returns whether `Cache-Control` has a directive, in any of its fields.
#[must_use]
pub fn has_directive(response: &Response, directive: &str) -> bool {
    let fields = response.headers.get_all("cache-control");
    let mut texts = fields.iter().filter_map(|value| value.to_str().ok());
    texts.any(|text| {
        let mut all = text.split(',');
        all.any(|one| one.trim().eq_ignore_ascii_case(directive))
    })
}
