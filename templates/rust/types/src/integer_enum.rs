{{ docs|code }}
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum {{ name|code }} {
    {%- for variant in variants %}
    {{ variant.docs|code }}
    {{ variant.name|code }},
    {%- endfor %}
    /// A value that the description does not define (yet).
    Unknown(i64),
}

runtime::integer_enum!({{ name|code }} {
    {%- for variant in variants %}
    {{ variant.name|code }} = {{ variant.value|code }},
    {%- endfor %}
});

#[cfg(feature = "validate")]
impl runtime::Validate for {{ name|code }} {
    fn check(&self, v: &mut runtime::Validator) {
        v.closed_integer("", self.is_unknown(), Self::VALUES);
    }
}
