//! Reports missing inputs: only those that the description has a use for.

use spec::model::SecurityKind;

use super::{Session, Stop};
use conformance_core::description::OperationId;
use conformance_core::missing_input::MissingInput;

impl Session {
    /// Returns why something is not tried that needs a missing input.
    #[must_use]
    pub fn missing(&self, input: MissingInput) -> Stop {
        if self.is_missed(&input) {
            Stop::MissingInput(input)
        } else {
            Stop::Skip(input.why().into_owned())
        }
    }

    /// Returns why no request of an operation is sent as an identity without a credential that it
    /// accepts.
    pub(super) fn missing_credential(&self, identity: &str) -> Stop {
        if identity == self.primary().name {
            return Stop::MissingInput(MissingInput::Credential);
        }
        let other = self.credentials.other();
        if other.is_some_and(|other| other.name == identity) {
            return Stop::MissingInput(MissingInput::OtherOrganization);
        }
        self.missing(MissingInput::of_identity(identity))
    }

    /// Returns the reason that an operation is not called: its path has a variable without a known
    /// value. The run only knows values that an operation lists or creates.
    pub(super) fn missing_parameter(&self, operation: &str, name: &str) -> Stop {
        let mut resources = self.world.resources.iter();
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
