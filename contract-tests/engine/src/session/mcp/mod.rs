//! The MCP endpoint: which eras of the protocol it supports, and messages to it.

mod message;
mod reply;
mod tools;

use std::sync::Arc;

use serde_json::{Value, json};
use tokio::sync::OnceCell;

pub use self::message::{MODERN, Message, NEWEST_LEGACY, SESSION, VERSION};
pub use self::reply::{Reply, is_response, messages};
pub use self::tools::{Tool, tools_of};
use super::{Answer, RequestBuilder, Session, Stop};
use crate::credentials::Secret;
use conformance_core::exchange::Host;
use conformance_core::json::Json;
use conformance_core::missing_input::MissingInput;

/// The codes with which a server of the modern era refuses a request of that era.
const MODERN_CODES: std::ops::RangeInclusive<i64> = -32022..=-32020;

/// What is known of the MCP endpoint; requested once in a run.
#[derive(Debug, Default)]
pub struct Cache {
    connected: OnceCell<Result<Arc<Mcp>, Stop>>,
    path: std::sync::OnceLock<String>,
}

/// The MCP endpoint, and the eras that it supports.
#[derive(Debug)]
pub struct Mcp {
    /// The path on the token host.
    pub path: String,
    /// Its response to `server/discover`, if it supports the modern era.
    pub discovered: Option<Reply>,
    /// Its response to `initialize`, if it supports the legacy era.
    pub initialized: Option<Reply>,
    authorization: Secret,
    tools: OnceCell<Vec<Tool>>,
}

impl Session {
    /// Returns the path of the MCP endpoint on the token host, from the description.
    #[must_use]
    pub fn mcp_path(&self) -> &str {
        self.shared
            .mcp
            .path
            .get_or_init(|| self.description.mcp_path())
    }

    /// Checks that the description has an MCP endpoint: nothing is sent to an undeclared address.
    ///
    /// # Errors
    /// [`Stop::Skip`] if the description has no MCP endpoint.
    pub fn permit_mcp(&self) -> Result<(), Stop> {
        let described = self.description.mcp().map(|_| ());
        described.ok_or_else(|| Stop::Skip("the description has no MCP endpoint".to_owned()))
    }

    /// Returns the MCP endpoint. The first call finds out which eras it supports.
    ///
    /// # Errors
    /// Returns an error if there is no endpoint, or it supports neither era.
    pub async fn mcp(&self) -> Result<Arc<Mcp>, Stop> {
        let connected = self
            .shared
            .mcp
            .connected
            .get_or_init(|| self.connect_to_mcp());
        Box::pin(connected).await.clone()
    }

    async fn connect_to_mcp(&self) -> Result<Arc<Mcp>, Stop> {
        if self.address(Host::Token).is_none() {
            let why = "the address of the token host, which has the MCP endpoint, is not known";
            return Err(Stop::Skip(why.to_owned()));
        }
        self.permit_mcp()?;
        let own = self.bearer(&self.primary().name).await?;
        let mut mcp = Mcp {
            path: self.mcp_path().to_owned(),
            discovered: None,
            initialized: None,
            authorization: Secret::new(own),
            tools: OnceCell::new(),
        };
        let discover = || Message::modern(self.mcp_id(), "server/discover", json!({}));
        let mut discovered = mcp.send(self, discover()).await?;
        if discovered.answer.status == 401 {
            // The interface limits tokens to the resource host; the protocol, to the endpoint.
            mcp.authorization = self.token_for_mcp().await?;
            discovered = mcp.send(self, discover()).await?;
        }
        let status = discovered.answer.status;
        if matches!(status, 401 | 403) {
            let why = format!("the MCP endpoint answers {status} to the tokens of this run");
            return Err(Stop::Undecided(why));
        }
        let initialized = mcp.send(self, Message::initialize(self.mcp_id())).await?;
        mcp.discovered = is_modern(&discovered).then_some(discovered);
        mcp.initialized = is_legacy(&initialized).then_some(initialized);
        if mcp.discovered.is_none() && mcp.initialized.is_none() {
            let why = format!(
                "{} answers neither server/discover nor initialize",
                mcp.path
            );
            return Err(Stop::Undecided(why));
        }
        Ok(Arc::new(mcp))
    }

    /// Returns a token for the resource that the endpoint's metadata names (RFC 9728 §3).
    async fn token_for_mcp(&self) -> Result<Secret, Stop> {
        let path = format!("/.well-known/oauth-protected-resource{}", self.mcp_path());
        let metadata = self.raw(Host::Token, "GET", &path).send().await?;
        let resource = metadata.success()?;
        let resource = resource.body()?.get("resource").and_then(Json::as_str);
        let resource = resource.ok_or_else(|| {
            Stop::Undecided("the metadata of the MCP endpoint names no resource".to_owned())
        })?;
        let token = self.token_with_resource(resource).await?.success()?;
        let token = token.body()?.get("access_token").and_then(Json::as_str);
        let token = token.ok_or_else(|| {
            Stop::Undecided("the token host's answer has no access_token".to_owned())
        })?;
        self.redactor.learn(token);
        Ok(Secret::new(format!("Bearer {token}")))
    }

