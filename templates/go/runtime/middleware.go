package sdk

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strings"
)

// Middleware is called around every attempt. It continues with next, and returns what next
// returned: a response, or an error. Calling next again sends the request again.
//
//	func trace(ctx context.Context, attempt *Attempt, next Next) (*AttemptResponse, error) {
//		attempt.Header.Set("X-Trace", traceOf(ctx))
//		return next(ctx)
//	}
//
// An error that it returns instead fails the call as it is, and the request is not retried.
//
// It sees no secrets: credentials are added and obtained inside of next, and a token request is an
// attempt within that of the call. Use the transport of [WithHTTPClient] for complete requests.
type Middleware func(ctx context.Context, attempt *Attempt, next Next) (*AttemptResponse, error)

// Next continues with the next middleware and at last sends the request. The context is that of the
// request and of a streamed response. Calls must not overlap.
type Next func(ctx context.Context) (*AttemptResponse, error)

// Attempt is one time that a request is sent: the first one, each retry, each repetition with renewed
// credentials, each page, each resumption of a stream, and each token request.
type Attempt struct {
	// Operation is the operationId, "request" for [Client.Request], or "the token endpoint".
	Operation string
	// Method is the HTTP method.
	Method string
	// PathTemplate is the path of the operation in the description, or that of the token endpoint.
	PathTemplate string
	// URL is the address that the request is sent to, without credentials.
	URL string
	// Number is how many times this request has been sent, from 1.
	Number int
	// Header is the header fields that middlewares add. They replace those that would be sent, except
	// credentials.
	Header http.Header

	clock Clock
}

// AttemptResponse is the response to an attempt, before its body is decoded.
type AttemptResponse struct {
	// Status is the status.
	Status int
	// Header is a copy of the header fields.
	Header http.Header

	raw *RawResponse
	// requestID returns the ID of the request as messages show it.
	requestID func() string
}

// WithMiddleware adds middlewares. The first one of a client is the outermost.
func WithMiddleware(middleware ...Middleware) Option {
	return func(c *core) { c.added = append(c.added, middleware...) }
}

// thrown is an error that is never retried.
type thrown struct {
	err error
	// isOwn is whether the client has made it, and not a middleware.
	isOwn bool
}

func (t *thrown) Error() string { return t.err.Error() }

// passage is a request on its way through the middlewares.
type passage struct {
	core    *core
	made    *prepared
	grants  []*grant
	attempt Attempt
	// sent is how many times the request has been sent.
	sent int
	// err is the error of the last time, isFinal whether it may not be retried, and isOwn whether the
	// client has made it.
	err     error
	isFinal bool
	isOwn   bool
	raws    []*RawResponse
}

// pass sends a request once through the middlewares, if there are any, and returns how many times
// it has then been sent.
func (c *core) pass(ctx context.Context, made *prepared, grants []*grant, sent int) (*RawResponse, int, error) {
	if len(c.middleware) == 0 {
		raw, err := c.once(ctx, made, grants, nil)
		return raw, sent + 1, err
	}
	p := &passage{core: c, made: made, grants: grants, sent: sent}
	p.attempt = Attempt{
		Operation:    made.operation,
		Method:       made.method,
		PathTemplate: made.path,
		URL:          c.api.withoutSecrets(made.url),
		Header:       http.Header{},
		clock:        c.clock,
	}
	response, err := p.next(ctx, 0)
	if err == nil && (response == nil || !slices.Contains(p.raws, response.raw)) {
		err = errors.New(made.operation + ": a middleware returned a response that is not from next")
	}
	var raw *RawResponse
	if err == nil {
		raw = response.raw
	}
	for _, one := range p.raws {
		if one != raw && one.stream != nil {
			one.stream.close()
		}
	}
	if err != nil && (p.isFinal || !isSame(err, p.err)) {
		err = &thrown{err, p.isOwn && isSame(err, p.err)}
	}
	return raw, p.sent, err
}

// withoutSecrets returns an address without the parameters of credentials, which a service may have
// added to the address of a page.
func (d *description) withoutSecrets(address string) string {
	before, query, found := strings.Cut(address, "?")
	if !found {
		return address
	}
	var kept []string
	for pair := range strings.SplitSeq(query, "&") {
		name, _, _ := strings.Cut(pair, "=")
		if plain, err := url.QueryUnescape(name); err != nil || !d.isSecret(plain) {
			kept = append(kept, pair)
		}
	}
	if len(kept) == 0 {
		return before
	}
	return before + "?" + strings.Join(kept, "&")
}

// isSecret reports whether a credential is sent as a query parameter with this name.
func (d *description) isSecret(name string) bool {
	for _, one := range d.schemes {
		if one.in == inQuery && one.name == name {
			return true
		}
	}
	return false
}

// next calls the middleware with an index, or sends the request after the last one.
func (p *passage) next(ctx context.Context, index int) (*AttemptResponse, error) {
	p.attempt.Number = p.sent + 1
	if index == len(p.core.middleware) {
		return p.send(ctx)
	}
	return p.core.middleware[index](ctx, &p.attempt, func(ctx context.Context) (*AttemptResponse, error) {
		return p.next(ctx, index+1)
	})
}

func (p *passage) send(ctx context.Context) (*AttemptResponse, error) {
	if p.made.source != nil && p.sent > 0 {
		p.err = &RequestError{p.made.operation, errors.New("a streamed body can be sent only once")}
		return nil, p.err
	}
	p.sent++
	p.isFinal, p.isOwn = false, true
	raw, err := p.core.once(ctx, p.made, p.grants, p.attempt.Header)
	if err != nil {
		// The context of a middleware can be over although that of the call is not.
		p.isFinal = ctx.Err() != nil
		if nested, ok := err.(*thrown); ok {
			p.isFinal, p.isOwn, err = true, nested.isOwn, nested.err
		}
		p.err = err
		return nil, err
	}
	p.raws = append(p.raws, raw)
	requestID := func() string { return p.requestID(raw) }
	return &AttemptResponse{Status: raw.Status, Header: raw.Header.Clone(), raw: raw, requestID: requestID}, nil
}

// requestID returns the ID of a request without the secrets that the request carried.
func (p *passage) requestID(raw *RawResponse) string {
	writer := messageWriter{secrets: secretsOf(p.grants)}
	if secret := p.made.secret.Expose(); secret != "" {
		writer.secrets = append(writer.secrets, secret)
	}
	return writer.requestID(raw)
}

// isSame reports whether two errors are one. Errors of middlewares need not be comparable.
func isSame(one, other error) bool {
	return reflect.ValueOf(one).Comparable() && one == other
}
