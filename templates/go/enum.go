{{ header|code }}
{{ docs|code -}}
type {{ name|code }} {{ base|code }}
{%- if has_values %}

// The values that the description defines. Responses may contain others.
const (
{{ values|code -}}
)
{%- endif %}

// IsKnown reports whether the description defines the value.
func (v {{ name|code }}) IsKnown() bool {
{%- if has_values %}
	switch v {
	case {{ names|code }}:
		return true
	}
{%- endif %}
	return false
}
