//! Whether what a run was not given is missed: only where the description has what it is for.

use spec::model::SecurityKind;

use super::{Session, Stop};
use conformance_core::description::OperationId;
use conformance_core::missing_input::MissingInput;

impl Session {
    /// Why something is not tried that needs what the run was not given.
    #[must_use]
    pub fn missing(&self, input: MissingInput) -> Stop {
        if self.is_missed(&input) {
            Stop::MissingInput(input)
        } else {
            Stop::Skip(input.why().into_owned())
        }
    }

    /// Why an operation is not asked as an identity that has no credential that it takes.
    pub(super) fn missing_credential(&self, identity: &str) -> Stop {
        if identity == self.judged().name {
            return Stop::MissingInput(MissingInput::Credential);
        }
        let other = self.credentials.other();
        if other.is_some_and(|other| other.name == identity) {
            return Stop::MissingInput(MissingInput::OtherOrganization);
        }
        self.missing(MissingInput::of_identity(identity))
    }

    /// Why an operation is not asked whose path has a variable without a known value: only what
    /// some operation lists or makes can be found out.
    pub(super) fn missing_parameter(&self, operation: &str, name: &str) -> Stop {
        let mut resources = self.resources.iter();
        let told = |list: Option<OperationId>, create: Option<OperationId>| {
            list.is_some() || create.is_some()
        };
        if resources.any(|(_, one)| one.variable == name && told(one.list, one.create)) {
            return Stop::Skip(format!("{operation}: no value of {name} is known"));
        }
        Stop::MissingInput(MissingInput::Parameter(name.to_owned()))
    }

    fn is_missed(&self, input: &MissingInput) -> bool {
        let mut schemes = self.description.api.security_schemes.iter();
        match input {
            MissingInput::ApiKey => {
                schemes.any(|one| matches!(one.kind, SecurityKind::ApiKey { .. }))
            }
            MissingInput::TokenHost
            | MissingInput::Client
            | MissingInput::Reader
            | MissingInput::PublicClient
            | MissingInput::RedirectUri
            | MissingInput::User => schemes.any(|one| {
                let kind = &one.kind;
                matches!(
                    kind,
                    SecurityKind::OAuth2 { .. } | SecurityKind::OpenIdConnect { .. }
                )
            }),
            MissingInput::OtherOrganization => {
                let mut operations = self.description.api.operations.iter();
                operations.any(|one| !one.security.is_empty() && one.path.contains('{'))
            }
            _ => true,
        }
    }
}
