{{ header|code }}{{ docs|code -}}
package {{ package|code }}

{% if needs_time -%}
import "time"

{% endif -%}
// Version is the version of this package.
const Version = {{ version|code }}

// userAgent is the name and the version of this package in the User-Agent header field.
const userAgent = {{ user_agent|code }}

// Client is a client of the service. It is safe for concurrent use; all goroutines share
// connections and tokens.
type Client struct {
	core *core
{% for group in groups %}
{{ group.docs|code }}	{{ group.name|code }} *{{ group.service|code }}
{% endfor %}
}

// New returns a new client. It returns an error if an address or a credential is not usable.
func New(options ...Option) (*Client, error) {
	core, err := newCore(&api, options)
	if err != nil {
		return nil, err
	}
	return newClient(core), nil
}

{{ environment|code -}}
func NewFromEnvironment(options ...Option) (*Client, error) {
	return New(append(api.environment.options(), options...)...)
}

func newClient(core *core) *Client {
	return &Client{
{{ literal|code }}	}
}
{% for one in variables %}
{{ one.docs|code -}}
func {{ one.option|code }}(value string) Option {
	return withVariable({{ one.key|code }}, value)
}
{% endfor %}
{%- for one in globals %}
{{ one.docs|code -}}
func {{ one.option|code }}(value {{ one.ty|code }}) Option {
	return withShared({{ one.key|code }}, value)
}

{{ one.request_docs|code -}}
func {{ one.request_option|code }}(value {{ one.ty|code }}) RequestOption {
	return withRequestShared({{ one.key|code }}, value)
}
{% endfor %}
{%- for one in schemes %}
{{ one.docs|code -}}
{% if one.is_basic -%}
func {{ one.option|code }}(username, password string) Option {
	return withCredentials({{ one.key|code }}, newBasic(username, password))
}
{% else -%}
func {{ one.option|code }}(credentials Credentials) Option {
	return withCredentials({{ one.key|code }}, credentials)
}
{% endif %}
{%- endfor %}
// api is the part of the description that is the same for every request.
var api = description{
{{ description|code }}}
