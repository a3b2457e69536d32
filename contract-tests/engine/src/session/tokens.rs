//! Access tokens of identities: fetched once, renewed before they expire.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::Mutex;

use super::{Answer, Session, Stop};
use crate::credentials::{Identity, Secret};
use conformance_core::exchange::Host;
use conformance_core::intent::Intent;
use conformance_core::missing_input::MissingInput;

/// How long before its expiry a token is renewed.
const MARGIN: Duration = Duration::from_secs(30);

/// The assumed lifetime of a token that does not declare one.
const USUAL_LIFE: Duration = Duration::from_mins(5);

/// The longest that a token is kept, whatever lifetime it declares.
const LONGEST_LIFE: Duration = Duration::from_hours(24);

/// An access token.
#[derive(Debug, Clone)]
pub struct Token {
    /// The token.
    pub secret: Secret,
    /// When it is renewed.
    pub until: Instant,
}

impl Token {
    /// Returns a token with a lifetime, if that is known; it is renewed before it expires.
    fn living(secret: Secret, life: Option<Duration>) -> Self {
        let life = life.unwrap_or(USUAL_LIFE).min(LONGEST_LIFE);
        let early = life.saturating_sub(MARGIN).max(Duration::from_secs(1));
        let until = Instant::now() + early;
        Self { secret, until }
    }
}

/// The tokens of a run.
#[derive(Debug, Default)]
pub(super) struct Tokens {
    by_identity: Mutex<HashMap<String, Arc<Mutex<Option<Token>>>>>,
}

impl Session {
    /// Returns the access token of an identity, and fetches it if necessary.
    ///
    /// # Errors
    /// Returns an error if the identity has none and cannot obtain one.
    pub async fn token_of(&self, identity: &Identity) -> Result<String, Stop> {
        if let Some(bearer) = &identity.bearer {
            return Ok(bearer.reveal().to_owned());
        }
        let slot = {
            let mut all = self.shared.tokens.by_identity.lock().await;
            Arc::clone(all.entry(identity.name.clone()).or_default())
        };
        let mut slot = slot.lock().await;
        if let Some(token) = slot.as_ref().filter(|token| token.until > Instant::now()) {
            return Ok(token.secret.reveal().to_owned());
        }
        let token = match &identity.token_command {
            Some(command) => {
                let (secret, life) = self.printed_token(command).await?;
                Token::living(secret, life)
            }
            None => self.fetch_token(identity).await?,
        };
        let text = token.secret.reveal().to_owned();
        *slot = Some(token);
        Ok(text)
    }

    /// Fetches a token that no other request uses.
    ///
    /// # Errors
    /// Returns an error if the token host does not issue one.
    pub async fn fetch_token(&self, identity: &Identity) -> Result<Token, Stop> {
        let (secret, life) = self.fetch_token_with_life(identity).await?;
        Ok(Token::living(secret, life))
    }

    /// Fetches a token that no other request uses, with its lifetime if the response has one.
    pub(super) async fn fetch_token_with_life(
        &self,
        identity: &Identity,
    ) -> Result<(Secret, Option<Duration>), Stop> {
        let answer = self.ask_for_token(identity).await?.success()?;
        let body = answer.body()?;
        let Some(text) = body.get("access_token").and_then(|value| value.as_str()) else {
            return Err(Stop::Undecided(
                "the token host's answer has no access_token".to_owned(),
            ));
        };
        self.redactor.learn(text);
        let life = body
            .get("expires_in")
            .and_then(conformance_core::json::Json::as_u64);
        Ok((Secret::new(text), life.map(Duration::from_secs)))
    }

    /// Requests a token with `client_credentials`, and returns any response.
    ///
    /// # Errors
    /// Returns an error if the identity has no client secret, or there is no token host.
    pub async fn ask_for_token(&self, identity: &Identity) -> Result<Answer, Stop> {
        let (Some(id), Some(secret)) = (&identity.client_id, &identity.client_secret) else {
            return Err(self.missing_credential(&identity.name));
        };
        let base = self.address(Host::Resource).unwrap_or_default().to_owned();
        self.token_request()?
            .form(&[
                ("grant_type", "client_credentials"),
                ("client_id", id),
                ("client_secret", secret.reveal()),
                ("resource", &base),
            ])
            .intent(Intent::Valid)
            .send()
            .await
    }

    /// Builds a POST to the token endpoint, without a body yet.
    ///
    /// # Errors
    /// Returns an error if the address of the token host is not known.
    pub fn token_request(&self) -> Result<super::RequestBuilder<'_>, Stop> {
        if self.address(Host::Token).is_none() {
            return Err(self.missing(MissingInput::TokenHost));
        }
        Ok(self.raw(Host::Token, "POST", &self.token_path()))
    }

    /// Returns the path of the token endpoint on the token host, from the description.
    #[must_use]
    pub fn token_path(&self) -> String {
        self.description.token_path()
    }
}
