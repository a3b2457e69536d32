//! The operations of the description, as data: a module for each tag.

{% for module in modules -%}
{% if let Some(condition) = module.condition %}#[cfg({{ condition|code }})]
{% endif -%}
mod {{ module.name|code }};
{% endfor %}

use crate::runtime::Operation;

{% for module in modules -%}
{% if let Some(condition) = module.condition %}#[cfg({{ condition|code }})]
{% endif -%}
pub use self::{{ module.name|code }}::*;
{% endfor %}

/// Every operation of the description, as far as the features of its tags are on.
pub static ALL: &[&Operation] = &[
    {%- for operation in operations %}
    #[cfg({{ operation.condition|code }})]
    &{{ operation.constant|code }},
    {%- endfor %}
];
