{{ docs|code }}
//!
//! # Features
//!
//! - `full` (on by default): all types and all operations
{%- if let Some(tag) = tag %}. Without it, only those of the tags
//!   whose features are on, such as `{{ tag|code }}`
{%- endif %}.
//! - `webhooks` (part of `full`): the types of webhooks.
//! - `validate`: checks values against the constraints of the description.
#![deny(missing_docs)]
#![forbid(unsafe_code)]
#![allow(
    clippy::disallowed_names,
    clippy::doc_lazy_continuation,
    clippy::doc_overindented_list_items,
    clippy::enum_variant_names,
    clippy::large_enum_variant,
    clippy::should_implement_trait,
    clippy::struct_excessive_bools,
    clippy::type_complexity,
    clippy::unit_arg,
    rustdoc::bare_urls,
    rustdoc::broken_intra_doc_links,
    rustdoc::invalid_html_tags,
    reason = "names, sizes, types and prose are those of the description"
)]
{% if let Some(limit) = recursion_limit -%}
#![recursion_limit = {{ limit|code }}]
{% endif -%}

pub mod operations;
pub mod runtime;

{% include "rust/modules.rs" %}

{% include "rust/exports.rs" %}

pub use bytes;
pub use jiff;
pub use rust_decimal;
pub use serde_json;
pub use url;
pub use uuid;
