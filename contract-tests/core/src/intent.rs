//! Why a request is sent.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::validate::{Constraint, Mismatch};

/// What a request exercises.
///
/// Each operation gets requests with each intent that applies to it, and the report shows for each
/// pair whether it was exercised.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Intent {
    /// A request that the description allows.
    Valid,
    /// A request with values at the edges of what is allowed.
    Boundary,
    /// A request that is allowed but unusual: any Unicode, empty, very long.
    Odd,
    /// A required parameter or property is left out.
    ViolatesRequired,
    /// A value of another type.
    ViolatesType,
    /// A value that the enumeration does not list.
    ViolatesEnum,
    /// A number or a count just outside of its range.
    ViolatesBounds,
    /// A string that is too short or too long.
    ViolatesLength,
    /// A string that does not match its pattern.
    ViolatesPattern,
    /// A string that does not follow its format.
    ViolatesFormat,
    /// A body that does not match its media type.
    MalformedBody,
    /// A body of a media type that is not declared.
    WrongMediaType,
    /// A body that is far too large.
    Oversized,
    /// Properties that no schema names.
    UnknownFields,
    /// Query parameters that no operation names.
    UnknownQuery,
    /// No credential.
    WithoutCredential,
    /// A credential that was never valid.
    WrongCredential,
    /// A credential that has expired.
    ExpiredCredential,
    /// A credential with one character changed.
    TamperedCredential,
    /// The credential of another organization.
    OtherOrganization,
    /// The older kind of credential.
    LegacyCredential,
    /// HEAD instead of GET.
    Head,
    /// A method that the path does not have.
    UndeclaredMethod,
    /// A path parameter that names nothing.
    UnknownResource,
    /// A step in a sequence of requests.
    Sequence,
    /// A request that one check sends for itself.
    Probe,
}

impl Intent {
    /// The intents of the plan, in its order. Those that only checks use are not included.
    pub const PLANNED: [Self; 24] = [
        Self::Valid,
        Self::Boundary,
        Self::Odd,
        Self::ViolatesRequired,
        Self::ViolatesType,
        Self::ViolatesEnum,
        Self::ViolatesBounds,
        Self::ViolatesLength,
        Self::ViolatesPattern,
        Self::ViolatesFormat,
        Self::MalformedBody,
        Self::WrongMediaType,
        Self::Oversized,
        Self::UnknownFields,
        Self::UnknownQuery,
        Self::WithoutCredential,
        Self::WrongCredential,
        Self::ExpiredCredential,
        Self::TamperedCredential,
        Self::OtherOrganization,
        Self::LegacyCredential,
        Self::Head,
        Self::UndeclaredMethod,
        Self::UnknownResource,
    ];

    /// The name in reports and on the command line.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Valid => "valid",
            Self::Boundary => "boundary",
            Self::Odd => "odd",
            Self::ViolatesRequired => "violates-required",
            Self::ViolatesType => "violates-type",
            Self::ViolatesEnum => "violates-enum",
            Self::ViolatesBounds => "violates-bounds",
            Self::ViolatesLength => "violates-length",
            Self::ViolatesPattern => "violates-pattern",
            Self::ViolatesFormat => "violates-format",
            Self::MalformedBody => "malformed-body",
            Self::WrongMediaType => "wrong-media-type",
            Self::Oversized => "oversized",
            Self::UnknownFields => "unknown-fields",
            Self::UnknownQuery => "unknown-query",
            Self::WithoutCredential => "without-credential",
            Self::WrongCredential => "wrong-credential",
            Self::ExpiredCredential => "expired-credential",
            Self::TamperedCredential => "tampered-credential",
            Self::OtherOrganization => "other-organization",
            Self::LegacyCredential => "legacy-credential",
            Self::Head => "head",
            Self::UndeclaredMethod => "undeclared-method",
            Self::UnknownResource => "unknown-resource",
            Self::Sequence => "sequence",
            Self::Probe => "probe",
        }
    }

    /// Returns whether the request follows the description completely, so that it should be
    /// accepted.
    #[must_use]
    pub const fn is_allowed(self) -> bool {
        matches!(
            self,
            Self::Valid | Self::Boundary | Self::Odd | Self::UnknownFields | Self::UnknownQuery
        )
    }

    /// Returns whether the request violates the description, so that it should be refused.
    #[must_use]
    pub const fn is_violation(self) -> bool {
        matches!(
            self,
            Self::ViolatesRequired
                | Self::ViolatesType
                | Self::ViolatesEnum
                | Self::ViolatesBounds
                | Self::ViolatesLength
                | Self::ViolatesPattern
                | Self::ViolatesFormat
                | Self::MalformedBody
                | Self::WrongMediaType
                | Self::Oversized
        )
    }

    /// Returns whether violated constraints are those that the request means to violate. In a URL,
    /// every value is text: `7` for an identifier is of another format, not of another type.
    #[must_use]
    pub fn is_among(self, violated: &[Mismatch]) -> bool {
        let is_of_type = |one: &Mismatch| {
            matches!(
                one.constraint,
                Constraint::Type | Constraint::Null | Constraint::Union
            )
        };
        match self {
            Self::ViolatesType => violated.iter().any(is_of_type),
            _ => !violated.is_empty(),
        }
    }
}

impl fmt::Display for Intent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
