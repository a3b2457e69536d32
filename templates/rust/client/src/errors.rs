//! Error types that several operations share.

{% for error in types %}
{{ error.docs|code }}
{%- if let Some(condition) = error.condition %}
#[cfg({{ condition|code }})]
{%- endif %}
#[derive(Debug)]
#[non_exhaustive]
pub enum {{ error.name|code }} {
    {%- for variant in error.variants %}
    {{ variant.docs|code }}
    {{ variant.name|code }}{{ variant.ty|code }},
    {%- endfor %}
}
{% endfor %}
