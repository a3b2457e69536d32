{{ docs|code }}
//!
//! # Features
//!
//! - `full` (on by default): all operations
{%- if let Some(tag) = tag %}. Without it, only those of the tags whose
//!   features are on, such as `{{ tag|code }}`
{%- endif %}.
//! - `validate`: enables the feature of the same name of the types crate.
//! - `http2`, `rustls` (on by default): HTTP/2, and TLS by `rustls` with the system's root
//!   certificates.
//! - `webhooks` (on by default): verifies the signatures of webhooks, and has the types of events.
//! - `opentelemetry`: a middleware with spans and metrics.
//! - `testing`: a test kit for code that uses this client.
#![deny(missing_docs)]
#![forbid(unsafe_code)]
#![allow(
    clippy::disallowed_names,
    clippy::doc_lazy_continuation,
    clippy::doc_overindented_list_items,
    clippy::enum_variant_names,
    clippy::large_enum_variant,
    clippy::should_implement_trait,
    clippy::too_many_arguments,
    clippy::type_complexity,
    rustdoc::bare_urls,
    rustdoc::broken_intra_doc_links,
    rustdoc::invalid_html_tags,
    reason = "names, sizes and prose are those of the description"
)]
{% if let Some(limit) = recursion_limit -%}
#![recursion_limit = {{ limit|code }}]
{% endif -%}

mod decode;
/// The examples of the README are tested.
#[cfg(all(doctest, feature = "full", feature = "testing"))]
#[doc = include_str!("../README.md")]
mod readme {}
pub mod runtime;

{% include "rust/modules.rs" %}

{% include "rust/exports.rs" %}
pub use self::decode::decode;
#[cfg(feature = "opentelemetry")]
pub use self::runtime::Telemetry;
#[cfg(feature = "testing")]
pub use self::runtime::testing;
#[cfg(feature = "webhooks")]
pub use self::runtime::webhook;
pub use self::runtime::{
    Changes, Client, ClientBuilder, ClientCredentials, Credentials, Error, ItemSource, ItemStream,
    LogAttempts, Middleware, Observer, RequestOptions, RetryPolicy, Secret, ServerSentEvent,
    Transport, TransportError, UntypedRequest,
};
pub use types;

use self::runtime::{Api, BuildError, Environment, SchemeKind, SecurityScheme};

static API: Api = Api {
    operations: types::operations::ALL,
    variables: &[{{ variable_defaults|code }}],
    globals: &[
        {%- for global in globals %}
        runtime::Global {
            name: {{ global.wire|code }},
            setting: {{ global.setting|code }},
        },
        {%- endfor %}
    ],
    schemes: &[{{ schemes|code }}],
    messages: runtime::Messages {
        named: &[{{ named_messages|code }}],
        texts: &[{{ messages|code }}],
        lists: &[{{ error_lists|code }}],
    },
    elsewhere: &[{{ elsewhere|code }}],
    untyped: &types::runtime::Operation {
        id: "request",
        method: "",
        path: "",
        server: {{ untyped.server|code }},
        parameters: &[],
        body: None,
        responses: &[],
        security: &[{{ untyped.security|code }}],
        idempotent: false,
        idempotency: None,
        deprecation: None,
    },
    environment: Environment {
        servers: &[{{ environment.servers|code }}],
        parameters: &[{{ environment.parameters|code }}],
        credentials: &[
            {%- for credential in environment.credentials %}
            runtime::EnvironmentCredential {
                scheme: {{ credential.scheme|code }},
                secret: {{ credential.secret|code }},
                user: {{ credential.user|code }},
                client: {{ credential.client|code }},
                resource: {{ credential.resource|code }},
            },
            {%- endfor %}
        ],
    },
    log_variable: {{ log_variable|code }},
};

impl Client {
    /// Returns a builder that sets up a client.
    pub fn builder() -> ClientBuilder {
        ClientBuilder::new(&API)
    }

    /// Returns a builder that is set up from environment variables:
    {{ environment.docs|code }}
    ///
    /// # Errors
    /// Returns an error if only one of two variables is set that belong together.
    pub fn from_environment() -> Result<ClientBuilder, BuildError> {
        Self::from_variables(|name| std::env::var(name).ok())
    }

    /// Returns a builder that is set up as by [`Client::from_environment`], from other variables.
    ///
    /// # Errors
    /// Returns an error if only one of two variables is set that belong together.
    pub fn from_variables(
        lookup: impl ::std::ops::Fn(&str) -> Option<String>,
    ) -> Result<ClientBuilder, BuildError> {
        ClientBuilder::from_variables(&API, lookup)
    }
}

{% if !settings.is_empty() %}
impl ClientBuilder {
    {%- for setting in settings %}
    {{ setting.docs|code }}
    {%- if setting.is_credential %}
    pub fn {{ setting.name|code }}(self, credentials: impl Into<Credentials>) -> Self {
        self.credentials({{ setting.wire|code }}, credentials)
    }
    {%- else %}
    pub fn {{ setting.name|code }}(self, value: impl Into<String>) -> Self {
        self.variable({{ setting.wire|code }}, value)
    }
    {%- endif %}
    {%- endfor %}
}
{% endif %}

{% if !globals.is_empty() %}
impl ClientBuilder {
    {%- for global in globals %}
    {{ global.docs|code }}
    pub fn {{ global.name|code }}(self, {{ global.name|code }}: {{ global.ty|code }}) -> Self {
        self.parameter({{ global.wire|code }}, {{ global.value|code }})
    }
    {%- endfor %}
}

impl Changes {
    {%- for global in globals %}
    {{ global.docs|code }}
    pub fn {{ global.name|code }}(self, {{ global.name|code }}: {{ global.ty|code }}) -> Self {
        self.parameter({{ global.wire|code }}, {{ global.value|code }})
    }
    {%- endfor %}
}
{% endif %}

{% if needs_unused %}
/// Marks the runtime as used, because a description without credentials or operations does not need
/// all of it.
const _: fn(SecurityScheme) -> SchemeKind = |scheme| scheme.kind;
{% endif %}
