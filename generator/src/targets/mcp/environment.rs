//! The variables of the environment that the server reads, which are those of the SDKs.

use spec::Api;

use super::prose::visible;
use crate::Config;
use crate::ir::docs::span;
use crate::ir::environment::{Environment, variable};
use crate::ir::security;
use crate::ir::servers;
use crate::json::{Json, Object};

/// Returns the variable of the address that relative server addresses are resolved against, if
/// there are any.
pub(super) fn origin(api: &Api, config: &Config) -> Option<String> {
    servers::need_origin(api).then(|| variable(config, "origin"))
}

/// Returns the variables of server addresses.
pub(super) fn variables(api: &Api, config: &Config) -> Vec<Object> {
    let names = Environment::new(api, config).servers;
    let variables = servers::variables(api).into_iter().zip(names);
    let named = variables.map(|(one, (_, name))| {
        Object::new()
            .with("name", one.name.as_str())
            .with("environment", name)
            .with("default", visible(&one.default))
    });
    named.collect()
}

/// Returns the credentials of each scheme that an SDK can send.
pub(super) fn credentials(api: &Api, config: &Config) -> Vec<Object> {
    let credentials = Environment::new(api, config).credentials.into_iter();
    let named = credentials.map(|one| {
        let json = Object::new().with("scheme", one.scheme.name.as_str());
        if let Some(user) = one.user {
            return json.with("username", user).with("password", one.secret);
        }
        let json = match one.client {
            Some((id, secret)) => {
                let url = servers::token_url(api, one.scheme);
                let resource = url.and_then(|url| security::resource(api, &url));
                json.with("clientId", id)
                    .with("clientSecret", secret)
                    .with_some("resource", resource)
            }
            None => json,
        };
        json.with("secret", one.secret)
    });
    named.collect()
}

/// Returns the names of all variables, each with what it sets, for people.
pub(super) fn rows(api: &Api, config: &Config) -> Vec<(String, String)> {
    const ROLES: [(&str, &str); 5] = [
        ("clientId", "the client ID"),
        ("clientSecret", "the client secret"),
        ("username", "the user name"),
        ("password", "the password"),
        ("secret", "the token or key"),
    ];
    let mut rows = Vec::new();
    let origin = origin(api, config);
    rows.extend(origin.map(|name| (name, "the scheme and host of the API".to_owned())));
    for one in variables(api, config) {
        let [name, default] = ["name", "default"].map(|name| text(&one, name));
        let (name, default) = (span(&name), span(&default));
        let role = format!("{name} in the address of the API; {default} by default");
        rows.push((text(&one, "environment"), role));
    }
    for one in credentials(api, config) {
        for (key, role) in ROLES {
            let name = text(&one, key);
            if !name.is_empty() {
                let scheme = span(&visible(&text(&one, "scheme")));
                rows.push((name, format!("{role} for {scheme}")));
            }
        }
    }
    rows
}

/// Returns the variables of a sample, each with its value: the addresses, and the first credential.
pub(super) fn sample(api: &Api, config: &Config) -> Vec<(String, String)> {
    let variables = variables(api, config);
    let addresses = variables
        .iter()
        .map(|one| (text(one, "environment"), text(one, "default")));
    let schemes = credentials(api, config);
    let keys = ["clientId", "clientSecret", "username", "password"];
    let first = schemes.first().map(|scheme| {
        let pair = keys.map(|key| text(scheme, key)).into_iter();
        let pair: Vec<_> = pair.filter(|name| !name.is_empty()).collect();
        match pair.as_slice() {
            [] => vec![text(scheme, "secret")],
            _ => pair,
        }
    });
    let secrets = first.unwrap_or_default().into_iter();
    let secrets = secrets.map(|name| (name, "…".to_owned()));
    let origin = origin(api, config).map(|name| (name, "https://api.example.com".to_owned()));
    origin.into_iter().chain(addresses).chain(secrets).collect()
}

fn text(json: &Object, name: &str) -> String {
    match json.get(name) {
        Some(Json::Value(value)) => value.as_str().unwrap_or_default().to_owned(),
        _ => String::new(),
    }
}
