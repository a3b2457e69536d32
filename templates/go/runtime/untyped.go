package sdk

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"unicode"

	"sdk/internal/wire"
)

// RawBody is the body of a request that the description does not define.
type RawBody struct {
	// MediaType is the media type.
	MediaType string
	// Content is the encoded body.
	Content []byte

	err error
}

// JSONBody returns a body of JSON. The value can be one of the types of this package.
func JSONBody(value any) *RawBody {
	content, err := encodeJSON(value)
	return &RawBody{"application/json", content, err}
}

// Request sends a request that the description does not define, to the server of most operations and
// with their credentials. Everything else that the client does applies as well. The path begins with
// a slash and follows the address of the server: it is sent as it is, except that characters that no
// path can have are percent-encoded. Fields of the query are options: [WithQuery]. The body may be
// nil.
//
// It returns an [UndeclaredError] for a status of 300 or above. Requests with the methods that are
// idempotent are retried; [WithIdempotent] changes that.
func (c *Client) Request(ctx context.Context, method, path string, body *RawBody, options ...RequestOption) (*RawResponse, error) {
	made, err := c.core.send(ctx, newUntyped(c.core.api, method, path, body), options)
	if err != nil {
		return nil, err
	}
	return made.raw, nil
}

// untypedContents are the media types that the response to such a request can have.
var untypedContents = []content{
	{mediaType: "application/json", kind: bytesContent},
	{mediaType: "*/*;q=0.8", kind: bytesContent},
}

// idempotentMethods are the methods whose requests may safely be sent twice (RFC 9110 §9.2.2).
var idempotentMethods = []string{
	http.MethodGet, http.MethodHead, http.MethodPut, http.MethodDelete, http.MethodOptions, http.MethodTrace, "QUERY",
}

func newUntyped(api *description, method, path string, body *RawBody) *request {
	r := newRequest(&operation{
		id:         "request",
		method:     method,
		server:     api.usualServer,
		path:       path,
		responses:  []response{{status: "2XX", contents: untypedContents, success: true}},
		security:   api.usualSecurity,
		idempotent: slices.Contains(idempotentMethods, method),
	})
	if method == "" || tokenOf(method) != method {
		r.fail(errors.New("its method is not valid"))
	}
	escaped, err := escapeUntyped(path)
	if err != nil {
		r.fail(err)
	}
	r.untypedPath = escaped
	if body != nil {
		if body.err != nil {
			r.fail(body.err)
		}
		r.setBytes(body.MediaType, body.Content)
	}
	return r
}

// escapeUntyped returns a path as it is sent.
func escapeUntyped(path string) (string, error) {
	switch {
	case !strings.HasPrefix(path, "/"):
		return "", errors.New("its path does not begin with a slash")
	case strings.HasPrefix(path, "//"):
		return "", errors.New("its path begins with two slashes: it would lead to another server")
	case strings.ContainsAny(path, `?#\`) || strings.ContainsFunc(path, unicode.IsControl):
		return "", errors.New("its path has a query, a fragment, a backslash or a control character")
	}
	escaped := wire.EscapeWholePath(path)
	return escaped, checkSegments(escaped)
}
