//! The operations that register a receiver, found in the description.

use serde_json::{Value, json};
use spec::Api;
use spec::model::{Kind, Method, Object, Operation, SchemaId};
use url::Url;

use crate::session::{Answer, Session, Stop};
use conformance_core::description::OperationId;

/// Properties that may hold the address of a receiver.
const ADDRESSES: [&str; 9] = [
    "url",
    "address",
    "endpoint",
    "callbackUrl",
    "callback_url",
    "targetUrl",
    "target_url",
    "uri",
    "webhookUrl",
];

/// The operations that register a receiver.
#[derive(Debug, Clone)]
pub(super) struct Registration {
    register: OperationId,
    read: Option<OperationId>,
    remove: Option<OperationId>,
    test: OperationId,
    /// The operation that creates a new secret.
    rotate: Option<OperationId>,
    address: String,
}

impl Registration {
    /// Finds the operations: one whose body has an address, on a path about webhooks, and a test
    /// below it.
    ///
    /// # Errors
    /// Returns an error if the description does not have them.
    pub(super) fn find(session: &Session) -> Result<Self, Stop> {
        let none = |what: &str| Stop::Skip(format!("the description has no {what}"));
        if session.description.api.webhooks.is_empty() {
            return Err(none("webhooks"));
        }
        let all = || session.description.operations();
        let found = all().find_map(|(id, one)| {
            let takes = matches!(one.method, Method::Put | Method::Post) && is_about_webhooks(one);
            let address = takes
                .then(|| address(&session.description.api, one))
                .flatten()?;
            Some((id, one, address))
        });
        let (register, own, address) =
            found.ok_or_else(|| none("operation that registers a receiver of webhooks"))?;
        let at = |method: Method| {
            let found = all().find(|(_, one)| one.path == own.path && one.method == method);
            found.map(|(id, _)| id)
        };
        let below = |words: &[&str]| {
            let found = all().find(|(_, one)| {
                let rest = one
                    .path
                    .strip_prefix(&own.path)
                    .unwrap_or_default()
                    .to_lowercase();
                one.method == Method::Post && words.iter().any(|word| rest.contains(word))
            });
            found.map(|(id, _)| id)
        };
        let test = below(&["test", "ping"])
            .ok_or_else(|| none("operation that sends a test to the receiver of webhooks"))?;
        Ok(Self {
            register,
            read: at(Method::Get),
            remove: at(Method::Delete),
            rotate: below(&["rotate", "secret"]),
            test,
            address,
        })
    }

    /// Reads the current registration, in the form in which it would be sent again.
    pub(super) async fn read(&self, session: &Session) -> Result<Option<Value>, Stop> {
        let Some(read) = self.read else {
            return Ok(None);
        };
        let answer = session.prepare(read).send().await?;
        if answer.status == 404 {
            return Ok(None);
        }
        let answer = answer.success()?;
        let mut value = answer.body()?.to_value();
        let known = properties(session, self.register);
        if let (Some(members), Some(known)) = (value.as_object_mut(), known) {
            members.retain(|name, _| known.properties.iter().any(|one| one.name == *name));
        }
        Ok(Some(value))
    }

    /// Registers an address for all kinds of event.
    pub(super) async fn register(&self, session: &Session, url: &Url) -> Result<Answer, Stop> {
        let primary = session.primary().name.clone();
        let mut last = Stop::Skip("no body that registers a receiver is known".to_owned());
        for mut body in session
            .candidates(self.register, &primary)
            .into_iter()
            .take(3)
        {
            body[&self.address] = json!(url.as_str());
            widen(session, self.register, &mut body);
            let answer = session.prepare(self.register).json(&body).send().await?;
            if answer.is_success() {
                return Ok(answer);
            }
            last = Stop::Skip(format!(
                "the deployment answers {} to the address of this run's receiver; with --webhook-url \
                 it can be given one that it takes",
                answer.status
            ));
        }
        Err(last)
    }

    /// Requests a test delivery of the kind of event with this number.
    pub(super) async fn test(&self, session: &Session, number: usize) -> Result<Answer, Stop> {
        let primary = session.primary().name.clone();
        let body = session.candidates(self.test, &primary).into_iter().next();
        let builder = session.prepare(self.test);
        let Some(mut body) = body else {
            return builder.send().await;
        };
        for property in properties(session, self.test)
            .into_iter()
            .flat_map(|one| &one.properties)
        {
            if let Some(values) = values(&session.description.api, property.schema) {
                body[&property.name] = values[number % values.len()].clone();
            }
        }
        builder.json(&body).send().await
    }

