{{ header|code }}
{%- if needs_time %}
import "time"
{% endif %}
{{ docs|code -}}
type {{ name|code }} struct {
{%- for field in fields %}
{{ field.docs|code }}	{{ field.name|code }} {{ field.ty|code }} {{ field.tag|code }}
{% endfor %}
{{ rest_docs|code }}	{{ rest_name|code }} {{ rest|code }}
}

// MarshalJSON writes the properties in the order of the description.
func (v {{ name|code }}) MarshalJSON() ([]byte, error) {
	return encodeJSON(v)
}

// UnmarshalJSON reads the properties; those that the description does not define are kept.
func (v *{{ name|code }}) UnmarshalJSON(text []byte) error {
	return decodeInto(text, v)
}
