//! Decides which credential goes where, and which path parameters are known.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use spec::model::{Location, Operation, Requirement, SecurityKind, SecurityScheme};

use super::{Session, Stop, Who};
use crate::credentials::Identity;
use crate::pool::Bindings;
use conformance_core::description::OperationId;
use conformance_core::encode::{Encoded, percent};
use conformance_core::missing_input::MissingInput;
use conformance_core::resources::variables;

/// A credential and its place in the request.
#[derive(Debug, Clone, PartialEq)]
struct Placed {
    location: Location,
    name: String,
    value: String,
}

impl Session {
    /// Puts the credential of an identity into a request.
    ///
    /// # Errors
    /// Returns an error if the operation needs a credential, and the identity has none that it
    /// accepts.
    pub(super) async fn authorize(
        &self,
        encoded: &mut Encoded,
        headers: &mut Vec<(String, String)>,
        operation: Option<OperationId>,
        who: &Who,
    ) -> Result<(), Stop> {
        let (name, legacy) = match who {
            Who::Anonymous => return Ok(()),
            Who::Header(value) => {
                headers.push(("authorization".to_owned(), value.clone()));
                return Ok(());
            }
            Who::Primary => (self.primary().name.as_str(), false),
            Who::Named(name) => (name.as_str(), false),
            Who::Legacy(name) => (name.as_str(), true),
        };
        let identity = self.identity(name)?;
        let placed = match operation.map(|id| self.description.operation(id)) {
            Some(operation) => match self.credential(operation, identity, legacy).await {
                // What was created without a credential is deleted without one.
                Err(Stop::MissingInput(_)) if self.shared.budget.is_cleaning_up() => Vec::new(),
                placed => placed?,
            },
            None => vec![bearer(&self.token_of(identity).await?)],
        };
        for one in placed {
            match one.location {
                Location::Query => {
                    encoded
                        .query
                        .push(format!("{}={}", percent(&one.name), percent(&one.value)));
                }
                Location::Cookie => encoded.cookies.push(format!("{}={}", one.name, one.value)),
                _ => headers.push((one.name.to_ascii_lowercase(), one.value)),
            }
        }
        Ok(())
    }

    /// Returns an identity by name.
    ///
    /// # Errors
    /// Returns an error if there is no identity with this name.
    pub fn identity(&self, name: &str) -> Result<&Identity, Stop> {
        if name == self.primary().name {
            return Ok(self.primary());
        }
        self.credentials
            .named(name)
            .ok_or_else(|| self.missing(MissingInput::of_identity(name)))
    }

    /// Returns the `Authorization` field with an identity's bearer token.
    ///
    /// # Errors
    /// Returns an error if the identity has no token and cannot obtain one.
    pub async fn bearer(&self, name: &str) -> Result<String, Stop> {
        Ok(bearer(&self.token_of(self.identity(name)?).await?).value)
    }

    /// Returns the first security alternative of an operation for which an identity has all
    /// credentials.
    async fn credential(
        &self,
        operation: &Operation,
        identity: &Identity,
        legacy: bool,
    ) -> Result<Vec<Placed>, Stop> {
        if operation.security.is_empty() {
            return Ok(Vec::new());
        }
        let mut why = self.missing_credential(&identity.name);
        for alternative in &operation.security {
            match self.alternative(alternative, identity, legacy).await {
                Ok(Some(placed)) => return Ok(placed),
                Ok(None) => {}
                Err(stop) => why = stop,
            }
        }
        Err(why)
    }

    async fn alternative(
        &self,
        alternative: &Requirement,
        identity: &Identity,
        legacy: bool,
    ) -> Result<Option<Vec<Placed>>, Stop> {
        let mut placed = Vec::new();
        for (name, _) in &alternative.schemes {
            let mut schemes = self.description.api.security_schemes.iter();
            let Some(scheme) = schemes.find(|scheme| scheme.name == *name) else {
                return Ok(None);
            };
            match self.scheme(scheme, identity, legacy).await? {
                // Two flows that lead to one token (such as implicit and code) send it once.
                Some(one) if placed.contains(&one) => {}
                Some(one) => placed.push(one),
                None => return Ok(None),
            }
        }
        Ok((!legacy || !placed.is_empty()).then_some(placed))
    }

