{{ docs|code }}
#[derive({{ derives|code }})]
pub struct {{ name|code }}(pub {{ inner|code }});

{% if string -%}
runtime::string_newtype!({{ name|code }});
{%- else -%}
runtime::newtype!({{ name|code }}, {{ inner|code }});
{%- endif %}

#[cfg(feature = "validate")]
impl runtime::Validate for {{ name|code }} {
    {%- if !checks.is_empty() %}
    fn check(&self, v: &mut runtime::Validator) {
        let value = &self.0;
        {%- for check in checks %}
        {{ check|code }}
        {%- endfor %}
    }
    {%- endif %}
}
