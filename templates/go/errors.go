{{ header|code }}
{%- if needs_time %}
import "time"
{% endif %}
{% for error in errors %}
{{ error.docs|code -}}
type {{ error.name|code }} struct {
	*APIError
{% for body in error.bodies %}
	// {{ body.name|code }} is what the service says about it; nil if it says nothing, or something
	// else.
	{{ body.name|code }} *{{ body.ty|code }}
{% endfor %}
}

// Unwrap returns what all errors of the service have in common.
func (e *{{ error.name|code }}) Unwrap() error {
	return e.APIError
}

func fail{{ error.name|code }}(e *APIError) error {
	return &{{ error.name|code }}{e{% for body in error.bodies %}, errorBody[{{ body.ty|code }}](e){% endfor %}}
}
{% endfor %}
