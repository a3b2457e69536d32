{{ docs|code }}
#[derive(Debug, Clone, PartialEq)]
pub enum {{ name|code }} {
    {%- for variant in variants %}
    {{ variant.docs|code }}
    {{ variant.name|code }}({{ variant.ty|code }}),
    {%- endfor %}
    /// A kind of value that the description does not define (yet).
    Unknown(Value),
}

{% if let Some(property) = property -%}
runtime::union!({{ name|code }} by {{ property|code }} {
    {%- for variant in variants %}
    {{ variant.name|code }} = {{ variant.matcher|code }},
    {%- endfor %}
});
{%- else -%}
impl {{ name|code }} {
    /// The conditions for each kind of value, in order.
    const GUARDS: &[runtime::Guard] = &[
        {%- for variant in variants %}
        {{ variant.matcher|code }},
        {%- endfor %}
    ];
}

runtime::union!({{ name|code }} by guards {
    {%- for variant in variants %}
    {{ variant.name|code }},
    {%- endfor %}
});
{%- endif %}

{% for conversion in conversions %}
impl From<{{ conversion.ty|code }}> for {{ name|code }} {
    fn from(value: {{ conversion.ty|code }}) -> Self {
        Self::{{ conversion.name|code }}({{ conversion.value|code }})
    }
}
{% endfor %}

#[cfg(feature = "validate")]
impl runtime::Validate for {{ name|code }} {
    fn check(&self, v: &mut runtime::Validator) {
        {%- if has_checked %}
        match self {
            {%- for variant in variants %}
            {%- if let Some(check) = variant.check %}
            Self::{{ variant.name|code }}(value) => {
                {{ check|code }}
            }
            {%- endif %}
            {%- endfor %}
            Self::Unknown(_) => v.violation("", "oneOf", "must match one of the declared types"),
            {%- if has_unchecked %}
            _ => {}
            {%- endif %}
        }
        {%- else %}
        if let Self::Unknown(_) = self {
            v.violation("", "oneOf", "must match one of the declared types");
        }
        {%- endif %}
    }
}
