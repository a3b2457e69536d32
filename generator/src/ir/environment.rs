//! Environment variables: clients in every language, and their samples, read their settings from
//! them, and the level of their log.

use std::collections::{HashMap, HashSet};

use spec::model::{Api, SecurityScheme};

use super::docs::span;
use super::globals;
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
    /// The parameters that a client sets for all calls, each with its environment variable.
    pub(crate) globals: Vec<(&'a str, String)>,
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

impl Credential<'_> {
    /// Returns all variables.
    pub(crate) fn names(&self) -> impl Iterator<Item = &String> {
        let client = self.client.iter();
        let user = self.user.iter().chain([&self.secret]);
        user.chain(client.flat_map(|(id, secret)| [id, secret]))
    }
}

/// What environment variables mean that belong together.
#[derive(Debug)]
pub(crate) struct Meaning {
    /// The variables.
    pub(crate) names: Vec<String>,
    /// What they set.
    pub(crate) what: &'static str,
    /// The variable or the scheme, as the description names it.
    pub(crate) name: String,
}

impl<'a> Environment<'a> {
    /// Returns the environment variables. If several schemes would have the same one, the later
    /// ones have the name of the scheme in front: `MARKETPLACE_PARTNER_KEY_API_KEY`.
    pub(crate) fn new(api: &'a Api, config: &Config) -> Self {
        let mut names = Names {
            config,
            taken: HashSet::from([log(config)]),
            claimed: HashMap::new(),
        };
        let servers = servers::variables(api).into_iter();
        let servers = servers.map(|one| (one.name.as_str(), names.claim("server", &[&one.name])));
        let servers = servers.map(|(name, claimed)| (name, claimed.concat()));
        let servers = servers.collect();
        let credentials = credentials(api, &mut names);
        let globals = globals::of(api, config).into_iter();
        let globals = globals.map(|one| {
            let claimed = names.claim("parameter", &[&one.name]);
            (one.name.as_str(), claimed.concat())
        });
        Self {
            servers,
            credentials,
            globals: globals.collect(),
        }
    }

    /// Returns all variables.
    pub(crate) fn names(&self) -> impl Iterator<Item = &String> {
        let servers = self.servers.iter().map(|(_, name)| name);
        let globals = self.globals.iter().map(|(_, name)| name);
        let credentials = self.credentials.iter().flat_map(Credential::names);
        servers.chain(credentials).chain(globals)
    }

    /// Returns the meaning of all variables.
    pub(crate) fn meanings(&self) -> Vec<Meaning> {
        let servers = self.servers.iter().map(|(variable, name)| Meaning {
            names: vec![name.clone()],
            what: "the server variable",
            name: (*variable).to_owned(),
        });
        let credentials = self.credentials.iter().flat_map(|credential| {
            let secret = credential.secret.clone();
            let (names, what) = match credential.user.clone() {
                Some(user) => (vec![user, secret], "user name and password for"),
                None => (vec![secret], "the token or key for"),
            };
            let client = credential.client.clone();
            let client = client.map(|(id, secret)| {
                (
                    vec![id, secret],
                    "without a token, client ID and secret for",
                )
            });
            let all = std::iter::once((names, what)).chain(client);
            all.map(|(names, what)| Meaning {
                names,
                what,
                name: credential.scheme.name.clone(),
            })
        });
        let globals = self.globals.iter().map(|(parameter, name)| Meaning {
            names: vec![name.clone()],
            what: "for all calls, the parameter",
            name: (*parameter).to_owned(),
        });
        servers.chain(credentials).chain(globals).collect()
    }
}

/// Returns documentation of what environment variables mean, as a list (CommonMark).
pub(crate) fn listed(meanings: &[Meaning]) -> String {
    let lines = meanings.iter().map(|meaning| {
        let names = meaning.names.iter().map(|name| span(name));
        let names = names.collect::<Vec<_>>().join(", ");
        format!("- {names}: {} {}", meaning.what, span(&meaning.name))
    });
    lines.collect::<Vec<_>>().join("\n")
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
    /// The last attempt for variables that would be the same, so that the attempts for many of them
    /// do not begin anew.
    claimed: HashMap<String, usize>,
}

impl Names<'_> {
    /// Takes the variables of settings that belong together. If one of them is taken, all have the
    /// name of their owner in front, or a number, which is never cut off.
    fn claim(&mut self, owner: &str, settings: &[&str]) -> Vec<String> {
        let plain = settings.iter().map(|one| variable(self.config, one));
        let key = plain.collect::<Vec<_>>().join(" ");
        let mut attempt = self.claimed.get(&key).copied().unwrap_or_default();
        loop {
            attempt += 1;
            let front = match attempt {
                1 => String::new(),
                2 => format!("{owner} "),
                _ => format!("n{attempt} "),
            };
            let spelled = settings
                .iter()
                .map(|one| variable(self.config, &format!("{front}{one}")));
            let spelled: Vec<_> = spelled.collect();
            if spelled.iter().all(|name| !self.taken.contains(name)) {
                // Another owner may take its own name as the second attempt.
                self.claimed
                    .insert(key, if attempt > 2 { attempt } else { 1 });
                self.taken.extend(spelled.iter().cloned());
                return spelled;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Long names are cut off, so a number behind them would never make them differ.
    #[test]
    fn equal_and_long_names_get_variables_of_their_own() {
        let config = Config::default();
        let mut names = Names {
            config: &config,
            taken: HashSet::new(),
            claimed: HashMap::new(),
        };
        let long = "a".repeat(300);
        let mut all = HashSet::new();
        for _ in 0..1_000 {
            for claimed in [
                names.claim(&long, &["token"]),
                names.claim("server", &[&long]),
                names.claim(&long, &["password", "username"]),
            ] {
                for name in claimed {
                    assert!(all.insert(name.clone()), "{name} is there twice");
                }
            }
        }
    }
}
