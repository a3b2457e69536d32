//! The identities of a run, and their credentials.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use conformance_core::service::Service;
use serde::Deserialize;

/// Text that is never printed: its `Debug` output is dots.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// Wraps a text as a secret.
    #[must_use]
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// Returns the text, for the place where it is sent.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("•••")
    }
}

/// An identity that requests are sent as.
#[derive(Debug, Clone, Default)]
pub struct Identity {
    /// The name in reports.
    pub name: String,
    /// An access token that the run was given.
    pub bearer: Option<Secret>,
    /// A shell command that prints an access token; it runs again when the token expires.
    pub token_command: Option<String>,
    /// An access token of this identity that has expired, to check that it is refused.
    pub expired: Option<Secret>,
    /// An API key: the older kind of credential, or the only one of an API without a token host.
    pub api_key: Option<Secret>,
    /// API keys by the name of their security scheme, for descriptions with several.
    pub keys: BTreeMap<String, Secret>,
    /// The id of an OAuth client.
    pub client_id: Option<String>,
    /// The secret of the OAuth client; `None` for a public client.
    pub client_secret: Option<Secret>,
    /// A redirect URI that is registered for the client.
    pub redirect_uri: Option<String>,
    /// The name of a user who signs in on the authorization endpoint.
    pub user: Option<String>,
    /// The user's password.
    pub password: Option<Secret>,
    /// The secret that the organization's webhooks are signed with.
    pub webhook_secret: Option<Secret>,
    /// Values of parameters by name: path parameters, and others that operations declare.
    pub parameters: BTreeMap<String, String>,
}

impl Identity {
    /// Returns whether the identity has any credential.
    #[must_use]
    pub fn has_credential(&self) -> bool {
        self.has_token()
            || self.api_key.is_some()
            || !self.keys.is_empty()
            || (self.user.is_some() && self.password.is_some())
    }

    /// Returns whether there is an access token or a way to obtain one.
    #[must_use]
    pub const fn has_token(&self) -> bool {
        self.bearer.is_some() || self.token_command.is_some() || self.client_secret.is_some()
    }

    /// Returns the API key of a security scheme.
    #[must_use]
    pub fn key(&self, scheme: &str) -> Option<&Secret> {
        self.keys.get(scheme).or(self.api_key.as_ref())
    }

    /// Returns the pairs of name and secret that HTTP Basic sends as one text (RFC 7617).
    pub fn pairs(&self) -> impl Iterator<Item = (&str, &Secret)> {
        let all = [
            (&self.client_id, &self.client_secret),
            (&self.user, &self.password),
        ];
        let all = all.into_iter();
        all.filter_map(|(name, secret)| Some((name.as_deref()?, secret.as_ref()?)))
    }

    /// Returns every secret of the identity.
    pub fn secrets(&self) -> impl Iterator<Item = &Secret> {
        let all = [
            &self.bearer,
            &self.expired,
            &self.api_key,
            &self.client_secret,
            &self.password,
            &self.webhook_secret,
        ];
        all.into_iter().flatten().chain(self.keys.values())
    }
}

/// All identities of a run.
#[derive(Debug, Clone, Default)]
pub struct Credentials {
    /// The identity under test, then the one of another tenant, then any others by name.
    pub identities: Vec<Identity>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    identities: toml::Table,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    bearer: Option<String>,
    /// A shell command that prints an access token, or JSON with `access_token` and `expires_in`.
    /// It runs again when the token expires.
    token_command: Option<String>,
    expired: Option<String>,
    /// The key of every security scheme that `keys` does not name.
    api_key: Option<String>,
    /// Keys by the name of their security scheme.
    #[serde(default)]
    keys: BTreeMap<String, String>,
    client_id: Option<String>,
    client_secret: Option<String>,
    redirect_uri: Option<String>,
    user: Option<String>,
    password: Option<String>,
    webhook_secret: Option<String>,
    #[serde(default)]
    parameters: BTreeMap<String, String>,
}

impl Credentials {
    /// Returns the identity under test.
    #[must_use]
    pub fn primary(&self) -> Option<&Identity> {
        self.identities.first()
    }

    /// Returns the identity of another tenant.
    #[must_use]
    pub fn other(&self) -> Option<&Identity> {
        self.identities.get(1)
    }

    /// Returns an identity by name.
    #[must_use]
    pub fn named(&self, name: &str) -> Option<&Identity> {
        self.identities.iter().find(|one| one.name == name)
    }

    /// Reads the identities from environment variables. After the prefix [`Service::environment`],
    /// `CLIENT_ID` and the like belong to the identity under test, `OTHER_…` to the other tenant,
    /// `READER_…` to an identity with few scopes, and `PUBLIC_…` to a public OAuth client.
    #[must_use]
    pub fn from_environment(service: &Service, read: &dyn Fn(&str) -> Option<String>) -> Self {
        let names = [
            ("primary", ""),
            ("other", "OTHER_"),
            ("reader", "READER_"),
            ("public", "PUBLIC_"),
        ];
        let all =
            names.map(|(name, prefix)| identity(service, name, &service.variable(prefix), read));
        let [primary, other, reader, public] = all;
        let kept = |one: &Identity| one.has_credential() || one.client_id.is_some();
        // Positions have a meaning: the first two identities are kept even if they are empty.
        let mut identities = vec![primary, other];
        identities.extend([reader, public].into_iter().filter(kept));
        while identities.last().is_some_and(|one| !kept(one)) {
            identities.pop();
        }
        Self { identities }
    }

