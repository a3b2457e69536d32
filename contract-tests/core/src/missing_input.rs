//! Inputs (credentials, permissions, budget) whose absence caused an applicable check to be
//! skipped.
//!
//! They are kept apart from what does not apply, because only they prevent a certificate of
//! completeness.

use std::borrow::Cow;

use crate::service::Service;

/// An input that a run was not given.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum MissingInput {
    /// The permission to change anything.
    Writes,
    /// The permission to act on a collection, on the caller or on the server as a whole.
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
    /// The value of a path parameter that no operation reveals.
    Parameter(String),
    /// Any credential of the identity under test.
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
    /// A user who can sign in.
    User,
    /// The secret that the organization's webhooks are signed with.
    WebhookSecret,
    /// The secret of another organization's webhooks.
    OtherWebhookSecret,
}

impl MissingInput {
    /// Returns, in a few words, what was not tried or is missing.
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

    /// Returns what is missing and how to give it, in one line.
    #[must_use]
    pub fn sentence(&self, service: &Service) -> String {
        format!("{}; give {}", self.why(), self.remedy(service))
    }

    /// Returns the input for an identity's credentials.
    #[must_use]
    pub fn of_identity(name: &str) -> Self {
        match name {
            "other" => Self::OtherOrganization,
            "reader" => Self::Reader,
            "public" => Self::PublicClient,
            _ => Self::Client,
        }
    }

    /// Returns how to provide it: flags, environment variables, or keys of the credentials file.
    #[must_use]
    pub fn remedy(&self, service: &Service) -> String {
        let variable = |name: &str| service.variable(name);
        let client = |prefix: &str| {
            let id = variable(&format!("{prefix}CLIENT_ID"));
            format!("{id}, _CLIENT_SECRET and _ORG_ID")
        };
        let pair = || {
            format!(
                "{} and {}",
                variable("CLIENT_ID"),
                variable("CLIENT_SECRET")
            )
        };
        match self {
            Self::Writes => "--allow-writes, and no --read-only".to_owned(),
            Self::Actions => "--action ID, or --allow-actions for all".to_owned(),
            Self::Budget => "a greater --max-requests or --max-time".to_owned(),
            Self::Bursts => "--allow-bursts".to_owned(),
            Self::RawSockets => "--allow-raw-sockets".to_owned(),
            Self::Forgeries => "--allow-forgeries".to_owned(),
            Self::TokenHost => format!("--auth-url or {}", variable("AUTH_URL")),
            Self::ApiKey => format!("{}, or api_key of the first identity", variable("API_KEY")),
            Self::Parameter(_) => match &service.organization {
                Some(organization) => format!(
                    "--parameter NAME=VALUE; --org or {} for {organization}",
                    variable("ORG_ID")
                ),
                None => "--parameter NAME=VALUE".to_owned(),
            },
            Self::Credential => format!(
                "{}, {} or {}, or a first identity",
                pair(),
                variable("API_KEY"),
                variable("BEARER")
            ),
            Self::Client => {
                format!(
                    "{}, or client_id and client_secret of the first identity",
                    pair()
                )
            }
            Self::OtherOrganization => format!("{}, or a second identity", client("OTHER_")),
            Self::Reader => format!("{}, or [identities.reader]", client("READER_")),
            Self::PublicClient => format!(
                "{} and {}, or client_id and redirect_uri of [identities.public]",
                variable("PUBLIC_CLIENT_ID"),
                variable("PUBLIC_REDIRECT_URI")
            ),
            Self::RedirectUri => format!(
                "{}, or redirect_uri of the first identity",
                variable("REDIRECT_URI")
            ),
            Self::User => format!(
                "{} and {}, and {} and _PASSWORD for the public client, or user and password of \
                 the identity",
                variable("USER"),
                variable("PASSWORD"),
                variable("PUBLIC_USER")
            ),
            Self::WebhookSecret => format!(
                "{}, or webhook_secret of the first identity",
                variable("WEBHOOK_SECRET")
            ),
            Self::OtherWebhookSecret => format!(
                "{}, or webhook_secret of the second identity",
                variable("OTHER_WEBHOOK_SECRET")
            ),
        }
    }
}
