{% for module in modules -%}
{% if let Some(condition) = module.condition %}#[cfg({{ condition|code }})]
{% endif -%}
pub use self::{{ module.name|code }}::*;
{% endfor %}