package sdk

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"

	"sdk/internal/sent"
	"sdk/internal/wire"
)

// prepared is a request without its credentials.
type prepared struct {
	operation string
	// declared is the operation; nil for a token request.
	declared *operation
	method   string
	// path is the template of the path.
	path    string
	url     string
	header  http.Header
	body    []byte
	hasBody bool
	// source is a streamed body; body is then empty.
	source     *source
	timeout    time.Duration
	idempotent bool
	// limit is the time limit of the call.
	limit *limit
	retry RetryPolicy
	// streams reports which responses are streams; nil if there are no streams.
	streams func(status int, mediaType string) bool
	// secret is in the body; no text may show it.
	secret Secret
}

func (c *core) prepare(r *request) (*prepared, error) {
	if r.needsBody && !r.hasBody {
		r.fail(errors.New("the request body is not set"))
	}
	c.fill(r)
	if r.fault != nil {
		return nil, r.fault
	}
	address, err := c.address(r)
	if err != nil {
		return nil, err
	}
	header, err := c.header(r)
	if err != nil {
		return nil, err
	}
	made := &prepared{
		operation:  r.operation.id,
		declared:   r.operation,
		method:     r.operation.method,
		path:       r.operation.path,
		url:        address,
		header:     header,
		body:       r.body,
		hasBody:    r.hasBody,
		timeout:    c.timeout,
		source:     r.source,
		idempotent: r.idempotent && r.source == nil,
		limit:      c.limitOf(r),
		retry:      c.retry,
		streams:    streamsOf(r.operation),
	}
	if r.open != nil {
		made.streams = opened(made.streams, r.operation)
	}
	if r.retry != nil {
		made.retry = *r.retry
	}
	if r.timeout > 0 {
		made.timeout = r.timeout
	}
	return made, nil
}

// toRequest creates an HTTP request that can be sent once, with the header fields of middlewares.
func (p *prepared) toRequest(ctx context.Context, header http.Header) (*http.Request, error) {
	var body io.Reader
	if p.source != nil {
		body = p.source
	} else if p.hasBody {
		body = bytes.NewReader(p.body)
	}
	request, err := http.NewRequestWithContext(sent.With(ctx, p), p.method, p.url, body)
	if err != nil {
		return nil, withoutURL(err)
	}
	request.Header = p.header.Clone()
	return request, addFields(request.Header, header)
}

// ID returns the operation.
func (p *prepared) ID() string { return p.operation }

// Template returns the template of the path.
func (p *prepared) Template() string { return p.path }

// MediaTypes returns the declared media types of the response with a status.
func (p *prepared) MediaTypes(status int) []string {
	if p.declared == nil {
		return nil
	}
	var types []string
	if response := declared(p.declared, status); response != nil {
		for _, one := range response.contents {
			types = append(types, one.mediaType)
		}
	}
	return types
}

// addFields sets header fields, each of which can have several values.
func addFields(header, more http.Header) error {
	for name, values := range more {
		for _, value := range values {
			if err := setField(header, name, value); err != nil {
				return err
			}
		}
		if len(values) > 1 {
			header[http.CanonicalHeaderKey(name)] = slices.Clone(values)
		}
	}
	return nil
}

// join joins the texts of all parameters in one location.
func (r *request) join(place wire.Location, separator string) string {
	var texts []string
	for index, text := range r.texts {
		if r.operation.parameters[index].In == place && text != "" {
			texts = append(texts, text)
		}
	}
	return strings.Join(texts, separator)
}

func (c *core) address(r *request) (string, error) {
	if r.target != "" {
		return r.target, nil
	}
	server, err := c.servers.resolve(r.operation.server)
	if err != nil {
		return "", err
	}
	path, err := r.path()
	if err != nil {
		return "", err
	}
	base := server.Scheme + "://" + server.Host + strings.TrimRight(server.EscapedPath(), "/")
	query := withAdded(r.join(wire.Query, "&"), c.defaultQuery, r.query)
	if query != "" {
		path += "?" + query
	}
	return base + path, nil
}

// path returns the path with the values of its parameters.
func (r *request) path() (string, error) {
	if r.untypedPath != "" {
		return r.untypedPath, nil
	}
	value := func(name string) (string, bool) {
		for index, text := range r.texts {
			parameter := &r.operation.parameters[index]
			if parameter.In == wire.Path && parameter.Name == name && text != "" {
				return text, true
			}
		}
		return "", false
	}
	path, err := expand(r.operation.path, value, wire.EscapePath)
	if err != nil {
		return "", fmt.Errorf("the path parameter %w", err)
	}
	return path, checkSegments(path)
}

// checkSegments rejects the segments . and .., which proxies remove, whether they are
// percent-encoded or not.
func checkSegments(path string) error {
	for segment := range strings.SplitSeq(path, "/") {
		plain := strings.ReplaceAll(strings.ToLower(segment), "%2e", ".")
		if plain == "." || plain == ".." {
			return errors.New("a segment of the path is `.` or `..`: it would lead to another path")
		}
	}
	return nil
}

func (c *core) header(r *request) (http.Header, error) {
	header := http.Header{"Accept": {accept(r.operation)}, "User-Agent": {c.userAgent}}
	set := func(name, text string) error { return setField(header, name, text) }
	err := error(nil)
	if r.hasBody {
		err = set("Content-Type", r.mediaType)
	}
	for _, pair := range c.defaultHeader {
		err = errors.Join(err, set(pair[0], pair[1]))
	}
	for index, text := range r.texts {
		if parameter := &r.operation.parameters[index]; parameter.In == wire.Header && (r.given[index] || text != "") {
			err = errors.Join(err, set(parameter.Name, text))
		}
	}
	if cookies := r.join(wire.Cookie, "; "); cookies != "" {
		err = errors.Join(err, set("Cookie", cookies))
	}
	for _, pair := range r.extra {
		err = errors.Join(err, set(pair[0], pair[1]))
	}
	return header, err
}

// setField sets a header field; its error names the field.
func setField(header http.Header, name, value string) error {
	if err := setHeader(header, name, value); err != nil {
		return fmt.Errorf("the header field %q: %w", name, err)
	}
	return nil
}

// setHeader sets a header field if its name and value can be sent (RFC 9110 §5).
func setHeader(header http.Header, name, value string) error {
	if tokenOf(name) != name {
		return errors.New("its name contains characters that are not allowed")
	}
	for _, char := range []byte(value) {
		if char < ' ' && char != '\t' || char == 0x7f {
			return errors.New("its value contains characters that are not allowed")
		}
	}
	if name == "" {
		return errors.New("it has no name")
	}
	header.Set(name, value)
	return nil
}
