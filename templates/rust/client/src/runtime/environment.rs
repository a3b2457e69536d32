//! Clients that are set up from environment variables.

use super::{Api, BuildError, ClientBuilder, ClientCredentials, Credentials};

/// The environment variables from which a client is set up.
#[derive(Debug)]
pub struct Environment {
    /// Server variables, each with its environment variable.
    pub servers: &'static [(&'static str, &'static str)],
    /// Parameters that a client can set for all calls, each with its environment variable.
    pub parameters: &'static [(&'static str, &'static str)],
    /// The credentials for the security schemes.
    pub credentials: &'static [EnvironmentCredential],
}

/// The environment variables with the credential for a security scheme.
#[derive(Debug)]
pub struct EnvironmentCredential {
    /// The scheme.
    pub scheme: &'static str,
    /// A token, key or password.
    pub secret: &'static str,
    /// The user name of Basic.
    pub user: Option<&'static str>,
    /// The client ID and the client secret, which are exchanged for a token.
    pub client: Option<(&'static str, &'static str)>,
    /// The service that tokens are for (RFC 8707); may contain server variables.
    pub resource: Option<&'static str>,
}

impl ClientBuilder {
    /// Sets what the variables have. An empty variable is as if it did not exist.
    pub(crate) fn from_variables(
        api: &'static Api,
        lookup: impl Fn(&str) -> Option<String>,
    ) -> Result<Self, BuildError> {
        let lookup = |name: &'static str| lookup(name).filter(|value| !value.is_empty());
        let mut builder = Self::new(api);
        for (variable, name) in api.environment.servers {
            if let Some(value) = lookup(name) {
                builder = builder.variable(*variable, value);
            }
        }
        for (parameter, name) in api.environment.parameters {
            if let Some(value) = lookup(name) {
                builder = builder.parameter(parameter, &value);
            }
        }
        for credential in api.environment.credentials {
            if let Some(found) = credential.find(&lookup)? {
                builder = builder.credentials(credential.scheme, found);
            }
        }
        Ok(builder)
    }
}

impl EnvironmentCredential {
    fn find(
        &self,
        lookup: &impl Fn(&'static str) -> Option<String>,
    ) -> Result<Option<Credentials>, BuildError> {
        let secret = lookup(self.secret);
        if let Some(user) = self.user {
            let found = both((user, lookup(user)), (self.secret, secret))?;
            return Ok(found.map(|(user, password)| Credentials::basic(user, password)));
        }
        if let Some(secret) = secret {
            return Ok(Some(secret.into()));
        }
        let Some((id, secret)) = self.client else {
            return Ok(None);
        };
        let found = both((id, lookup(id)), (secret, lookup(secret)))?;
        Ok(found.map(|(id, secret)| {
            let credentials = ClientCredentials::new(id, secret);
            match self.resource {
                Some(resource) => credentials.resource(resource).into(),
                None => credentials.into(),
            }
        }))
    }
}

type Variable = (&'static str, Option<String>);

/// Returns the values of two variables, which have a meaning only together.
fn both(first: Variable, second: Variable) -> Result<Option<(String, String)>, BuildError> {
    match (first, second) {
        ((_, Some(first)), (_, Some(second))) => Ok(Some((first, second))),
        ((_, None), (_, None)) => Ok(None),
        ((missing, None), _) | (_, (missing, None)) => Err(BuildError::Variable(missing)),
    }
}
