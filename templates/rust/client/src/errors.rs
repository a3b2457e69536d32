//! Error types that several operations share.

{% for error in types %}
{{ error.docs|code }}
#[derive(Debug)]
#[non_exhaustive]
pub enum {{ error.name|code }} {
    {%- for variant in error.variants %}
    {{ variant.docs|code }}
    {{ variant.name|code }}{{ variant.ty|code }},
    {%- endfor %}
}
{% endfor %}
