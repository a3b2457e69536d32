//! The authorization code flow (RFC 6749 §4.1), from a user's point of view.

use ring::digest::{SHA256, digest};
use url::{Url, form_urlencoded};

use super::browser::{Arrived, Browser};
use super::html::{Field, Form};
use crate::published::{AUTHORIZATION_SERVER, document, local_target, text};
use conformance_core::exchange::Host;
use conformance_core::jose::encode;
use conformance_core::missing_input::MissingInput;
use conformance_engine::credentials::{Identity, Secret};
use conformance_engine::session::{Answer, RequestBuilder, Session, Stop};

/// The maximum number of pages of the flow.
const PAGES: usize = 5;

/// A client with a registered redirect URI, and a user who can sign in.
#[derive(Debug, Clone, Copy)]
pub struct Client<'s> {
    session: &'s Session,
    /// The id of the client.
    pub id: &'s str,
    /// Its secret; `None` for a public client.
    pub secret: Option<&'s Secret>,
    /// The redirect URI.
    pub redirect_uri: &'s str,
    person: Option<(&'s str, &'s Secret)>,
}

/// An authorization request.
#[derive(Debug, Clone)]
pub struct Request {
    /// The fields of its query, in their order.
    pub fields: Vec<(String, String)>,
    /// The verifier of the challenge (RFC 7636 §4.1).
    pub verifier: String,
    /// The state that the response must return.
    pub state: String,
}

/// The result of an authorization request.
#[derive(Debug)]
pub struct Outcome {
    /// Where the redirects ended.
    pub arrived: Arrived,
    /// The exchanges of the request.
    pub exchanges: Vec<std::sync::Arc<conformance_core::exchange::Exchange>>,
}

impl Request {
    /// Sets another value for a field.
    #[must_use]
    pub fn with(mut self, name: &str, value: &str) -> Self {
        self = self.without(name);
        self.fields.push((name.to_owned(), value.to_owned()));
        self
    }

    /// Removes a field.
    #[must_use]
    pub fn without(mut self, name: &str) -> Self {
        self.fields.retain(|(own, _)| own != name);
        self
    }
}

impl Outcome {
    /// Returns a parameter of the address that the client was redirected to, in its query or
    /// fragment.
    #[must_use]
    pub fn parameter(&self, name: &str) -> Option<String> {
        let Arrived::Client(address) = &self.arrived else {
            return None;
        };
        let url = Url::parse(address).ok()?;
        let parts = [url.query(), url.fragment()].into_iter().flatten();
        let mut pairs = parts.flat_map(|part| form_urlencoded::parse(part.as_bytes()));
        let found = pairs.find(|(own, _)| own == name);
        found.map(|(_, value)| value.into_owned())
    }

    /// Returns the exchanges, as evidence.
    #[must_use]
    pub fn evidence(&self) -> Vec<&std::sync::Arc<conformance_core::exchange::Exchange>> {
        self.exchanges.iter().collect()
    }

    /// Describes the result for people.
    #[must_use]
    pub fn describe(&self) -> String {
        match (&self.arrived, self.parameter("error")) {
            (Arrived::Client(_), Some(error)) => format!("the error {error:.60}"),
            (Arrived::Client(_), None) => match self.parameter("code") {
                Some(_) => "a code".to_owned(),
                None => "a redirect without a code".to_owned(),
            },
            (Arrived::Page(answer), _) => format!("a page with the status {}", answer.status),
        }
    }

    /// Returns whether the request was refused: by an error to the client, or by a page that says
    /// so.
    #[must_use]
    pub fn is_refused(&self) -> bool {
        match &self.arrived {
            Arrived::Client(_) => self.parameter("error").is_some(),
            Arrived::Page(answer) => answer.status / 100 == 4,
        }
    }
}

impl<'s> Client<'s> {
    /// Returns the client of the identity `public`, otherwise that of the identity under test.
    ///
    /// # Errors
    /// Returns an error if neither has a redirect URI, or there is no token host.
    pub fn of(session: &'s Session) -> Result<Self, Stop> {
        session.token_request()?;
        let public = session.credentials.named("public");
        let known = public.into_iter().chain([session.primary()]);
        let mut clients = known.filter_map(|identity| Self::from(session, identity));
        clients
            .next()
            .ok_or_else(|| session.missing(MissingInput::PublicClient))
    }

