//! The codes of all complaints. They are stable: scripts and issue trackers refer to them.

use serde::Serialize;

macro_rules! codes {
    ($($(#[doc = $doc:literal])+ $name:ident = $text:literal,)*) => {
        /// What kind of complaint a diagnostic is.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
        #[serde(rename_all = "kebab-case")]
        pub enum Code {
            $($(#[doc = $doc])+ $name,)*
        }

        impl Code {
            /// Every code.
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];

            /// The code as it is printed.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$name => $text,)*
                }
            }

            /// What the code stands for.
            #[must_use]
            pub const fn explanation(self) -> &'static str {
                match self {
                    $(Self::$name => concat!($($doc, "\n"),+).trim_ascii(),)*
                }
            }
        }
    };
}

codes! {
    /// A file cannot be read.
    UnreadableFile = "unreadable-file",
    /// The text is not YAML or JSON.
    Syntax = "syntax",
    /// An object has two members of the same name.
    DuplicateKey = "duplicate-key",
    /// The description is larger, deeper or more repetitive than is sensible.
    BudgetExceeded = "budget-exceeded",
    /// A construct of YAML that JSON has no equal for.
    UnsupportedYaml = "unsupported-yaml",
    /// A scalar that different readers take for different things.
    AmbiguousScalar = "ambiguous-scalar",
    /// A control character or an invisible direction mark where it can only mislead.
    HiddenCharacter = "hidden-character",
    /// The document does not say that it is OpenAPI 3.0 or 3.1.
    UnsupportedVersion = "unsupported-version",
    /// A value is not of the type that OpenAPI asks for.
    WrongType = "wrong-type",
    /// A field that OpenAPI requires is not there.
    MissingField = "missing-field",
    /// A field has a value that OpenAPI does not allow.
    InvalidValue = "invalid-value",
    /// A field that OpenAPI does not know at this place.
    UnknownField = "unknown-field",
    /// A reference leads nowhere.
    UnresolvedReference = "unresolved-reference",
    /// References lead in a circle without anything in it.
    CircularReference = "circular-reference",
    /// A reference leads out of the folder of the description, or to the network.
    ForbiddenReference = "forbidden-reference",
    /// A reference leads to something of another kind than is needed.
    MismatchedReference = "mismatched-reference",
    /// Two operations have the same operationId.
    DuplicateOperationId = "duplicate-operation-id",
    /// Two operations answer to the same method and path.
    AmbiguousPath = "ambiguous-path",
    /// A path template and its path parameters do not agree.
    PathParameter = "path-parameter",
    /// A parameter is given twice.
    DuplicateParameter = "duplicate-parameter",
    /// A security requirement names a scheme that is not there, or a scope it does not have.
    UnknownSecurity = "unknown-security",
    /// The members of an `allOf` exclude each other.
    ConflictingAllOf = "conflicting-all-of",
    /// A discriminator that cannot tell the members of a union apart.
    Discriminator = "discriminator",
    /// Constraints that no value can meet.
    ImpossibleConstraint = "impossible-constraint",
    /// A default or an example that breaks its own schema.
    InvalidExample = "invalid-example",
    /// A regular expression that is not valid, or not ECMA-262.
    InvalidPattern = "invalid-pattern",
    /// The target of an overlay's action is no query (RFC 9535), or selects what cannot be changed so.
    OverlayTarget = "overlay-target",
    /// A thing that is not used because of a fault in it, which is said, too.
    LeftOut = "left-out",
    /// A construct that a target cannot express.
    UnsupportedConstruct = "unsupported-construct",
}

impl Code {
    /// Whether such a fault concerns nothing but the thing that it stands in.
    pub(crate) const fn is_local(self) -> bool {
        matches!(
            self,
            Self::WrongType
                | Self::MissingField
                | Self::InvalidValue
                | Self::DuplicateKey
                | Self::DuplicateParameter
                | Self::UnresolvedReference
                | Self::MismatchedReference
        )
    }
}

impl std::fmt::Display for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}
