{% for module in modules -%}
{% if let Some(condition) = module.condition %}#[cfg({{ condition|code }})]
{% endif -%}
mod {{ module.name|code }};
{% endfor %}