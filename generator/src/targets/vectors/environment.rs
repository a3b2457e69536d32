//! Clients that are set up from environment variables.

use serde_json::{Value, json};
use spec::model::{SecurityScheme, Server, ServerVariable};

use super::credentials::secret;
use super::request::{Request, Requests};
use super::scripts::{Shown, good};
use super::tokens;
use crate::Config;
use crate::ir::environment::{Credential, Environment};
use crate::ir::security::resource;
use crate::ir::servers;
use crate::json::{Json, Object};

pub(super) fn vectors(requests: &Requests<'_>, config: &Config) -> Vec<Object> {
    let shown = Shown::of(requests);
    let Some(request) = shown.safe else {
        return Vec::new();
    };
    let Some(answer) = good(requests, request.operation) else {
        return Vec::new();
    };
    let of = Vectors {
        environment: Environment::new(requests.api, config),
        requests,
        request,
        answer,
    };
    let credentials = of.environment.credentials.iter();
    let credentials = credentials.flat_map(|one| of.credential(one));
    let mut vectors = vec![of.nothing()];
    vectors.extend(of.servers());
    vectors.extend(of.parameters());
    vectors.extend(credentials);
    vectors
}

struct Vectors<'r, 'a> {
    environment: Environment<'a>,
    requests: &'r Requests<'a>,
    request: &'r Request<'a>,
    answer: Json,
}

impl Vectors<'_, '_> {
    /// Empty variables are as if they were not set.
    fn nothing(&self) -> Object {
        let mut environment = serde_json::Map::new();
        for name in self.environment.names() {
            environment.insert(name.clone(), json!(""));
        }
        let url = self.requests.url_without(self.request);
        self.vector("nothing", Value::Object(environment), json!({"url": url}))
    }

    /// Returns a vector in which all variables of the server's address have other values.
    fn servers(&self) -> Option<Object> {
        let operation = self.request.operation;
        let server = operation
            .servers
            .first()
            .or(self.requests.api.servers.first())?;
        let mut environment = serde_json::Map::new();
        let mut address = server.url.clone();
        for variable in &server.variables {
            let mut names = self.environment.servers.iter();
            let (_, name) = names.find(|(known, _)| *known == variable.name)?;
            let value = other(server, variable);
            address = address.replace(&format!("{{{}}}", variable.name), &value);
            environment.insert(name.clone(), json!(value));
        }
        let url = self.requests.url_without(self.request);
        let rest = url.strip_prefix(servers::expand(server).trim_end_matches('/'))?;
        let url = format!("{}{rest}", address.trim_end_matches('/'));
        let absolute = url.contains("://") && !environment.is_empty();
        absolute.then(|| self.vector("servers", Value::Object(environment), json!({"url": url})))
    }

    /// Returns a vector in which variables have the parameters that are texts and that clients can
    /// set for all calls.
    fn parameters(&self) -> Option<Object> {
        let globals = self.environment.globals.iter();
        let given = globals.filter_map(|(parameter, variable)| {
            let text = self.request.value(parameter)?.as_str()?.to_owned();
            Some((parameter, variable.clone(), json!(text)))
        });
        let given: Vec<_> = given.collect();
        let names: Vec<_> = given.iter().map(|(name, ..)| json!(name)).collect();
        let environment = given
            .into_iter()
            .map(|(_, variable, text)| (variable, text));
        let environment = Value::Object(environment.collect());
        let url = self.requests.url_without(self.request);
        (!names.is_empty()).then(|| {
            let vector = self.vector("parameters", environment, json!({"url": url}));
            vector.with("without", Value::Array(names))
        })
    }

    /// Returns vectors for the credential of a scheme, if the request can have it alone.
    fn credential(&self, credential: &Credential<'_>) -> Vec<Object> {
        let name = credential.scheme.name.as_str();
        let mut alternatives = self.request.operation.security.iter();
        let alone =
            |schemes: &[(String, Vec<String>)]| matches!(schemes, [(one, _)] if one == name);
        if !alternatives.any(|one| alone(&one.schemes)) {
            return Vec::new();
        }
        let mut vectors = vec![self.secret(credential)];
        if let Some(user) = &credential.user {
            vectors.push(self.half(&format!("{name}-half"), &credential.secret, user));
            vectors.push(self.half(&format!("{name}-other-half"), user, &credential.secret));
        }
        if let Some((id, secret)) = &credential.client {
            vectors.push(self.half(&format!("{name}-id"), id, secret));
            vectors.push(self.half(&format!("{name}-secret"), secret, id));
            vectors.extend(self.client(credential, id, secret));
        }
        vectors
    }

    fn secret(&self, credential: &Credential<'_>) -> Object {
        let scheme = credential.scheme;
        let mut environment = json!({&credential.secret: secret(&scheme.name)});
        if let Some(user) = &credential.user {
            environment[user] = json!("vector");
        }
        // A token is used in preference to client credentials.
        if let Some((id, secret)) = &credential.client {
            environment[id] = json!("vector-id");
            environment[secret] = json!("vector-secret");
        }
        let (url, headers) = self.requests.with_credential(self.request, scheme);
        let sent = json!({"url": url, "headers": Json::from(headers)});
        self.vector(&format!("{}-secret-alone", scheme.name), environment, sent)
    }

    /// Returns a vector in which a variable is missing.
    fn half(&self, name: &str, given: &str, missing: &str) -> Object {
        let expect = json!({"missing": missing});
        self.vector(name, json!({given: "vector"}), expect)
    }

    /// Returns a vector in which client credentials are exchanged for a token.
    fn client(&self, credential: &Credential<'_>, id: &str, secret: &str) -> Option<Object> {
        let scheme = credential.scheme;
        let url = tokens::token_url(scheme)?;
        let environment = json!({id: "vector-id", secret: "vector-secret"});
        let resource = self.resource(scheme);
        let expect = json!({
            "tokenRequest": {"url": url, "body": tokens::body(resource.as_deref())},
            "url": self.requests.url_without(self.request),
            "headers": {"authorization": "Bearer vector-token"},
        });
        Some(self.vector(&format!("{}-client", scheme.name), environment, expect))
    }

    /// Returns the resource that tokens are for, with the defaults of its variables.
    fn resource(&self, scheme: &SecurityScheme) -> Option<String> {
        let api = self.requests.api;
        resource(api, &servers::token_url(api, scheme)?)?;
        api.servers.first().map(servers::expand)
    }

    fn vector(&self, name: &str, environment: Value, expect: Value) -> Object {
        Object::new()
            .with("name", name)
            .with("environment", environment)
            .with("request", self.request.name.as_str())
            .with("answer", self.answer.clone())
            .with("expect", expect)
    }
}

/// Returns another value of a variable than its default.
fn other(server: &Server, variable: &ServerVariable) -> String {
    if let Some(last) = variable.values.last() {
        return last.clone();
    }
    let begins = server.url.starts_with(&format!("{{{}}}", variable.name));
    if begins && variable.default.contains("://") {
        "https://environment.vectors.example".to_owned()
    } else {
        "vector".to_owned()
    }
}
