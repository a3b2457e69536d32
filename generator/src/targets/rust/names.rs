//! Rust identifiers: keywords and reserved names.

use crate::ir::{FieldNames, Language};

pub(super) use crate::ir::names::{Case, Scope, convert};

/// How Rust writes names.
pub(in crate::targets) static LANGUAGE: Language = Language {
    name: "Rust",
    types: RESERVED_TYPES,
    operation_types: OPERATION_TYPES,
    operation_endings: DERIVED,
    method: Case::Snake,
    methods: &METHOD_NAMES,
    operations: CLIENT_METHODS,
    group: Case::Snake,
    groups: &GROUP_NAMES,
    argument: Case::Snake,
    arguments: ARGUMENTS,
    settings: SETTINGS,
    credentials_apart: false,
    fields: FieldNames {
        case: Case::Snake,
        taken: &["additional", "unknown"],
        mark: "",
    },
    any_holds_null: true,
    // Unions are values as well: `boxing` decides for both.
    records_are_values: false,
    reads_streams: true,
};

/// Keywords of the 2024 edition, and those reserved for later ones.
const KEYWORDS: &[&str] = &[
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "do", "dyn",
    "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let",
    "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return",
    "static", "struct", "trait", "true", "try", "type", "typeof", "unsafe", "unsized", "use",
    "virtual", "where", "while", "yield",
];

/// Keywords that cannot be raw identifiers.
const NEVER_RAW: &[&str] = &["self", "super", "crate", "Self", "_"];

/// Type names that generated code uses itself.
const RESERVED_TYPES: &[&str] = &[
    "Arc",
    "Base64",
    "Box",
    "BTreeMap",
    "Bytes",
    "Clone",
    "Copy",
    "Date",
    "DateTime",
    "Debug",
    "Decimal",
    "DecimalNumber",
    "Decode",
    "DecodeError",
    "Decoder",
    "Default",
    "Drop",
    "EncodeError",
    "Err",
    "Eq",
    "Error",
    "Fields",
    "File",
    "Fn",
    "FnMut",
    "FnOnce",
    "From",
    "Future",
    "Hash",
    "Into",
    "IntoFuture",
    "IntoIterator",
    "Iterator",
    "Map",
    "Members",
    "Multipart",
    "None",
    "Object",
    "Ok",
    "Operation",
    "Option",
    "Ord",
    "PartialEq",
    "PartialOrd",
    "Parts",
    "Presence",
    "Result",
    "Self",
    "Send",
    "SerializeMap",
    "Sized",
    "Some",
    "String",
    "Sync",
    "ToOwned",
    "ToString",
    "TryFrom",
    "TryInto",
    "Uri",
    "Uuid",
    "Validate",
    "Validator",
    "Value",
    "Vec",
];

/// Reserved names of modules: parts of every crate, keywords that cannot be raw, crates that
/// generated code names, and Windows devices, which cannot be file names.
const RESERVED_MODULES: &[&str] = &[
    "alloc",
    "aux",
    "axum",
    "base64",
    "bytes",
    "com0",
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
    "core",
    "crate",
    "decode",
    "errors",
    "futures_core",
    "hmac",
    "http_body_util",
    "jiff",
    "lib",
    "lpt0",
    "lpt1",
    "lpt2",
    "lpt3",
    "lpt4",
    "lpt5",
    "lpt6",
    "lpt7",
    "lpt8",
    "lpt9",
    "main",
    "mod",
    "nul",
    "operations",
    "percent_encoding",
    "prn",
    "regex",
    "reqwest",
    "runtime",
    "rust_decimal",
    "self",
    "serde",
    "serde_json",
    "sha2",
    "std",
    "super",
    "tokio",
    "types",
    "url",
    "uuid",
];

/// Names of types that the client and server crates use themselves.
const OPERATION_TYPES: &[&str] = &[
    "Answer",
    "Api",
    "Arc",
    "Authenticator",
    "Box",
    "Bytes",
    "BuildError",
    "Caller",
    "Changes",
    "Client",
    "ClientBuilder",
    "ClientCredentials",
    "Context",
    "Credential",
    "Credentials",
    "Environment",
    "EnvironmentCredential",
    "Err",
    "Error",
    "Future",
    "Input",
    "Into",
    "ItemSource",
    "ItemStream",
    "Items",
    "None",
    "LogAttempts",
    "Middleware",
    "Observer",
    "Ok",
    "Operation",
    "Option",
    "Page",
    "Paging",
    "Pending",
    "Rejection",
    "Reply",
    "Request",
    "RequestOptions",
    "Result",
    "RetryPolicy",
    "SchemeKind",
    "Secret",
    "SecurityScheme",
    "Self",
    "ServerSentEvent",
    "Some",
    "String",
    "Telemetry",
    "Transport",
    "TransportError",
    "UntypedRequest",
    "Vec",
];

/// Suffixes of the names derived from an operation.
const DERIVED: &[&str] = &["Request", "Response", "Success", "Error", "Body"];

/// The methods that every client has.
const CLIENT_METHODS: &[&str] = &[
    "builder",
    "clone",
    "drop",
    "fmt",
    "from_environment",
    "from_variables",
    "new",
    "request",
    "with",
];

/// The methods of every group.
const METHODS: &[&str] = &["clone", "drop", "fmt", "new"];

/// Methods have better names than raw identifiers.
const METHOD_NAMES: [&str; KEYWORDS.len() + NEVER_RAW.len() + METHODS.len()] =
    joined([KEYWORDS, NEVER_RAW, METHODS]);
const GROUP_NAMES: [&str; KEYWORDS.len() + NEVER_RAW.len() + CLIENT_METHODS.len()] =
    joined([KEYWORDS, NEVER_RAW, CLIENT_METHODS]);

/// Returns some lists as one.
const fn joined<const ALL: usize>(lists: [&[&'static str]; 3]) -> [&'static str; ALL] {
    let mut all = [""; ALL];
    let (mut at, mut list) = (0, 0);
    while list < lists.len() {
        let mut item = 0;
        while item < lists[list].len() {
            all[at] = lists[list][item];
            (at, item) = (at + 1, item + 1);
        }
        list += 1;
    }
    all
}

/// The methods of every builder.
const SETTINGS: &[&str] = &[
    "new",
    "default",
    "variable",
    "server",
    "origin",
    "credentials",
    "timeout",
    "call_timeout",
    "transport",
    "from_variables",
    "connect_timeout",
    "user_agent",
    "response_limit",
    "retry",
    "observer",
    "http_client",
    "clock",
    "middleware",
    "default_header",
    "default_query",
    "parameter",
    "build",
    "self",
];

/// Names of arguments that the generated methods use themselves.
const ARGUMENTS: &[&str] = &[
    "self",
    "body",
    "api",
    "caller",
    "context",
    "request",
    "send",
    "with_options",
    "stream_body",
    "stream_file",
    "open_response",
    "all",
    "client",
    "input",
    "v",
];

/// Returns a scope for the modules of a crate.
pub(super) fn modules() -> Scope {
    Scope::new(Case::Snake, RESERVED_MODULES)
}

/// Returns an identifier, raw or with a suffix if it is a keyword.
pub(super) fn identifier(name: &str) -> String {
    if NEVER_RAW.contains(&name) {
        format!("{name}_")
    } else if KEYWORDS.contains(&name) {
        format!("r#{name}")
    } else {
        name.to_owned()
    }
}
