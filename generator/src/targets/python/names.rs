//! Names in Python: reserved by the language, by the base of models, or by the SDK.

use super::reserved::{DEVICES, FIELDS, METHODS, WORDS};
use crate::ir::names::{Case, Scope};
use crate::ir::{FieldNames, Language};

/// How Python writes names, and which are reserved.
pub(in crate::targets) static LANGUAGE: Language = Language {
    name: "the Python SDK",
    types: TYPES,
    operation_types: TYPES,
    operation_endings: &[],
    method: Case::Snake,
    methods: METHODS,
    operations: WORDS,
    group: Case::Snake,
    groups: &[
        "and",
        "as",
        "assert",
        "async",
        "await",
        "aux",
        "break",
        "class",
        "close",
        "com1",
        "com2",
        "com3",
        "com4",
        "com5",
        "com6",
        "com7",
        "com8",
        "com9",
        "con",
        "continue",
        "def",
        "del",
        "elif",
        "else",
        "except",
        "false",
        "finally",
        "for",
        "from",
        "global",
        "if",
        "import",
        "in",
        "is",
        "lambda",
        "lpt1",
        "lpt2",
        "lpt3",
        "lpt4",
        "lpt5",
        "lpt6",
        "lpt7",
        "lpt8",
        "lpt9",
        "none",
        "nonlocal",
        "not",
        "nul",
        "or",
        "pass",
        "prn",
        "raise",
        "return",
        "true",
        "try",
        "while",
        "with",
        "yield",
        "init",
        "from_environment",
        "request",
        "with_options",
    ],
    argument: Case::Snake,
    arguments: WORDS,
    settings: &[
        "and",
        "as",
        "assert",
        "async",
        "await",
        "break",
        "call_timeout",
        "class",
        "classmethod",
        "clock",
        "connect_timeout",
        "continue",
        "credentials",
        "def",
        "del",
        "elif",
        "else",
        "except",
        "false",
        "finally",
        "for",
        "from",
        "global",
        "headers",
        "http_client",
        "if",
        "import",
        "in",
        "is",
        "lambda",
        "middleware",
        "none",
        "nonlocal",
        "not",
        "observer",
        "or",
        "origin",
        "pass",
        "query",
        "raise",
        "response_limit",
        "retry",
        "return",
        "self",
        "servers",
        "timeout",
        "true",
        "try",
        "user_agent",
        "while",
        "with",
        "yield",
        "str",
        "int",
        "float",
        "by_scheme",
        "from_environment",
    ],
    credentials_apart: true,
    fields: FieldNames {
        case: Case::Snake,
        taken: FIELDS,
        mark: "_",
    },
    any_holds_null: false,
    records_are_values: false,
    reads_streams: true,
};

/// Names that the modules of models use.
const TYPES: &[&str] = &[
    "Annotated",
    "Any",
    "Base64",
    "Boolean",
    "Case",
    "Date",
    "DateTime",
    "Decimal",
    "DecimalNumber",
    "DecimalString",
    "False",
    "Field",
    "File",
    "Float",
    "Int32",
    "Int64",
    "IntegerEnum",
    "Literal",
    "Mapping",
    "Model",
    "None",
    "NotRequired",
    "Nullable",
    "OneOf",
    "Sequence",
    "StringEnum",
    "True",
    "TypeAlias",
    "TypeAliasType",
    "TypedDict",
    "TYPE_CHECKING",
    "UInt64",
    "Unknown",
    "Uuid",
    "Lazy",
];

/// Returns a scope for the arguments of a method.
pub(super) fn arguments() -> Names {
    Names::new(&[
        WORDS,
        &[
            "body",
            "options",
            "content_type",
            "inputs",
            "models",
            "ops",
            "errors",
        ],
    ])
}

/// Returns a scope for the modules of models.
pub(super) fn modules() -> Scope {
    let taken: Vec<_> = WORDS.iter().chain(DEVICES).copied().collect();
    Scope::new(Case::Snake, &taken)
}

/// A scope of names in snake case; a reserved word gets the suffix `_`, as is usual in Python.
pub(super) struct Names {
    words: Vec<&'static str>,
    scope: Scope,
}

impl Names {
    fn new(words: &[&[&'static str]]) -> Self {
        let words = words.concat();
        Self {
            scope: Scope::new(Case::Snake, &words),
            words,
        }
    }

    /// Returns an unused name; `suffix` is tried before numbers.
    pub(super) fn claim(&mut self, name: &str, suffix: &str) -> String {
        self.scope.claim_marked(name, suffix, &self.words, "_")
    }
}