    /// Returns the confidential client of the run.
    ///
    /// # Errors
    /// Returns an error if it has no redirect URI.
    pub fn confidential(session: &'s Session) -> Result<Self, Stop> {
        session.token_request()?;
        let identities = session.credentials.identities.iter();
        let mut clients = identities.filter_map(|identity| Self::from(session, identity));
        clients
            .find(|client| client.secret.is_some())
            .ok_or_else(|| session.missing(MissingInput::RedirectUri))
    }

    fn from(session: &'s Session, identity: &'s Identity) -> Option<Self> {
        Some(Self {
            session,
            id: identity.client_id.as_deref()?,
            secret: identity.client_secret.as_ref(),
            redirect_uri: identity.redirect_uri.as_deref()?,
            person: identity.user.as_deref().zip(identity.password.as_ref()),
        })
    }

    /// Returns an ordinary authorization request.
    #[must_use]
    pub fn request(&self) -> Request {
        let random = || encode(uuid::Uuid::new_v4().as_bytes());
        let verifier = format!("{}{}", random(), random());
        let challenge = encode(digest(&SHA256, verifier.as_bytes()));
        // Characters that a careless server might change (RFC 6749 §A.5 permits them).
        let state = format!("{} +%26&=/", random());
        self.session.redactor.learn(&verifier);
        let base = self.session.address(Host::Resource).unwrap_or_default();
        let fields = [
            ("response_type", "code"),
            ("client_id", self.id),
            ("redirect_uri", self.redirect_uri),
            ("state", &state),
            ("code_challenge", &challenge),
            ("code_challenge_method", "S256"),
            ("resource", base),
        ];
        let fields = fields.map(|(name, value)| (name.to_owned(), value.to_owned()));
        Request {
            fields: fields.to_vec(),
            verifier,
            state,
        }
    }

    /// Returns the address of an authorization request.
    ///
    /// # Errors
    /// Returns an error if the metadata does not name the authorization endpoint.
    pub async fn address(&self, request: &Request) -> Result<String, Stop> {
        let metadata = document(self.session, AUTHORIZATION_SERVER).await?;
        let endpoint = text(metadata.body()?, "authorization_endpoint").ok_or_else(|| {
            Stop::Undecided("the metadata names no authorization endpoint".to_owned())
        })?;
        let query = form_urlencoded::Serializer::new(String::new())
            .extend_pairs(&request.fields)
            .finish();
        let separator = if endpoint.contains('?') { '&' } else { '?' };
        Ok(format!("{endpoint}{separator}{query}"))
    }

    /// Opens an authorization request, and signs in and consents where a page asks for it.
    ///
    /// # Errors
    /// Returns an error if a page has no suitable form.
    pub async fn authorize(&self, request: &Request) -> Result<Outcome, Stop> {
        let address = self.address(request).await?;
        let mut browser = Browser::new(self.session, self.redirect_uri)?;
        let mut arrived = browser.open(&address).await?;
        for _ in 0..PAGES {
            let Arrived::Page(page) = &arrived else { break };
            if !page.is_success() {
                break;
            }
            let (form, fields) = self.filled(page)?;
            arrived = browser.submit(&form, &fields).await?;
        }
        let outcome = Outcome {
            arrived,
            exchanges: browser.exchanges,
        };
        for name in ["code", "access_token"] {
            if let Some(secret) = outcome.parameter(name) {
                self.session.redactor.learn(&secret);
            }
        }
        Ok(outcome)
    }

    /// Obtains a code in the ordinary way.
    ///
    /// # Errors
    /// Returns an error if the client gets no code, so that nothing can be checked.
    pub async fn code(&self, request: &Request) -> Result<(String, Outcome), Stop> {
        let outcome = self.authorize(request).await?;
        match outcome.parameter("code") {
            Some(code) => Ok((code, outcome)),
            None => Err(Stop::Undecided(format!(
                "an ordinary authorization request ends with {}",
                outcome.describe()
            ))),
        }
    }

    /// Obtains tokens in the ordinary way.
    ///
    /// # Errors
    /// Returns an error if the client gets no tokens, so that nothing can be checked.
    pub async fn tokens(&self, request: &Request) -> Result<Answer, Stop> {
        let (code, _) = self.code(request).await?;
        let answer = self.exchange(&code, Some(&request.verifier)).await?;
        answer.success()
    }

    /// Opens an address of the token host without following redirects.
    ///
    /// # Errors
    /// Returns an error if it is on another host, or there is no response.
    pub async fn open(&self, address: &str) -> Result<Answer, Stop> {
        self.opening(address)?.send().await
    }

