//! Names that the runtime has taken.

use super::super::names::Case;
use super::super::sdk::Language;

/// How Go writes names.
pub(super) const LANGUAGE: Language = Language {
    name: "Go",
    types: TYPES,
    method: Case::Pascal,
    methods: &[],
    group: Case::Pascal,
    groups: &["Core", "Format", "GoString", "LogValue", "String"],
    argument: Case::Camel,
    arguments: ARGUMENTS,
    settings: &[],
};

/// What the runtime exports.
const TYPES: &[&str] = &[
    "APIError",
    "Client",
    "ClientCredentials",
    "Clock",
    "Credentials",
    "CredentialsError",
    "Date",
    "DateOf",
    "Decimal",
    "DecimalNumber",
    "DecimalOf",
    "DecodeError",
    "DefaultRetryPolicy",
    "Deprecation",
    "ErrMalformedSignature",
    "ErrMissingSignature",
    "ErrNoSecret",
    "ErrSignatureMismatch",
    "File",
    "MustDecimal",
    "New",
    "NewSecret",
    "NewVerifier",
    "Nothing",
    "Null",
    "Observer",
    "Option",
    "Optional",
    "PageLoopError",
    "ParseDate",
    "ParseDecimal",
    "ParseWebhook",
    "RawResponse",
    "RequestError",
    "RequestOption",
    "Retry",
    "RetryPolicy",
    "Secret",
    "SignWebhook",
    "SignatureHeader",
    "Some",
    "TimeoutError",
    "TokenProvider",
    "TooLargeError",
    "TransportError",
    "UndeclaredError",
    "UnreadableError",
    "Verifier",
    "Version",
    "WithAttemptTimeout",
    "WithClock",
    "WithHTTPClient",
    "WithHeader",
    "WithIdempotent",
    "WithObserver",
    "WithOrigin",
    "WithRawResponse",
    "WithResponseLimit",
    "WithRetry",
    "WithServer",
    "WithTimeout",
    "WithUserAgent",
];

/// The exported names, for a scope of all that the package declares.
pub(super) const fn taken() -> &'static [&'static str] {
    TYPES
}

/// Keywords, what the language declares beforehand, and what methods have of their own.
const ARGUMENTS: &[&str] = &[
    "any", "append", "bool", "body", "break", "byte", "cap", "case", "chan", "clear", "close",
    "complex", "complex128", "complex64", "const", "context", "continue", "copy", "ctx",
    "default", "defer", "delete", "else", "error", "fallthrough", "false", "float32", "float64",
    "for", "func", "go", "goto", "if", "imag", "import", "int", "int16", "int32", "int64", "int8",
    "interface", "iota", "items", "iter", "len", "make", "map", "max", "min", "new", "newRequest",
    "newUUID", "nil", "ok", "options", "package", "page", "panic", "params", "pointerTo", "print",
    "println", "range", "real", "recover", "request", "return", "rune", "s", "select", "string",
    "struct", "switch", "time", "true", "type", "uint", "uint16", "uint32", "uint64", "uint8",
    "uintptr", "valueOf", "var", "wire", "oneOf", "nothingOf", "fileType", "operation",
];