    /// Returns how many kinds of event a test can have.
    pub(super) fn kinds(&self, session: &Session) -> usize {
        let own = properties(session, self.test);
        let mut counts = own
            .into_iter()
            .flat_map(|one| &one.properties)
            .filter_map(|property| {
                values(&session.description.api, property.schema).map(<[Value]>::len)
            });
        counts.next().unwrap_or(1).min(5)
    }

    /// Creates a new secret, if there is an operation for it.
    pub(super) async fn rotate(&self, session: &Session) -> Result<Option<String>, Stop> {
        let Some(rotate) = self.rotate else {
            return Ok(None);
        };
        let answer = session.prepare(rotate).send().await?.success()?;
        let secret = secret(&answer);
        if let Some(secret) = &secret {
            session.redactor.learn(secret);
        }
        Ok(secret)
    }

    /// Restores the previous registration. Returns what is left behind if that fails.
    pub(super) async fn restore(&self, session: &Session, before: Option<Value>) -> Option<String> {
        let left = match (before, self.remove) {
            (Some(body), _) => session.prepare(self.register).json(&body).send().await,
            (None, Some(remove)) => session.prepare(remove).send().await,
            (None, None) => match self.switched_off(session) {
                Some(body) => session.prepare(self.register).json(&body).send().await,
                None => return Some("the API has no operation that ends it".to_owned()),
            },
        };
        match left {
            Ok(answer) if answer.is_success() => None,
            Ok(answer) => Some(format!("restoring it is answered with {}", answer.status)),
            Err(stop) => Some(stop.why()),
        }
    }
}

impl Registration {
    /// Returns a registration under which nothing is sent, if there is one.
    fn switched_off(&self, session: &Session) -> Option<Value> {
        let object = properties(session, self.register)?;
        let switch = object.properties.iter().find(|one| {
            let api = &session.description.api;
            let is_flag = matches!(api.schema(api.resolve(one.schema)).kind, Kind::Boolean);
            is_flag && matches!(one.name.as_str(), "enabled" | "active")
        })?;
        let primary = session.primary().name.clone();
        let mut body = session
            .candidates(self.register, &primary)
            .into_iter()
            .next()?;
        body[&switch.name] = json!(false);
        Some(body)
    }
}

/// Returns the secret in a response, if there is one.
pub(super) fn secret(answer: &Answer) -> Option<String> {
    let body = answer.json().ok()?;
    let names = ["secret", "signingSecret", "signing_secret", "webhookSecret"];
    let found = names.iter().find_map(|name| body.get(name)?.as_str());
    found.map(str::to_owned)
}

fn is_about_webhooks(operation: &Operation) -> bool {
    let text = format!("{} {}", operation.path, operation.id).to_lowercase();
    ["webhook", "hook", "subscription", "notification"]
        .iter()
        .any(|word| text.contains(word))
}

/// Returns the property for the address in the body of an operation.
fn address(api: &Api, operation: &Operation) -> Option<String> {
    let schema = operation
        .body
        .as_ref()?
        .content
        .iter()
        .find(|media| media.is_json())?
        .schema?;
    let Kind::Object(object) = &api.schema(api.resolve(schema)).kind else {
        return None;
    };
    let mut all = object.properties.iter();
    let found = all.find(|one| {
        let kind = &api.schema(api.resolve(one.schema)).kind;
        let is_uri = matches!(kind, Kind::String(text) if matches!(text.format.as_deref(), Some("uri" | "url")));
        is_uri && ADDRESSES.contains(&one.name.as_str())
    });
    found.map(|one| one.name.clone())
}

/// Returns the properties of an operation's body.
fn properties(session: &Session, operation: OperationId) -> Option<&Object> {
    let api = &session.description.api;
    let body = session.description.operation(operation).body.as_ref()?;
    let schema = body.content.iter().find(|media| media.is_json())?.schema?;
    match &api.schema(api.resolve(schema)).kind {
        Kind::Object(object) => Some(object),
        _ => None,
    }
}

/// Returns the values of an enumeration.
fn values(api: &Api, schema: SchemaId) -> Option<&[Value]> {
    match &api.schema(api.resolve(schema)).kind {
        Kind::Enumeration(list) if !list.values.is_empty() => Some(&list.values),
        _ => None,
    }
}

/// Turns on every switch, and puts every value into lists of an enumeration.
fn widen(session: &Session, operation: OperationId, body: &mut Value) {
    let api = &session.description.api;
    for property in properties(session, operation)
        .into_iter()
        .flat_map(|one| &one.properties)
    {
        match &api.schema(api.resolve(property.schema)).kind {
            Kind::Boolean => body[&property.name] = json!(true),
            Kind::Array(array) => {
                if let Some(values) = values(api, array.items) {
                    body[&property.name] = json!(values);
                }
            }
            _ => {}
        }
    }
}
