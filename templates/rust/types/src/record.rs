{{ docs|code }}
#[derive(Debug, Clone, PartialEq{% if default %}, Default{% endif %})]
pub struct {{ name|code }} {
    {%- for field in fields %}
    {{ field.docs|code }}
    pub {{ field.name|code }}: {{ field.ty|code }},
    {%- endfor %}
    {%- match rest %}
    {%- when Rest::None %}
    {%- when Rest::Additional(value, _) %}
    /// Properties whose names the description does not fix.
    pub additional: BTreeMap<String, {{ value|code }}>,
    {%- when Rest::Unknown %}
    /// Properties that the description does not define, kept as received.
    pub unknown: Map<String, Value>,
    {%- endmatch %}
}

runtime::object!({{ name|code }} {
    {%- for field in fields %}
    {{ field.access|code }} {{ field.name|code }} = {{ field.wire|code }},
    {%- endfor %}
    {%- match rest %}
    {%- when Rest::None %}
    {%- when Rest::Additional(_, _) %}
    ..additional
    {%- when Rest::Unknown %}
    ..unknown
    {%- endmatch %}
});

{% if let Some(constructor) = constructor -%}
runtime::new!({{ constructor|code }});
{%- endif %}

{% if let Some(multipart) = multipart -%}
impl runtime::Multipart for {{ name|code }} {
    fn write(&self, parts: &mut runtime::Parts) -> Result<(), runtime::EncodeError> {
        {%- for statement in multipart.writes %}
        {{ statement|code }};
        {%- endfor %}
        Ok(())
    }

    fn read(parts: &mut runtime::Parts) -> Result<Self, runtime::DecodeError> {
        Ok(Self {
            {%- for read in multipart.reads %}
            {{ read|code }},
            {%- endfor %}
        })
    }
}
{%- endif %}

#[cfg(feature = "validate")]
impl runtime::Validate for {{ name|code }} {
    {%- if !checks.is_empty() %}
    fn check(&self, v: &mut runtime::Validator) {
        {%- for check in checks %}
        {{ check|code }}
        {%- endfor %}
    }
    {%- endif %}
}
