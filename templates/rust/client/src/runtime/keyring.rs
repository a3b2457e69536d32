//! The configured credentials, and those that a request carries.

use std::sync::Arc;

use bytes::Bytes;
use reqwest::Request;
use reqwest::header::{AUTHORIZATION, COOKIE, HeaderName, HeaderValue};
use serde_json::Value;

use super::credentials::provided;
use super::server::Servers;
use super::token::TokenSource;
use super::{
    Api, BuildError, Client, Credentials, CredentialsError, SchemeKind, Secret, SecurityScheme,
    TokenProvider,
};
use crate::types::runtime::{Base64, Operation};

/// All configured credentials.
#[derive(Debug)]
pub(super) struct Keyring(Vec<(&'static SecurityScheme, Key)>);

#[derive(Debug)]
enum Key {
    Fixed(Secret),
    Source(Box<TokenSource>),
    Provider(Arc<dyn TokenProvider>),
}

impl Keyring {
    pub(super) fn new(
        api: &Api,
        given: Vec<(String, Credentials)>,
        servers: &Servers,
    ) -> Result<Self, BuildError> {
        let key = |(name, credentials): (String, Credentials)| {
            let scheme = api
                .scheme(&name)
                .ok_or_else(|| BuildError::UnknownScheme(name.clone()))?;
            let basic = matches!(credentials, Credentials::Basic { .. });
            if basic != (scheme.kind == SchemeKind::Basic) {
                return Err(BuildError::WrongCredentials(name));
            }
            Ok((scheme, Key::new(scheme, credentials, servers)?))
        };
        given
            .into_iter()
            .map(key)
            .collect::<Result<_, _>>()
            .map(Self)
    }

    /// Returns the credentials of the first alternative that is fully configured. A client without
    /// any credentials sends none, because a proxy in front of the service may add them.
    pub(super) fn choose(
        &self,
        operation: &Operation,
        servers: &Servers,
    ) -> Result<Vec<Grant<'_>>, CredentialsError> {
        if operation.security.is_empty() || self.0.is_empty() {
            return Ok(Vec::new());
        }
        let mut alternatives = operation.security.iter().filter(|all| !all.is_empty());
        let chosen = alternatives.find_map(|all| {
            all.iter()
                .map(|one| self.grant(one.scheme))
                .collect::<Option<_>>()
        });
        match chosen {
            Some(grants) if servers.trusts(operation.server) => Ok(grants),
            _ if operation.security.iter().any(|all| all.is_empty()) => Ok(Vec::new()),
            Some(_) => Err(CredentialsError::Elsewhere {
                operation: operation.id,
                server: operation.server,
            }),
            None => Err(CredentialsError::Missing {
                operation: operation.id,
            }),
        }
    }

    fn grant(&self, scheme: &str) -> Option<Grant<'_>> {
        let (scheme, key) = self.0.iter().rfind(|(known, _)| known.name == scheme)?;
        Some(Grant {
            scheme,
            key,
            sent: None,
            refused: None,
        })
    }
}

impl Key {
    fn new(
        scheme: &SecurityScheme,
        credentials: Credentials,
        servers: &Servers,
    ) -> Result<Self, BuildError> {
        Ok(match credentials {
            Credentials::Secret(secret) => Self::Fixed(secret),
            Credentials::Basic { username, password } => {
                let pair = format!("{username}:{}", password.expose());
                Self::Fixed(base64(pair).into())
            }
            Credentials::ClientCredentials(credentials) => {
                let source = TokenSource::new(&credentials, scheme.token_url, servers)?;
                Self::Source(Box::new(source))
            }
            Credentials::Provider(provider) => Self::Provider(provider),
        })
    }
}

fn base64(text: String) -> String {
    // The types crate encodes base64 as a JSON string, which saves a dependency here.
    let json = serde_json::to_value(Base64(Bytes::from(text)));
    json.ok()
        .and_then(|json| json.as_str().map(str::to_owned))
        .unwrap_or_default()
}

/// One credential of one request.
#[derive(Debug)]
pub(super) struct Grant<'k> {
    scheme: &'static SecurityScheme,
    key: &'k Key,
    sent: Option<Secret>,
    refused: Option<Secret>,
}

impl Grant<'_> {
    /// Adds the credential to the request.
    pub(super) async fn apply(
        &mut self,
        client: &Client,
        request: &mut Request,
    ) -> Result<(), CredentialsError> {
        let secret = match self.key {
            Key::Fixed(secret) => secret.clone(),
            Key::Source(source) => source.token(client, self.refused.as_ref()).await?,
            Key::Provider(provider) => provided(&**provider, self.refused.as_ref()).await?,
        };
        place(self.scheme.kind, secret.expose(), request)?;
        self.sent = Some(secret);
        Ok(())
    }

    /// Returns the credential in each form that would reveal it.
    pub(super) fn secrets(&self) -> impl Iterator<Item = Secret> {
        let sent = self.sent.clone();
        let basic = sent
            .clone()
            .filter(|_| self.scheme.kind == SchemeKind::Basic);
        let password = basic.and_then(|pair| {
            let pair = Value::from(pair.expose());
            let pair: Base64 = serde_json::from_value(pair).ok()?;
            let pair = String::from_utf8(pair.0.to_vec()).ok()?;
            Some(pair.split_once(':')?.1.to_owned().into())
        });
        sent.into_iter().chain(password)
    }

    /// Returns whether another credential is available after the service refused the one just sent.
    pub(super) fn refuse(&mut self) -> bool {
        if matches!(self.key, Key::Fixed(_)) || self.refused.is_some() {
            return false;
        }
        self.refused = self.sent.take();
        self.refused.is_some()
    }
}

fn place(kind: SchemeKind, secret: &str, request: &mut Request) -> Result<(), CredentialsError> {
    let (name, text) = match kind {
        SchemeKind::Bearer => (AUTHORIZATION, format!("Bearer {secret}")),
        SchemeKind::Basic => (AUTHORIZATION, format!("Basic {secret}")),
        SchemeKind::Header { name, prefix } => (header_name(name)?, format!("{prefix}{secret}")),
        SchemeKind::Cookie { name } => (COOKIE, cookies(request, name, secret)),
        SchemeKind::Query { name } => {
            request
                .url_mut()
                .query_pairs_mut()
                .append_pair(name, secret);
            return Ok(());
        }
    };
    let mut value = HeaderValue::try_from(text).map_err(|_| CredentialsError::Unwritable)?;
    value.set_sensitive(true);
    request.headers_mut().insert(name, value);
    Ok(())
}

fn header_name(name: &str) -> Result<HeaderName, CredentialsError> {
    HeaderName::try_from(name).map_err(|_| CredentialsError::Unwritable)
}

/// Returns the cookies of the request with one more added.
fn cookies(request: &Request, name: &str, secret: &str) -> String {
    let sent = request
        .headers()
        .get(COOKIE)
        .and_then(|cookies| cookies.to_str().ok());
    match sent {
        Some(sent) => format!("{sent}; {name}={secret}"),
        None => format!("{name}={secret}"),
    }
}
