//! Why a request is sent.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Why a request is sent: what it is an example of.
///
/// Each operation is asked with each intent that applies to it; the report says of each pair
/// whether it was exercised.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Intent {
    /// A request that the description allows.
    Valid,
    /// A request with values at the edges of what is allowed.
    Boundary,
    /// A request that is allowed and unusual: any Unicode, empty, very long.
    Odd,
    /// A parameter or property that is required is left out.
    ViolatesRequired,
    /// A value of another type.
    ViolatesType,
    /// A value that the list does not have.
    ViolatesEnum,
    /// A number or a count just out of its range.
    ViolatesBounds,
    /// A string that is too short or too long.
    ViolatesLength,
    /// A string that does not match its pattern.
    ViolatesPattern,
    /// A string that is not of its format.
    ViolatesFormat,
    /// A body that is not what its media type says.
    MalformedBody,
    /// A body of a media type that is not declared.
    WrongMediaType,
    /// A body that is far too large.
    Oversized,
    /// Members that no schema names.
    UnknownFields,
    /// Query parameters that no operation names.
    UnknownQuery,
    /// No credential.
    WithoutCredential,
    /// A credential that was never valid.
    WrongCredential,
    /// A credential that was valid.
    ExpiredCredential,
    /// A credential with one character changed.
    TamperedCredential,
    /// The credential of another organization.
    OtherOrganization,
    /// The older kind of credential.
    LegacyCredential,
    /// HEAD in place of GET.
    Head,
    /// A method that the path does not have.
    UndeclaredMethod,
    /// A path parameter that names nothing.
    UnknownResource,
    /// A step in a sequence of requests.
    Sequence,
    /// A request of one check's own.
    Probe,
}

impl Intent {
    /// All intents of the plan, in its order; those of checks' own are not in it.
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

    /// Returns whether the request keeps every word of the description, so that it should be
    /// accepted.
    #[must_use]
    pub const fn is_allowed(self) -> bool {
        matches!(
            self,
            Self::Valid | Self::Boundary | Self::Odd | Self::UnknownFields | Self::UnknownQuery
        )
    }

    /// Returns whether the request breaks the description's word on its input, so that it should be
    /// refused.
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
}

impl fmt::Display for Intent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
