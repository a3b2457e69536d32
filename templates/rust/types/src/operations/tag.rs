{{ docs|code }}

use crate::runtime::{self, Operation};

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
