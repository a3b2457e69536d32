{{ header|code }}
{% for error in errors %}
{{ error.docs|code -}}
type {{ error.name|code }} struct {
	*APIError
{%- if let Some(body) = error.body %}

	// Body is what the service says of it; nil where it says nothing.
	Body {{ body|code }}
{%- endif %}
}

// Unwrap gives what all errors of the service have in common.
func (e *{{ error.name|code }}) Unwrap() error {
	return e.APIError
}

func fail{{ error.name|code }}(e *APIError) error {
{%- if error.body.is_some() %}
	return &{{ error.name|code }}{e, {{ error.value|code }}}
{%- else %}
	return &{{ error.name|code }}{e}
{%- endif %}
}
{% endfor %}
