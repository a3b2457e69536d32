{{ header|code }}
{%- if needs_time %}
import "time"
{% endif %}
{{ docs|code -}}
type {{ name|code }} struct {
{%- for member in members %}
{{ member.docs|code }}	{{ member.name|code }} *{{ member.ty|code }}
{% endfor %}
	// Unknown is a value of a kind that the description does not define (yet).
	Unknown any
}

// Value returns the member that is set, for a type switch.
func (v {{ name|code }}) Value() any {
	return memberOf(v)
}

// MarshalJSON encodes the member that is set.
func (v {{ name|code }}) MarshalJSON() ([]byte, error) {
	return encodeJSON(v)
}

// UnmarshalJSON decodes the member that matches the value.
func (v *{{ name|code }}) UnmarshalJSON(text []byte) error {
	return decodeInto(text, v)
}

func ({{ name|code }}) union() *union {
	return &union{
{{ table|code }}	}
}
