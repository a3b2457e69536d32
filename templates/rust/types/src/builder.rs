#[cfg(feature = {{ feature|code }})]
mod {{ module|code }} {
    {%- for import in imports %}
    use {{ import|code }};
    {%- endfor %}

    impl {{ name|code }} {
        /// Starts a builder{% if !generics.is_empty() %}; `build` is there once every required property is set{% endif %}.
        pub fn builder() -> {{ type_name|code }} {
            {{ type_name|code }} {
                {%- for field in fields %}
                {{ field.name|code }}: {{ field.initial|code }},
                {%- endfor %}
            }
        }
    }

    /// Builds {{ article|code }}
    {%- if !generics.is_empty() %}
    ///
    /// A required property that is not set yet is `Missing` in the type of the builder.
    {%- endif %}
    #[must_use]
    pub struct {{ type_name|code }}{% if !generics.is_empty() %}<{% for generic in generics %}{{ generic.name|code }} = Missing{% if !loop.last %}, {% endif %}{% endfor %}>{% endif %} {
        {%- for field in fields %}
        {{ field.name|code }}: {{ field.stored|code }},
        {%- endfor %}
    }

    impl{{ generics_of_impl|code }} {{ type_name|code }}{{ generics_of_impl|code }} {
        {%- for field in fields %}
        {{ field.docs|code }}
        {%- if let Some(after) = field.after %}
        pub fn {{ field.name|code }}(self, {{ field.name|code }}: impl Into<{{ field.ty|code }}>) -> {{ type_name|code }}<{{ after|code }}> {
            {{ type_name|code }} {
                {%- for other in fields %}
                {%- if other.index == field.index %}
                {{ other.name|code }}: {{ other.name|code }}.into(),
                {%- else %}
                {{ other.name|code }}: self.{{ other.name|code }},
                {%- endif %}
                {%- endfor %}
            }
        }
        {%- else %}
        pub fn {{ field.name|code }}(mut self, {{ field.name|code }}: impl Into<{{ field.ty|code }}>) -> Self {
            self.{{ field.name|code }} = {{ field.set|code }};
            self
        }
        {%- endif %}
        {%- endfor %}
    }

    {# Derived, this and `Clone` would be a sixth of what it takes to check the crate. #}
    {#- -#}
    impl{{ generics_of_impl|code }} core::fmt::Debug for {{ type_name|code }}{{ generics_of_impl|code }} {
        fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
            f.debug_struct("{{ type_name|code }}").finish_non_exhaustive()
        }
    }

    impl {{ type_name|code }}{{ complete|code }} {
        /// The finished value.
        #[must_use]
        pub fn build(self) -> {{ name|code }} {
            {{ name|code }} {
                {%- for field in fields %}
                {{ field.name|code }}: self.{{ field.name|code }},
                {%- endfor %}
            }
        }
    }
}

#[cfg(feature = {{ feature|code }})]
pub use self::{{ module|code }}::{{ type_name|code }};
