package sdk

import "sdk/internal/wire"

// description is what the generated code tells of the description as a whole.
type description struct {
	// userAgent is the name and the version of this package.
	userAgent string
	// servers are the addresses that operations name, as templates.
	servers []string
	// elsewhere are those of single operations on other sites, to which no credential goes without
	// being told to.
	elsewhere []string
	// variables are those of the addresses, with their defaults.
	variables map[string]string
	// schemes are the security schemes by name.
	schemes map[string]scheme
	// messages is where error bodies have their message.
	messages messages
}

// scheme is how the credential of a security scheme is sent (OpenAPI 3.0.3 §4.7.27).
type scheme struct {
	in schemePlace
	// name is that of the header field, the parameter or the cookie.
	name string
	// prefix precedes the secret, its space included.
	prefix string
	// tokenURL is where client credentials are exchanged; may have variables of servers in it.
	tokenURL string
}

// schemePlace is where a credential is put.
type schemePlace uint8

const (
	inHeader schemePlace = iota
	inQuery
	inCookie
	inBasic
)

// operation is what the description says about one operation.
type operation struct {
	id         string
	method     string
	server     string
	path       string
	parameters []wire.Parameter
	// form is how the fields of a form are written.
	form      []wire.Parameter
	responses []response
	// security is the alternatives of credentials by the names of their schemes, any of which
	// serves; empty for none needed.
	security [][]string
	// idempotent says that the same request may be sent twice without harm (RFC 9110 §9.2.2).
	idempotent bool
}

// response is a declared response.
type response struct {
	// status is the one that is declared: 200, 4XX or default.
	status string
	// contents are the forms that the body can have; empty for no body.
	contents []content
	// success says that it gives a value; a response of another status may still be an error.
	success bool
	// fail makes the error; nil for a successful response.
	fail func(*APIError) error
}

// content is one form of a body.
type content struct {
	mediaType string
	kind      contentKind
	// target is a nil pointer to the type of the body.
	target any
	// slot is the place among the results of an operation that has several.
	slot int
	// framing is how the items of a stream follow each other.
	framing framing
	// text says that the data of events is text as it is, not JSON.
	text bool
	// end is the data of an event that ends the stream and is not an item; empty for none.
	end string
}

// contentKind is how a body is read.
type contentKind uint8

const (
	jsonContent contentKind = iota
	textContent
	bytesContent
	streamContent
)
