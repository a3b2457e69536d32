{{ header|code }}
{%- if needs_time %}
import "time"
{% endif %}
{% for error in errors %}
{{ error.docs|code -}}
type {{ error.name|code }} struct {
	*APIError
{% for body in error.bodies %}
	// {{ body.name|code }} is the body of the response; nil if the response has no body, or one of
	// another type.
	{{ body.name|code }} *{{ body.ty|code }}
{% endfor %}
}

// Unwrap returns the [APIError], which all errors of the service contain.
func (e *{{ error.name|code }}) Unwrap() error {
	return e.APIError
}

func fail{{ error.name|code }}(e *APIError) error {
	return &{{ error.name|code }}{e{% for body in error.bodies %}, errorBody[{{ body.ty|code }}](e){% endfor %}}
}
{% endfor %}
