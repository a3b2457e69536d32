//! Forms (RFC 6749 §3.2, appendix B).

use std::collections::HashSet;

use bytes::Bytes;
use url::form_urlencoded;

use super::error::OAuthError;

/// The fields of a form. Empty ones count as absent.
#[derive(Clone, Default)]
pub(super) struct Form(Vec<(String, String)>);

impl Form {
    /// Parses a body, or the query of an address.
    pub(super) fn parse(bytes: &[u8]) -> Self {
        let fields = form_urlencoded::parse(bytes).into_owned();
        Self(fields.filter(|(_, value)| !value.is_empty()).collect())
    }

    /// Returns a field that is present.
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.0
            .iter()
            .find(|(known, _)| known == name)
            .map(|(_, value)| value.as_str())
    }

    /// Returns a required field.
    pub(super) fn need(&self, name: &str) -> Result<&str, OAuthError> {
        let missing = || OAuthError::invalid_request(format!("The parameter {name} is missing."));
        self.get(name).ok_or_else(missing)
    }

    /// Checks that no parameter is repeated.
    pub(super) fn check_once(&self) -> Result<(), OAuthError> {
        let mut seen = HashSet::new();
        match self.0.iter().find(|(name, _)| !seen.insert(name)) {
            Some(_) => Err(OAuthError::invalid_request(
                "A parameter was sent more than once.",
            )),
            None => Ok(()),
        }
    }

    /// Returns whether one of the fields is present more than once.
    pub(super) fn repeats(&self, names: &[&str]) -> bool {
        let count = |name: &str| self.0.iter().filter(|(known, _)| known == name).count();
        names.iter().any(|name| count(name) > 1)
    }

    /// Returns the form, without fields that count as absent.
    pub(super) fn to_bytes(&self) -> Bytes {
        let mut form = form_urlencoded::Serializer::new(String::new());
        form.extend_pairs(&self.0).finish().into()
    }
}

/// Hides the values, which may be secret.
impl std::fmt::Debug for Form {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list()
            .entries(self.0.iter().map(|(name, _)| name))
            .finish()
    }
}
