//! Parameters that a client sets once, for all calls that have them.

use std::fmt;

use serde::Serialize;
use serde_json::Value;

use super::request::Request;
use super::{Changes, ClientBuilder, RequestError};

/// A parameter that a client can set for all calls.
#[derive(Debug)]
pub struct Global {
    /// The name of the parameter, as it is sent.
    pub name: &'static str,
    /// The method of the builder and of each call that sets it.
    pub setting: &'static str,
}

/// The values of such parameters.
#[derive(Clone, Default)]
pub(super) struct Globals(Vec<(&'static str, Value)>);

/// Shows only names, because the values can be secrets.
impl fmt::Debug for Globals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.0.iter().map(|(name, _)| name);
        f.debug_list().entries(names).finish()
    }
}

impl Globals {
    fn set<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) {
        // Values are texts, numbers and booleans, which JSON can write. Nothing is sent for `null`.
        let value = serde_json::to_value(value).unwrap_or_default();
        self.0.retain(|(known, _)| *known != name);
        self.0.push((name, value));
    }

    /// Adds values, which replace those of the same parameters.
    pub(super) fn extend(&mut self, others: Self) {
        for (name, value) in others.0 {
            self.set(name, &value);
        }
    }

    pub(super) fn get(&self, name: &str) -> Option<&Value> {
        let mut values = self.0.iter();
        values
            .find(|(known, _)| *known == name)
            .map(|(_, value)| value)
    }
}

#[allow(
    dead_code,
    reason = "a description need not have parameters of all calls"
)]
impl ClientBuilder {
    /// Sets a parameter for all calls.
    pub(crate) fn parameter<T: Serialize + ?Sized>(
        mut self,
        name: &'static str,
        value: &T,
    ) -> Self {
        self.globals.set(name, value);
        self
    }
}

#[allow(
    dead_code,
    reason = "a description need not have parameters of all calls"
)]
impl Changes {
    /// Sets a parameter for all calls.
    pub(crate) fn parameter<T: Serialize + ?Sized>(
        mut self,
        name: &'static str,
        value: &T,
    ) -> Self {
        self.globals.set(name, value);
        self
    }
}

/// Checks that each parameter that a client can set, and that the operation requires, has a value.
pub(super) fn check(request: &Request) -> Result<(), RequestError> {
    let globals = request.client.0.api.globals.iter();
    for global in globals {
        let parameters = request.operation.parameters.iter();
        let mut needed = parameters.filter(|one| one.required && one.name == global.name);
        let is_set = |name| request.parameters.iter().any(|(one, _)| one.name == name);
        if needed.next().is_some() && !is_set(global.name) {
            return Err(RequestError::Unset {
                name: global.name,
                setting: global.setting,
            });
        }
    }
    Ok(())
}
