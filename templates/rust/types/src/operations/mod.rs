//! The operations of the description, as data: a module for each tag.

{% include "rust/modules.rs" %}

use crate::runtime::Operation;

{% include "rust/exports.rs" %}

/// Every operation of the description, as far as the features of its tags are on.
pub static ALL: &[&Operation] = &[
    {%- for operation in operations %}
    #[cfg({{ operation.condition|code }})]
    &{{ operation.constant|code }},
    {%- endfor %}
];
