//! The codes of all diagnostics. They are stable: scripts and issue trackers refer to them.
//!
//! Each code is explained in a file in `explain/`; a code without a file does not compile.

use serde::Serialize;

macro_rules! codes {
    ($($(#[doc = $doc:literal])+ $name:ident = $text:literal,)*) => {
        /// The kind of a diagnostic.
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

            /// Returns what the code means, as one sentence.
            #[must_use]
            pub const fn title(self) -> &'static str {
                match self {
                    $(Self::$name => concat!($($doc, "\n"),+).trim_ascii(),)*
                }
            }

            /// Returns the file that explains it.
            pub(super) const fn page(self) -> &'static str {
                match self {
                    $(Self::$name => include_str!(concat!("explain/", $text, ".md")),)*
                }
            }
        }
    };
}

codes! {
    /// A file cannot be read.
    UnreadableFile = "unreadable-file",
    /// The text is not valid YAML or JSON.
    Syntax = "syntax",
    /// An object has two members of the same name.
    DuplicateKey = "duplicate-key",
    /// The description is larger, deeper or more repetitive than is sensible.
    BudgetExceeded = "budget-exceeded",
    /// The file uses a construct of YAML that JSON does not have.
    UnsupportedYaml = "unsupported-yaml",
    /// Readers disagree on the value of a scalar.
    AmbiguousScalar = "ambiguous-scalar",
    /// A name has a control character or an invisible character.
    HiddenCharacter = "hidden-character",
    /// The document does not say that it is OpenAPI 3.0, 3.1 or 3.2.
    UnsupportedVersion = "unsupported-version",
    /// A value is of another type than OpenAPI asks for.
    WrongType = "wrong-type",
    /// A field that OpenAPI requires is missing.
    MissingField = "missing-field",
    /// A field has a value that OpenAPI does not allow.
    InvalidValue = "invalid-value",
    /// OpenAPI does not define this field here.
    UnknownField = "unknown-field",
    /// An object has fields that exclude each other, or one that has no effect there.
    ExclusiveFields = "exclusive-fields",
    /// A reference cannot be resolved.
    UnresolvedReference = "unresolved-reference",
    /// References lead in a cycle with nothing in it.
    CircularReference = "circular-reference",
    /// A reference leaves the folder of the description, or to the network.
    ForbiddenReference = "forbidden-reference",
    /// A reference leads to an object of another kind than is needed.
    MismatchedReference = "mismatched-reference",
    /// Two operations have the same `operationId`.
    DuplicateOperationId = "duplicate-operation-id",
    /// Two paths match the same requests.
    AmbiguousPath = "ambiguous-path",
    /// A path template and its path parameters do not agree.
    PathParameter = "path-parameter",
    /// A parameter is defined twice.
    DuplicateParameter = "duplicate-parameter",
    /// A security requirement names a scheme or a scope that is not defined.
    UnknownSecurity = "unknown-security",
    /// The parts of an `allOf` exclude each other.
    ConflictingAllOf = "conflicting-all-of",
    /// A discriminator cannot tell the members of a union apart.
    Discriminator = "discriminator",
    /// No value can meet these constraints.
    ImpossibleConstraint = "impossible-constraint",
    /// A default or an example is not valid against its own schema.
    InvalidExample = "invalid-example",
    /// A regular expression is not valid, or not ECMA-262.
    InvalidPattern = "invalid-pattern",
    /// The target of an overlay is not a query (RFC 9535), or selects what cannot be changed.
    OverlayTarget = "overlay-target",
    /// A part of the description is not used, because something in it is wrong.
    LeftOut = "left-out",
    /// Generated code cannot express a construct.
    UnsupportedConstruct = "unsupported-construct",
}

impl Code {
    /// Returns whether such an error affects only the part that it is in.
    pub(crate) const fn is_local(self) -> bool {
        matches!(
            self,
            Self::WrongType
                | Self::MissingField
                | Self::InvalidValue
                | Self::ExclusiveFields
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