    /// Returns the prefix of the environment variables from which generated tests read the
    /// credentials of an identity. It is the prefix that [`Self::from_environment`] reads, wherever
    /// this run read its credentials from.
    #[must_use]
    pub fn prefix(service: &Service, index: usize, name: &str) -> String {
        match index {
            0 => service.environment.clone(),
            1 => service.variable("OTHER_"),
            _ => {
                let upper = name.chars().map(|c| match c {
                    c if c.is_ascii_alphanumeric() => c.to_ascii_uppercase(),
                    _ => '_',
                });
                service.variable(&format!("{}_", upper.collect::<String>()))
            }
        }
    }

    /// Reads the identities from a TOML file with a table `[identities.NAME]` for each. The value
    /// `env:NAME` is replaced by that environment variable.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, has an unknown field, or names a variable that
    /// is not set.
    pub fn from_file(path: &Path, read: &dyn Fn(&str) -> Option<String>) -> Result<Self> {
        let shown = path.display();
        let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {shown}"))?;
        Self::from_toml(&text, read).with_context(|| format!("in {shown}"))
    }

    /// Reads the identities from TOML text, as [`Self::from_file`] does.
    ///
    /// # Errors
    /// Returns an error if the text is not valid, or names a variable that is not set.
    pub fn from_toml(text: &str, read: &dyn Fn(&str) -> Option<String>) -> Result<Self> {
        // The parser's message quotes the line, which may contain a secret.
        let file: File = toml::from_str(text).map_err(|error| {
            let at = error.span().map_or(0, |span| span.start);
            let line = text.get(..at).unwrap_or_default().matches('\n').count() + 1;
            anyhow::anyhow!("line {line}: {}", error.message())
        })?;
        let mut identities = Vec::new();
        for (name, table) in file.identities {
            let entry: Entry = table
                .try_into()
                .map_err(|error: toml::de::Error| anyhow::anyhow!("{}", error.message()))
                .with_context(|| format!("[identities.{name}]"))?;
            identities.push(entry.resolve(&name, read)?);
        }
        if identities.is_empty() {
            bail!("there is no [identities.NAME] in it");
        }
        Ok(Self { identities })
    }
}

impl Entry {
    fn resolve(self, name: &str, read: &dyn Fn(&str) -> Option<String>) -> Result<Identity> {
        let value = |value: Option<String>| match value {
            Some(text) => match text.strip_prefix("env:") {
                None => Ok(Some(text)),
                Some(variable) => match read(variable) {
                    Some(text) => Ok(Some(text)),
                    None => {
                        bail!("[identities.{name}] needs the variable {variable}, which is not set")
                    }
                },
            },
            None => Ok(None),
        };
        let keys = self.keys.into_iter().map(|(scheme, key)| {
            let key = value(Some(key))?.unwrap_or_default();
            Ok((scheme, Secret(key)))
        });
        Ok(Identity {
            token_command: self.token_command,
            keys: keys.collect::<Result<_>>()?,
            bearer: value(self.bearer)?.map(Secret),
            expired: value(self.expired)?.map(Secret),
            api_key: value(self.api_key)?.map(Secret),
            client_id: value(self.client_id)?,
            client_secret: value(self.client_secret)?.map(Secret),
            redirect_uri: value(self.redirect_uri)?,
            user: value(self.user)?,
            password: value(self.password)?.map(Secret),
            webhook_secret: value(self.webhook_secret)?.map(Secret),
            parameters: self.parameters,
            name: name.to_owned(),
        })
    }
}

fn identity(
    service: &Service,
    name: &str,
    prefix: &str,
    read: &dyn Fn(&str) -> Option<String>,
) -> Identity {
    let text = |key: &str| read(&format!("{prefix}{key}")).filter(|value| !value.is_empty());
    let secret = |key: &str| text(key).map(Secret);
    Identity {
        name: name.to_owned(),
        bearer: secret("BEARER"),
        token_command: text("TOKEN_COMMAND"),
        keys: BTreeMap::new(),
        expired: secret("EXPIRED_TOKEN"),
        api_key: secret("API_KEY"),
        client_id: text("CLIENT_ID"),
        client_secret: secret("CLIENT_SECRET"),
        redirect_uri: text("REDIRECT_URI"),
        user: text("USER"),
        password: secret("PASSWORD"),
        webhook_secret: secret("WEBHOOK_SECRET"),
        parameters: parameters(
            service,
            text("ORG_ID"),
            text("PARAMETERS").unwrap_or_default().as_str(),
        ),
    }
}

/// Values of path parameters: `NAME=VALUE`, separated by commas or white space.
fn parameters(service: &Service, org: Option<String>, text: &str) -> BTreeMap<String, String> {
    let pairs = text.split(|c: char| c == ',' || c.is_whitespace());
    let pairs = pairs.filter_map(|pair| pair.split_once('='));
    let pairs = pairs.map(|(name, value)| (name.to_owned(), value.to_owned()));
    pairs.chain(service.organization.clone().zip(org)).collect()
}
