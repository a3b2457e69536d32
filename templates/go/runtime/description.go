package sdk

import "sdk/internal/wire"

// description is the part of the description that all operations share.
type description struct {
	// userAgent is the name and the version of this package.
	userAgent string
	// logVariable is the environment variable for the level of the log.
	logVariable string
	// servers are the address templates of all servers.
	servers []string
	// elsewhere are the servers of single operations on other sites. They receive credentials only if
	// the caller sets their address.
	elsewhere []string
	// usualServer and usualSecurity are those of most operations, for requests that the description
	// does not define.
	usualServer   string
	usualSecurity [][]string
	// variables are the default values of the server variables.
	variables map[string]string
	// shared are the parameters that clients set for all calls, by name.
	shared map[string]shared
	// schemes are the security schemes by name.
	schemes map[string]scheme
	// environment is the environment variables that a client can be set up from.
	environment environment
	// messages is where error bodies have their message.
	messages messages
}

// scheme is how the credential of a security scheme is sent (OpenAPI 3.0.3 §4.7.27).
type scheme struct {
	in schemePlace
	// name is the name of the header field, query parameter or cookie.
	name string
	// prefix is written before the secret, including its space.
	prefix string
	// tokenURL is the token endpoint for client credentials; may contain server variables.
	tokenURL string
}

// schemePlace is where a credential is sent.
type schemePlace uint8

const (
	inHeader schemePlace = iota
	inQuery
	inCookie
	inBasic
)

// operation describes one operation.
type operation struct {
	id         string
	method     string
	server     string
	path       string
	parameters []wire.Parameter
	// form is how the fields of a form are written.
	form      []wire.Parameter
	responses []response
	// security is the alternatives of required credentials, each the names of its schemes. Any one
	// alternative suffices; empty if none is required.
	security [][]string
	// idempotent is whether the same request may safely be sent twice (RFC 9110 §9.2.2).
	idempotent bool
}

// response is a declared response.
type response struct {
	// status is the declared status: 200, 4XX or default.
	status string
	// contents are the declared media types of the body; empty for no body.
	contents []content
	// success is whether the response returns a value. For a range or default, the actual status also
	// decides.
	success bool
	// fail creates the typed error; nil for a successful response.
	fail func(*APIError) error
}

// content is one media type of a body.
type content struct {
	mediaType string
	kind      contentKind
	// target is a nil pointer to the type of the body.
	target any
	// slot is the index of the type among the result types of the operation.
	slot int
	// items is how the items of a stream are encoded.
	items itemForm
}

// contentKind is how a body is decoded.
type contentKind uint8

const (
	jsonContent contentKind = iota
	textContent
	bytesContent
	streamContent
	// noContent is no body, or one of an undeclared media type.
	noContent
)
