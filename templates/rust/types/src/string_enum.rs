{{ docs|code }}
#[derive(Debug, Clone)]
pub enum {{ name|code }} {
    {%- for variant in variants %}
    {{ variant.docs|code }}
    {{ variant.name|code }},
    {%- endfor %}
    /// A value that the description does not define (yet).
    Unknown(String),
}

runtime::string_enum!({{ name|code }} {
    {%- for variant in variants %}
    {{ variant.name|code }} = {{ variant.value|code }},
    {%- endfor %}
});

#[cfg(feature = "validate")]
impl runtime::Validate for {{ name|code }} {
    {%- if closed %}
    fn check(&self, v: &mut runtime::Validator) {
        v.closed("", self.is_unknown(), Self::VALUES);
    }
    {%- endif %}
}
