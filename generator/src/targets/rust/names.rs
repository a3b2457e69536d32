//! Rust identifiers: keywords and reserved names.

pub(super) use crate::ir::names::{Case, Scope, convert};

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

/// Returns a scope for the types of a crate.
pub(super) fn types() -> Scope {
    Scope::new(Case::Pascal, RESERVED_TYPES)
}

/// Returns a scope for the modules of a crate.
pub(super) fn modules() -> Scope {
    Scope::new(Case::Snake, RESERVED_MODULES)
}

/// Returns a scope for methods that have a better name than a raw identifier.
pub(super) fn methods(reserved: &[&str]) -> Scope {
    Scope::new(Case::Snake, &[KEYWORDS, NEVER_RAW, reserved].concat())
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