    /// Opens a page in the way a script of another site would.
    ///
    /// # Errors
    /// The same as for [`Self::open`].
    pub async fn open_from(&self, address: &str, origin: &str) -> Result<Answer, Stop> {
        let builder = self.opening(address)?;
        builder.header("origin", origin).send().await
    }

    fn opening(&self, address: &str) -> Result<RequestBuilder<'s>, Stop> {
        let Some((host, target)) = local_target(self.session, address) else {
            return Err(Stop::Skip(
                "the authorization endpoint is on another host".to_owned(),
            ));
        };
        Ok(self.session.raw(host, "GET", &target))
    }

    /// Sends a token request of a grant.
    ///
    /// # Errors
    /// Returns an error if there is no response.
    pub async fn redeem(&self, fields: &[(&str, &str)]) -> Result<Answer, Stop> {
        let mut form = vec![("client_id", self.id)];
        if let Some(secret) = self.secret {
            form.push(("client_secret", secret.reveal()));
        }
        form.extend(fields);
        let answer = self.session.token_request()?.form(&form).send().await?;
        for name in ["access_token", "refresh_token"] {
            if let Some(secret) = member(&answer, name) {
                self.session.redactor.learn(&secret);
            }
        }
        Ok(answer)
    }

    /// Exchanges a code for tokens.
    ///
    /// # Errors
    /// Returns an error if there is no response.
    pub async fn exchange(&self, code: &str, verifier: Option<&str>) -> Result<Answer, Stop> {
        let mut fields = vec![
            ("grant_type", "authorization_code"),
            ("code", code),
            ("redirect_uri", self.redirect_uri),
        ];
        fields.extend(verifier.map(|verifier| ("code_verifier", verifier)));
        self.redeem(&fields).await
    }

    /// Exchanges a refresh token for tokens.
    ///
    /// # Errors
    /// Returns an error if there is no response.
    pub async fn refresh(&self, token: &str, more: &[(&str, &str)]) -> Result<Answer, Stop> {
        let mut fields = vec![("grant_type", "refresh_token"), ("refresh_token", token)];
        fields.extend(more);
        self.redeem(&fields).await
    }

    /// Fills in the form that continues: the one with a password, otherwise the one that consents.
    fn filled(&self, page: &Answer) -> Result<(Form, Vec<(String, String)>), Stop> {
        let forms = Browser::forms(page);
        let is_sign_in = |form: &&Form| form.fields.iter().any(|one| one.kind == "password");
        let form = forms.iter().find(is_sign_in).or(forms.first());
        let Some(form) = form else {
            return Err(Stop::Undecided(
                "a page of the sign-in has no form".to_owned(),
            ));
        };
        let Some((user, password)) = self.person else {
            return Err(MissingInput::User.into());
        };
        let mut fields = Vec::new();
        let mut named = false;
        for field in &form.fields {
            let value = match field.kind.as_str() {
                "hidden" => &field.value,
                "password" => password.reveal(),
                "text" | "email" if !named => {
                    named = true;
                    user
                }
                "checkbox" if field.checked => "on",
                _ => continue,
            };
            fields.push((field.name.clone(), value.to_owned()));
        }
        if let Some(button) = button(form) {
            fields.push((button.name.clone(), button.value.clone()));
        }
        fields.retain(|(name, _)| !name.is_empty());
        Ok((form.clone(), fields))
    }
}

/// Returns the button that continues: one with a suitable label, otherwise the first that does not
/// cancel.
fn button(form: &Form) -> Option<&Field> {
    let says = |field: &&Field, words: &[&str]| {
        let text = format!("{} {}", field.value, field.label).to_lowercase();
        words.iter().any(|word| text.contains(word))
    };
    let buttons = || form.fields.iter().filter(|one| one.kind == "submit");
    let mut on = buttons();
    on.find(|one| {
        let on = [
            "allow", "accept", "approve", "authori", "consent", "grant", "agree", "yes",
        ];
        let off = ["deny", "disallow", "decline", "disagree", "not "];
        says(one, &on) && !says(one, &off)
    })
    .or_else(|| {
        let back = [
            "deny", "cancel", "reject", "decline", "sign-out", "sign out", "log out", "forgot",
        ];
        buttons().find(|one| !says(one, &back))
    })
}

/// Returns a property of a response that is a string.
#[must_use]
pub fn member(answer: &Answer, name: &str) -> Option<String> {
    let text = answer.json().ok()?.get(name)?.as_str()?;
    Some(text.to_owned())
}
