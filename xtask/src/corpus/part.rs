//! Predefined parts of the corpus.

/// A part, by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Part {
    /// Small and medium documents with many difficult constructs, for every test run.
    Ci,
}

impl Part {
    /// Returns the names of its documents.
    pub(super) const fn names(self) -> &'static [&'static str] {
        match self {
            Self::Ci => CI,
        }
    }
}

/// Documents that have revealed a bug, or are the only ones with a construct.
const CI: &[&str] = &[
    // Discriminators of every kind, `oneOf` beside properties, names that collide.
    "discriminators",
    // `additionalProperties` beside `properties`, untyped and mixed schemas, defaults.
    "schema-types",
    // Every style of parameters, in every place, and forms of several parts.
    "parameters-style",
    // OpenAPI 3.1: arrays of types, `const`, webhooks.
    "museum31",
    "placekit31",
    "exoapi31",
    // Webhooks only: no operation.
    "adyen-notify31",
    // Recursion, generated names, no tags.
    "ent",
    // Forms, files, streams, unions of strings and others.
    "openai-1.2",
    // Descriptions without `operationId`.
    "firecracker",
    "tinkoff",
    // Hundreds of schemas in `allOf`.
    "codat-commerce31",
    // Several success statuses, `x-ms-…`, headers of answers.
    "autorest-header",
    // Numbers in names, nullable everywhere.
    "twilio-content",
];