    /// Requests a token for a resource, and returns any response.
    ///
    /// # Errors
    /// Returns an error if the identity under test has no client secret, or there is no token host.
    pub async fn token_with_resource(&self, resource: &str) -> Result<Answer, Stop> {
        let identity = self.primary();
        let (Some(id), Some(secret)) = (&identity.client_id, &identity.client_secret) else {
            return Err(self.missing(MissingInput::Client));
        };
        let form = [
            ("grant_type", "client_credentials"),
            ("client_id", id.as_str()),
            ("client_secret", secret.reveal()),
            ("resource", resource),
        ];
        self.token_request()?.form(&form).send().await
    }

    /// Returns a message id that is unique in this run.
    #[must_use]
    pub fn mcp_id(&self) -> u64 {
        self.next_number() + 1
    }

    /// Builds a POST of a message to the MCP endpoint, without a credential.
    #[must_use]
    pub fn mcp_post(&self, message: &Message) -> RequestBuilder<'_> {
        let body = message.body.to_string();
        let builder = self
            .raw(Host::Token, "POST", self.mcp_path())
            .header("accept", "application/json, text/event-stream")
            .bytes(Some("application/json"), body);
        let headers = message.headers.iter();
        headers.fold(builder, |builder, (name, value)| {
            builder.header(name, value)
        })
    }
}

impl Mcp {
    /// Builds a POST of a message, with the token of the run.
    #[must_use]
    pub fn post<'s>(&self, session: &'s Session, message: &Message) -> RequestBuilder<'s> {
        let builder = session.mcp_post(message);
        builder.authorization(self.authorization.reveal())
    }

    /// Sends a message.
    ///
    /// # Errors
    /// Returns an error if there is no response.
    pub async fn send(&self, session: &Session, message: Message) -> Result<Reply, Stop> {
        let answer = self.post(session, &message).send().await?;
        Ok(Reply::of(answer))
    }

    /// Builds a request without a body, with the token of the run.
    #[must_use]
    pub fn plain<'s>(&self, session: &'s Session, method: &str) -> RequestBuilder<'s> {
        let builder = session.raw(Host::Token, method, &self.path);
        let builder = builder.authorization(self.authorization.reveal());
        match self.session_id() {
            Some(id) => builder.header(SESSION, id),
            None => builder,
        }
    }

    /// Builds a request in an era that the endpoint supports, preferring the modern one.
    #[must_use]
    pub fn request(&self, session: &Session, method: &str, params: Value) -> Message {
        if self.discovered.is_some() {
            Message::modern(session.mcp_id(), method, params)
        } else {
            self.legacy_request(session, method, params)
        }
    }

    /// Builds a request of the legacy era, in the negotiated revision and session.
    #[must_use]
    pub fn legacy_request(&self, session: &Session, method: &str, params: Value) -> Message {
        let message = Message::legacy(session.mcp_id(), method, params, self.revision());
        match self.session_id() {
            Some(id) => message.with(SESSION, id),
            None => message,
        }
    }

    /// Returns the response to `server/discover`.
    ///
    /// # Errors
    /// Returns an error if the endpoint does not support the modern era.
    pub fn modern(&self) -> Result<&Reply, Stop> {
        let why = || Stop::Skip(format!("the endpoint does not speak revision {MODERN}"));
        self.discovered.as_ref().ok_or_else(why)
    }

    /// Returns the response to `initialize`.
    ///
    /// # Errors
    /// Returns an error if the endpoint does not support the legacy era.
    pub fn legacy(&self) -> Result<&Reply, Stop> {
        let why = || Stop::Skip("the endpoint does not speak the legacy era".to_owned());
        self.initialized.as_ref().ok_or_else(why)
    }

    /// Returns the revision that `initialize` negotiated.
    #[must_use]
    pub fn revision(&self) -> &str {
        let result = self.initialized.as_ref().and_then(Reply::result);
        let version = result.and_then(|result| result.get("protocolVersion")?.as_str());
        version.unwrap_or(NEWEST_LEGACY)
    }

    /// Returns the id of the session that `initialize` began, if it began one.
    #[must_use]
    pub fn session_id(&self) -> Option<&str> {
        self.initialized.as_ref()?.answer.header(SESSION)
    }

    /// Returns whether the endpoint supports a revision before 2025-06-18, or does not say which
    /// revisions of the legacy era it supports.
    #[must_use]
    pub fn may_speak_oldest(&self) -> bool {
        let result = self.discovered.as_ref().and_then(Reply::result);
        let versions = result.and_then(|result| result.get("supportedVersions")?.as_array());
        match versions {
            // Revisions are dates, so they compare as text.
            Some(all) => all
                .iter()
                .filter_map(Json::as_str)
                .any(|one| one < "2025-06-18"),
            None => self.initialized.is_some(),
        }
    }
}

fn is_modern(reply: &Reply) -> bool {
    reply
        .code()
        .is_some_and(|code| MODERN_CODES.contains(&code))
        || reply.result().is_some()
}

fn is_legacy(reply: &Reply) -> bool {
    reply.result().is_some()
}
