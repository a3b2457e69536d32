//! The operations of the description, as data.

use crate::runtime::{ {%- if !operations.is_empty() %}self, {% endif %}Operation};

{% for operation in operations %}
{{ operation.docs|code }}
pub static {{ operation.constant|code }}: Operation = Operation {
    id: {{ operation.id|code }},
    method: {{ operation.method|code }},
    path: {{ operation.path|code }},
    server: {{ operation.server|code }},
    parameters: &[{{ operation.parameters|code }}],
    body: {{ operation.body|code }},
    responses: &[{{ operation.responses|code }}],
    security: &[{{ operation.security|code }}],
    idempotent: {{ operation.idempotent|code }},
    idempotency: {{ operation.idempotency|code }},
    deprecation: {{ operation.deprecation|code }},
};
{% endfor %}

/// Every operation of the description.
pub static ALL: &[&Operation] = &[{% for operation in operations %}&{{ operation.constant|code }}, {% endfor %}];
