{{ header|code }}
{%- if needs_time %}
import "time"
{% endif %}
{%- for alias in aliases %}
{{ alias.docs|code -}}
type {{ alias.name|code }} {{ alias.equals|code }}{{ alias.ty|code }}
{% endfor %}
