//! What a run was not given, so that something that applies was not tried.
//!
//! It is kept apart from what does not apply: only the first stands against a certificate
//! of completeness.

use std::borrow::Cow;
use std::fmt;

/// What a run was not given.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Lack {
    /// The permission to change anything.
    Writes,
    /// The permission to act on a collection, on the caller or on the whole server.
    Actions,
    /// More requests or more time.
    Budget,
    /// The permission to send bursts.
    Bursts,
    /// The permission to send malformed HTTP.
    RawSockets,
    /// The permission to send forged tokens.
    Forgeries,
    /// The address of the token host.
    TokenHost,
    /// The older kind of credential.
    ApiKey,
    /// The value of a path parameter that nothing in the API tells.
    Parameter(String),
    /// Any credential of who is judged.
    Credential,
    /// The id and the secret of an OAuth client.
    Client,
    /// Credentials of another organization.
    OtherOrganization,
    /// The client with few scopes.
    Reader,
    /// A public OAuth client.
    PublicClient,
    /// A redirect URI that is registered for a client with a secret.
    RedirectUri,
    /// Someone who can sign in.
    User,
    /// The secret that the organization's webhooks are signed with.
    WebhookSecret,
    /// The secret of another organization's webhooks.
    OtherWebhookSecret,
}

impl Lack {
    /// What was not tried for it, or is missing, in a few words.
    #[must_use]
    pub fn why(&self) -> Cow<'static, str> {
        Cow::Borrowed(match self {
            Self::Parameter(name) => {
                return format!("the value of the path parameter {name} is not known").into();
            }
            Self::Credential => "the run has no credential that the operations take",
            Self::Writes => "the run may not write",
            Self::Actions => "it acts on more than items that the run has created",
            Self::Budget => "the run has used up its requests or its time",
            Self::Bursts => "the run may not send bursts",
            Self::RawSockets => "the run may not send malformed HTTP",
            Self::Forgeries => "the run may not send forged tokens",
            Self::TokenHost => "the address of the token host is not known",
            Self::ApiKey => "the run has no API key",
            Self::Client => "the run has no client id and secret",
            Self::OtherOrganization => "the run has no credentials of another organization",
            Self::Reader => "the run has no client with few scopes",
            Self::PublicClient => "the run has no public client with a redirect URI",
            Self::RedirectUri => "the run has no confidential client with a redirect URI",
            Self::User => "the run has no user who can sign in",
            Self::WebhookSecret => "the run has no webhook secret of the organization",
            Self::OtherWebhookSecret => "the run has no webhook secret of another organization",
        })
    }

    /// The credentials of an identity.
    #[must_use]
    pub fn of_identity(name: &str) -> Self {
        match name {
            "other" => Self::OtherOrganization,
            "reader" => Self::Reader,
            "public" => Self::PublicClient,
            _ => Self::Client,
        }
    }

    /// How it is given: flags, variables of the environment, or keys of the credentials' file.
    #[must_use]
    pub const fn remedy(&self) -> &'static str {
        match self {
            Self::Writes => "--allow-writes, and no --read-only",
            Self::Actions => "--action ID, or --allow-actions for all",
            Self::Budget => "a greater --max-requests or --max-time",
            Self::Bursts => "--allow-bursts",
            Self::RawSockets => "--allow-raw-sockets",
            Self::Forgeries => "--allow-forgeries",
            Self::TokenHost => "--auth-url or MARKETPLACE_AUTH_URL",
            Self::ApiKey => "MARKETPLACE_API_KEY, or api_key of the first identity",
            Self::Parameter(_) => "--parameter NAME=VALUE; --org or MARKETPLACE_ORG_ID for orgId",
            Self::Credential => {
                "MARKETPLACE_CLIENT_ID and MARKETPLACE_CLIENT_SECRET, MARKETPLACE_API_KEY or \
                 MARKETPLACE_BEARER, or a first identity"
            }
            Self::Client => {
                "MARKETPLACE_CLIENT_ID and MARKETPLACE_CLIENT_SECRET, or client_id and \
                 client_secret of the first identity"
            }
            Self::OtherOrganization => {
                "MARKETPLACE_OTHER_CLIENT_ID, _CLIENT_SECRET and _ORG_ID, or a second identity"
            }
            Self::Reader => {
                "MARKETPLACE_READER_CLIENT_ID, _CLIENT_SECRET and _ORG_ID, or [identities.reader]"
            }
            Self::PublicClient => {
                "MARKETPLACE_PUBLIC_CLIENT_ID and MARKETPLACE_PUBLIC_REDIRECT_URI, or client_id \
                 and redirect_uri of [identities.public]"
            }
            Self::RedirectUri => "MARKETPLACE_REDIRECT_URI, or redirect_uri of the first identity",
            Self::User => {
                "MARKETPLACE_USER and MARKETPLACE_PASSWORD, and MARKETPLACE_PUBLIC_USER and \
                 _PASSWORD for the public client, or user and password of the identity"
            }
            Self::WebhookSecret => {
                "MARKETPLACE_WEBHOOK_SECRET, or webhook_secret of the first identity"
            }
            Self::OtherWebhookSecret => {
                "MARKETPLACE_OTHER_WEBHOOK_SECRET, or webhook_secret of the second identity"
            }
        }
    }
}

/// What is missing and how to give it, in one line.
impl fmt::Display for Lack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}; give {}", self.why(), self.remedy())
    }
}
