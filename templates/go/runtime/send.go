package sdk

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"sync/atomic"
	"time"

	"sdk/internal/sent"
)

// send sends a request and reads its response. Every error names the operation.
func (c *core) send(ctx context.Context, r *request, options []RequestOption) (*answer, error) {
	made, err := c.call(ctx, r, options)
	if err != nil {
		return nil, located(err, r.operation.id)
	}
	return made, nil
}

func (c *core) call(ctx context.Context, r *request, options []RequestOption) (*answer, error) {
	r.apply(options)
	made, err := c.prepare(r)
	if err != nil {
		return nil, &RequestError{r.operation.id, err}
	}
	grants, err := c.keyring.choose(c.api, r.operation, &c.servers)
	if err != nil {
		return nil, err
	}
	limited, end := made.limit.begin(ctx)
	raw, err := c.exchange(limited, made, grants)
	if late := end(raw); err == nil {
		err = late
	}
	if err != nil {
		return nil, err
	}
	if r.raw != nil {
		*r.raw = *raw
	}
	if r.open != nil {
		*r.open = nil
		kind := kindOf(r.operation, raw.Status, raw.Header.Get("Content-Type"))
		if raw.stream != nil && kind == bytesContent {
			*r.open = raw.stream
		}
	}
	if notify := c.observer.Deprecated; notify != nil {
		if notice, ok := findDeprecation(r.operation.id, raw); ok {
			notify(notice)
		}
	}
	writer := &messageWriter{r.operation.id, &c.api.messages, secretsOf(grants)}
	return c.read(ctx, &called{r.operation, made, grants, writer}, raw)
}

// exchange sends a request, and retries it as the policy allows.
func (c *core) exchange(ctx context.Context, made *prepared, grants []*grant) (*RawResponse, error) {
	for attempt, sent := 1, 0; ; {
		if _, _, err := made.limit.cut(0); err != nil {
			return nil, err
		}
		raw, times, err := c.pass(ctx, made, grants, sent)
		sent = times
		if made.source != nil {
			// The items cannot be produced again.
			return raw, err
		}
		if err == nil && raw.Status == http.StatusUnauthorized && refuseAny(grants) {
			continue
		}
		wait, again := made.retry.wait(attempt, made.idempotent, raw, err, c.clock)
		if !again || ctx.Err() != nil || !made.limit.allows(ctx, wait) {
			return raw, err
		}
		if notify := c.observer.Retried; notify != nil {
			retry := Retry{Operation: made.operation, Attempt: attempt, Wait: wait}
			if raw != nil {
				retry.Status = raw.Status
			}
			notify(retry)
		}
		if err := c.clock.Sleep(ctx, wait); err != nil {
			return nil, ended(ctx, err)
		}
		attempt++
	}
}

// refuseAny reports whether any credential can be renewed; each is renewed at most once.
func refuseAny(grants []*grant) bool {
	any := false
	for _, one := range grants {
		any = one.refuse() || any
	}
	return any
}

// once sends a request with the header fields of middlewares.
func (c *core) once(ctx context.Context, made *prepared, grants []*grant, header http.Header) (*RawResponse, error) {
	request, err := made.toRequest(ctx, header)
	if err != nil {
		return nil, &RequestError{made.operation, err}
	}
	for _, one := range grants {
		if err := one.apply(ctx, c, request, made.limit); err != nil {
			return nil, err
		}
	}
	// The timeout of the attempt does not include the time that obtaining the token took.
	timeout, isCut, err := made.limit.cut(made.timeout)
	if err != nil {
		return nil, err
	}
	exchange := c.whole
	if made.streams != nil || made.source != nil {
		exchange = c.open
	}
	raw, err := exchange(ctx, made, request, timeout)
	if _, isLate := err.(*TimeoutError); isLate && isCut {
		return nil, &TimeoutError{Err: errCallTimeout}
	}
	return raw, err
}

// whole sends a request and reads its whole response.
func (c *core) whole(ctx context.Context, _ *prepared, request *http.Request, timeout time.Duration) (*RawResponse, error) {
	attempt, cancel := context.WithTimeout(request.Context(), timeout)
	defer cancel()
	response, err := c.http.Do(request.WithContext(attempt))
	if err != nil {
		return nil, failure(ctx, err)
	}
	return c.readWhole(ctx, response)
}

// open sends a request whose body or response may be a stream. The time limit applies from the end
// of a streamed body until a streamed response begins.
func (c *core) open(ctx context.Context, made *prepared, request *http.Request, timeout time.Duration) (*RawResponse, error) {
	attempt, cancel := context.WithCancel(request.Context())
	var late atomic.Bool
	timer := time.AfterFunc(timeout, func() {
		late.Store(true)
		cancel()
	})
	defer timer.Stop()
	if made.source != nil {
		timer.Stop()
		made.source.sent = func() { timer.Reset(timeout) }
	}
	response, err := c.http.Do(request.WithContext(attempt))
	if err == nil && made.streams != nil && made.streams(response.StatusCode, response.Header.Get("Content-Type")) {
		stream := &openBody{response.Body, cancel}
		return &RawResponse{Status: response.StatusCode, Header: response.Header, stream: stream}, nil
	}
	defer cancel()
	if err != nil && made.source != nil {
		if broken := made.source.failure(); broken != nil {
			return nil, &RequestError{made.operation, broken}
		}
	}
	var raw *RawResponse
	if err == nil {
		raw, err = c.readWhole(ctx, response)
	} else {
		err = failure(ctx, err)
	}
	if err != nil && late.Load() && ctx.Err() == nil {
		return nil, &TimeoutError{Err: context.DeadlineExceeded}
	}
	return raw, err
}

// readWhole reads a response completely.
func (c *core) readWhole(ctx context.Context, response *http.Response) (*RawResponse, error) {
	defer func() { _ = response.Body.Close() }()
	const mostReserved = 64 << 10
	var body bytes.Buffer
	// A few bytes more, so that the end is found without growing.
	body.Grow(int(min(max(response.ContentLength, 0), mostReserved)) + bytes.MinRead)
	if _, err := body.ReadFrom(io.LimitReader(response.Body, c.limit+1)); err != nil {
		return nil, failure(ctx, err)
	}
	if int64(body.Len()) > c.limit {
		return nil, &TooLargeError{Limit: c.limit}
	}
	return &RawResponse{Status: response.StatusCode, Header: response.Header, Body: body.Bytes()}, nil
}

// failure distinguishes timeouts from other transport errors. The address is removed from the
// error, because an API key can be in its query.
func failure(ctx context.Context, err error) error {
	err = withoutURL(err)
	if missing, ok := errorAs[*sent.NoAnswerError](err); ok {
		return &thrown{err: missing}
	}
	var timeout net.Error
	late := errors.Is(err, context.DeadlineExceeded) || errors.As(err, &timeout) && timeout.Timeout()
	if late && ctx.Err() == nil {
		return &TimeoutError{Err: err}
	}
	return ended(ctx, err)
}
