{{ docs|code }}
#![deny(missing_docs)]
#![forbid(unsafe_code)]
#![allow(
    clippy::disallowed_names,
    clippy::doc_lazy_continuation,
    clippy::doc_overindented_list_items,
    clippy::enum_variant_names,
    clippy::large_enum_variant,
    clippy::type_complexity,
    clippy::wrong_self_convention,
    rustdoc::bare_urls,
    rustdoc::broken_intra_doc_links,
    rustdoc::invalid_html_tags,
    reason = "names, sizes and prose are those of the description"
)]
{% if let Some(limit) = recursion_limit -%}
#![recursion_limit = {{ limit|code }}]
{% endif -%}

pub mod runtime;

{% for tag in tags -%}
pub mod {{ tag.module|code }};
{% endfor %}

{% for tag in tags -%}
pub use self::{{ tag.module|code }}::{{ tag.name|code }};
{% endfor %}
pub use types;

/// The security schemes of the description.
pub static SCHEMES: &[runtime::Scheme] = &[{{ schemes|code }}];

{% if !tags.is_empty() %}
/// All operations of the description.
pub trait Api: {% for tag in tags %}{% if !loop.first %} + {% endif %}{{ tag.name|code }}{% endfor %} {}

impl<A: {% for tag in tags %}{% if !loop.first %} + {% endif %}{{ tag.name|code }}{% endfor %}> Api for A {}

/// Returns the routes of all operations.
pub fn routes<A: Api>(api: A) -> runtime::Routes {
    let api = std::sync::Arc::new(api);
    runtime::Routes::default()
    {%- for tag in tags %}
        .merge({{ tag.module|code }}::routes(&api))
    {%- endfor %}
}

/// Returns a router of all operations, with the default [`Config`](runtime::Config).
pub fn router<A: Api>(api: A) -> axum::Router {
    routes(api).into_router(runtime::Config::default())
}
{% endif %}
