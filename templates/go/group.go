{{ header|code }}
{{ imports|code }}
{{ docs|code -}}
type {{ service|code }} struct {
	core *core
}
{% for call in calls %}
{%- if let Some(fields) = call.params %}
{{ fields.docs|code -}}
type {{ fields.name|code }} struct {
{%- for field in fields.fields %}
{{ field.docs|code }}	{{ field.name|code }} {{ field.ty|code }}
{% endfor %}
}

// set sets the parameters of a request.
func (p *{{ fields.name|code }}) set(r *request) {
	if p == nil {
		return
	}
{%- for set in call.sets %}
	r.{{ set|code }}
{%- endfor %}
}
{% endif %}
{%- if let Some(fields) = call.body %}
{{ fields.docs|code -}}
type {{ fields.name|code }} struct {
{%- for field in fields.fields %}
{{ field.docs|code }}	{{ field.name|code }} {{ field.ty|code }}
{% endfor %}
}
{% endif %}
{%- if let Some(fields) = call.result %}
{{ fields.docs|code -}}
type {{ fields.name|code }} struct {
{%- for field in fields.fields %}
{{ field.docs|code }}	{{ field.name|code }} {{ field.ty|code }}
{% endfor %}
}
{% endif %}
{{ call.docs|code -}}
func (s *{{ service|code }}) {{ call.method|code }}({{ call.signature|code }}) {{ call.returns|code }} {
{{ call.request|code }}	return {{ call.read|code }}(s.core.send(ctx, request, options))
}
{% if let Some(pages) = call.pages %}
{{ pages.docs|code -}}
func (s *{{ service|code }}) {{ pages.method|code }}({{ call.signature|code }}) iter.Seq2[{{ pages.item|code }}, error] {
{{ call.request|code }}	return items(ctx, s.core, request, options, {{ pages.paging|code }}, func(page *{{ pages.page|code }}) []{{ pages.item|code }} {
		return {{ pages.items|code }}
	})
}
{% endif %}
var {{ call.operation|code }} = operation{
{{ call.table|code }}}
{% endfor %}