    async fn scheme(
        &self,
        scheme: &SecurityScheme,
        identity: &Identity,
        legacy: bool,
    ) -> Result<Option<Placed>, Stop> {
        match &scheme.kind {
            SecurityKind::ApiKey {
                name,
                location,
                prefix,
            } => Ok(identity.key(&scheme.name).map(|key| Placed {
                location: *location,
                name: name.clone(),
                value: match prefix {
                    Some(prefix) => format!("{prefix} {}", key.reveal()),
                    None => key.reveal().to_owned(),
                },
            })),
            _ if legacy => Ok(None),
            SecurityKind::Http { scheme, .. } if scheme == "basic" => Ok(basic(identity)),
            SecurityKind::Http { .. }
            | SecurityKind::OAuth2 { .. }
            | SecurityKind::OpenIdConnect { .. } => {
                if !identity.has_token() {
                    return Ok(None);
                }
                Ok(Some(bearer(&self.token_of(identity).await?)))
            }
            SecurityKind::MutualTls => Ok(None),
        }
    }

    /// Returns the known values of an operation's path parameters: those of an existing item,
    /// otherwise those that the run was given, otherwise an example of the description.
    #[must_use]
    pub fn bindings(&self, identity: &str, operation: &Operation) -> Bindings {
        let mut bindings = self.given(identity);
        // One name may be used for ids of several kinds.
        let is_other = |name: &str, text: &str| {
            let mut all = operation.parameters.iter();
            let own = all.find(|one| one.location == Location::Path && one.name == name);
            own.is_some_and(|one| !self.world.requests.check_text(one.schema, text).is_empty())
        };
        bindings.retain(|name, text| !is_other(name, text));
        for parameter in &operation.parameters {
            if parameter.location == Location::Path && !bindings.contains_key(&parameter.name) {
                let example = parameter.examples.first().map(|example| &example.value);
                let text = example.and_then(|value| match value {
                    serde_json::Value::String(text) => Some(text.clone()),
                    serde_json::Value::Number(number) => Some(number.to_string()),
                    _ => None,
                });
                bindings.extend(text.map(|text| (parameter.name.clone(), text)));
            }
        }
        let mut owner = self.world.resources.owner(&operation.path);
        while let Some(id) = owner {
            if let Some(known) = self.world.pool.find(identity, id, |_| true) {
                bindings.extend(known);
                break;
            }
            owner = self.world.resources.get(id).parent;
        }
        let variables = variables(operation);
        bindings.retain(|name, _| variables.contains(name));
        bindings
    }

    /// Returns the path parameters that an identity was given.
    #[must_use]
    pub fn given(&self, identity: &str) -> Bindings {
        let mut given = self.profile.parameters.clone();
        if let Ok(identity) = self.identity(identity) {
            if identity.name != self.primary().name {
                // The parameters on the command line belong to the identity under test.
                given.clear();
            }
            for (name, value) in &identity.parameters {
                given.entry(name.clone()).or_insert_with(|| value.clone());
            }
        }
        given
    }
}

fn bearer(token: &str) -> Placed {
    Placed {
        location: Location::Header,
        name: "authorization".to_owned(),
        value: format!("Bearer {token}"),
    }
}

fn basic(identity: &Identity) -> Option<Placed> {
    let (user, secret) = match (&identity.user, &identity.password) {
        (Some(user), Some(password)) => (user, password),
        _ => (
            identity.client_id.as_ref()?,
            identity.client_secret.as_ref()?,
        ),
    };
    let text = STANDARD.encode(format!("{user}:{}", secret.reveal()));
    Some(Placed {
        location: Location::Header,
        name: "authorization".to_owned(),
        value: format!("Basic {text}"),
    })
}
