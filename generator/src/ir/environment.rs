//! Environment variables: clients in every language, and their samples, read their settings from
//! them, and the level of their log.

use std::collections::HashSet;

use spec::model::{Api, SecurityScheme};

use super::names::{Case, convert};
use super::security::{SchemeKind, kind};
use super::servers::{self, token_url};
use crate::Config;

/// Returns the environment variable of a setting, such as `MARKETPLACE_BASE_URL`: the same in every
/// language.
pub(crate) fn variable(config: &Config, setting: &str) -> String {
    let prefix = config.package.environment.as_deref();
    let prefix = prefix.unwrap_or(&config.go.package);
    let case = Case::Constant;
    format!("{}_{}", convert(prefix, case), convert(setting, case))
}

/// Returns the environment variable for the level of the log of clients, such as `MARKETPLACE_LOG`.
pub(crate) fn log(config: &Config) -> String {
    variable(config, LOG)
}

const LOG: &str = "log";

/// The environment variables from which a client is set up.
#[derive(Debug)]
pub(crate) struct Environment<'a> {
    /// The variables in server addresses, each with its environment variable.
    pub(crate) servers: Vec<(&'a str, String)>,
    /// The credentials.
    pub(crate) credentials: Vec<Credential<'a>>,
}

/// The environment variables of the credential for a scheme.
#[derive(Debug)]
pub(crate) struct Credential<'a> {
    /// The scheme.
    pub(crate) scheme: &'a SecurityScheme,
    /// A token or key, such as `MARKETPLACE_TOKEN`; the password of Basic. It is used in preference
    /// to client credentials.
    pub(crate) secret: String,
    /// The user name of Basic.
    pub(crate) user: Option<String>,
    /// The client ID and the client secret, if they can be exchanged for a token.
    pub(crate) client: Option<(String, String)>,
}

impl<'a> Environment<'a> {
    /// Returns the environment variables. If several schemes would have the same one, the later
    /// ones have the name of the scheme in front: `MARKETPLACE_PARTNER_KEY_API_KEY`.
    pub(crate) fn new(api: &'a Api, config: &Config) -> Self {
        let mut names = Names {
            config,
            taken: HashSet::from([log(config)]),
        };
        let servers = servers::variables(api).into_iter();
        let servers = servers.map(|one| (one.name.as_str(), names.claim("server", &[&one.name])));
        let servers = servers.map(|(name, claimed)| (name, claimed.concat()));
        Self {
            servers: servers.collect(),
            credentials: credentials(api, &mut names),
        }
    }
}

fn credentials<'a>(api: &'a Api, names: &mut Names<'_>) -> Vec<Credential<'a>> {
    let mut found = Vec::new();
    for scheme in &api.security_schemes {
        let Some(kind) = kind(&scheme.kind) else {
            continue;
        };
        let settings: &[&str] = match kind {
            SchemeKind::Basic => &["password", "username"],
            SchemeKind::Bearer if token_url(api, scheme).is_some() => {
                &["token", "client_id", "client_secret"]
            }
            SchemeKind::Bearer => &["token"],
            SchemeKind::Header { .. } | SchemeKind::Query { .. } | SchemeKind::Cookie { .. } => {
                &["api_key"]
            }
        };
        let mut claimed = names.claim(&scheme.name, settings).into_iter();
        let Some(secret) = claimed.next() else {
            continue;
        };
        let further = (claimed.next(), claimed.next());
        let (user, client) = match further {
            (Some(id), Some(secret)) => (None, Some((id, secret))),
            (user, _) => (user, None),
        };
        found.push(Credential {
            scheme,
            secret,
            user,
            client,
        });
    }
    found
}

/// The environment variables that are taken.
struct Names<'a> {
    config: &'a Config,
    taken: HashSet<String>,
}

impl Names<'_> {
    /// Takes the variables of settings that belong together: all with the name of their owner in
    /// front, and a number, if one of them is taken.
    fn claim(&mut self, owner: &str, settings: &[&str]) -> Vec<String> {
        let named = (1_usize..).map(|attempt| match attempt {
            1 => String::new(),
            2 => format!("{owner} "),
            _ => format!("{owner} {attempt} "),
        });
        let mut spelled = named.map(|front| {
            let settings = settings.iter();
            let spelled = settings.map(|one| variable(self.config, &format!("{front}{one}")));
            spelled.collect::<Vec<_>>()
        });
        let free = |names: &Vec<String>| names.iter().all(|name| !self.taken.contains(name));
        let claimed = spelled.find(free).unwrap_or_default();
        self.taken.extend(claimed.iter().cloned());
        claimed
    }
}
