//! Names that are taken: by the language, by the runtime, by what every Java program uses.

use super::super::names::Case;
use super::super::sdk::Language;

/// How Java writes names.
pub(super) const LANGUAGE: Language = Language {
    name: "Java",
    types: TYPES,
    method: Case::Camel,
    methods: METHODS,
    group: Case::Camel,
    groups: METHODS,
    argument: Case::Camel,
    arguments: ARGUMENTS,
    settings: SETTINGS,
};

/// Types of the runtime, of the platform and of libraries that generated code names.
pub(super) const TYPES: &[&str] = &[
    "AnswerTooLargeException", "ApiException", "Body", "Builder", "Bytes", "Call",
    "CallTimeoutException", "Cancellation", "Client", "ClientBuilder", "ClientCredentials", "Clock",
    "Codec", "Codecs", "Connection", "Content", "Copies", "Credentials", "CredentialsException",
    "DecodeException", "Decoder", "DeprecationNotice", "Fields", "FilePart", "Guard",
    "HttpExchangeRequest", "HttpTransport", "Members", "Observer", "Operation", "PagedCall",
    "PageLoopException", "Paging", "Parameter", "Parts", "Presence", "RawResponse",
    "RequestException", "Response", "Result", "Retry", "RetryPolicy", "SdkException", "Secret",
    "SecurityScheme", "TokenProvider", "Transport", "TransportException",
    "UndeclaredAnswerException", "UnionCodec", "Unknown", "UnreadableAnswerException", "Verifier",
    "WebhookException",
    "BigDecimal", "BigInteger", "CompletableFuture", "Duration", "Function", "Instant", "JsonNode",
    "List", "LocalDate", "Map", "Objects", "OffsetDateTime", "Optional", "Serial", "Stream", "UUID",
    "Boolean", "Byte", "Character", "Class", "Comparable", "Deprecated", "Double", "Enum", "Error",
    "Exception", "Float", "FunctionalInterface", "Integer", "Iterable", "Long", "Math", "Module",
    "Number", "Object", "Override", "Package", "Process", "Record", "Runnable", "Runtime",
    "RuntimeException", "SafeVarargs", "Short", "String", "StringBuilder", "SuppressWarnings",
    "System", "Thread", "Throwable", "Void", "PackageInfo",
    // Devices of Windows, which files cannot be named after.
    "Con", "Prn", "Aux", "Nul", "Com1", "Com2", "Com3", "Com4", "Com5", "Com6", "Com7", "Com8",
    "Com9", "Lpt1", "Lpt2", "Lpt3", "Lpt4", "Lpt5", "Lpt6", "Lpt7", "Lpt8", "Lpt9",
];

macro_rules! with_words {
    ($($own:literal),* $(,)?) => {
        &[
            "abstract", "assert", "boolean", "break", "byte", "case", "catch", "char", "class",
            "const", "continue", "default", "do", "double", "else", "enum", "extends", "final",
            "finally", "float", "for", "goto", "if", "implements", "import", "instanceof", "int",
            "interface", "long", "native", "new", "package", "private", "protected", "public",
            "return", "short", "static", "strictfp", "super", "switch", "synchronized", "this",
            "throw", "throws", "transient", "try", "void", "volatile", "while", "true", "false",
            "null", "yield", "var", "record", "sealed", "permits",
            "clone", "equals", "finalize", "getClass", "hashCode", "notify", "notifyAll",
            "toString", "wait", $($own),*
        ]
    };
}

/// Names that no method of a group, and no group of a client, can have.
const METHODS: &[&str] = with_words!["builder", "connection"];

/// Names that no argument of a call can have: its setter would be one of the runtime.
const ARGUMENTS: &[&str] = with_words![
    "body", "connection", "send", "sendAsync", "sendWithResponse", "sendWithResponseAsync",
    "stream", "timeout", "idempotent", "header",
];

/// Names that no setting of a client can have.
const SETTINGS: &[&str] = with_words![
    "build", "connect", "variable", "server", "origin", "credentials", "timeout",
    "connectTimeout", "userAgent", "responseLimit", "retry", "observer", "transport", "clock",
];

/// Names that no property of a record can have.
pub(super) const PROPERTIES: &[&str] = with_words![
    "builder", "toBuilder", "build", "read", "write", "unknown", "additional", "in", "out", "from",
];

/// Names that no constant of an enumeration can have.
pub(super) const CONSTANTS: &[&str] = &["CODEC", "KNOWN"];
