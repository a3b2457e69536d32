{% for import in imports -%}
use {{ import|code }};
{% endfor -%}
{% for node in nodes -%}
{{ node|code }}
{% endfor -%}
