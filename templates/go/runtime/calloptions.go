package sdk

import (
	"errors"
	"time"
)

// RequestOption configures a single request.
type RequestOption func(*request)

// WithAttemptTimeout sets the time limit for one attempt, overriding [WithTimeout].
func WithAttemptTimeout(timeout time.Duration) RequestOption {
	return func(r *request) { r.timeout = timeout }
}

// WithRequestRetry sets when this request is retried, overriding [WithRetry]. Token requests are
// retried as the client is.
func WithRequestRetry(policy RetryPolicy) RequestOption {
	return func(r *request) { r.retry = &policy }
}

// WithIdempotent sets whether the request may safely be sent twice, overriding the description.
func WithIdempotent(idempotent bool) RequestOption {
	return func(r *request) { r.idempotent = idempotent }
}

// WithIdempotencyKey sets the idempotency key of the body, which is otherwise a random UUID. Use it
// to repeat a call, in another process or later, that may already have had its effect. The call
// fails if the body has a key, or if the operation has no property for one.
func WithIdempotencyKey(key string) RequestOption {
	return func(r *request) { r.key = &key }
}

// WithHeader sets a header field, replacing the one that would be sent. Header fields that carry a
// credential of the client are not replaced.
func WithHeader(name, value string) RequestOption {
	return func(r *request) { r.extra = append(r.extra, [2]string{name, value}) }
}

// WithRawResponse stores the last response in raw as received, even if the call returns an error.
func WithRawResponse(raw *RawResponse) RequestOption {
	return func(r *request) { r.raw = raw }
}

// newKey returns the idempotency key for a body that has none: that of the options, or a UUID.
func (r *request) newKey(options []RequestOption) string {
	r.isKeyed = true
	asked := request{operation: r.operation}
	for _, option := range options {
		option(&asked)
	}
	if asked.key != nil {
		return *asked.key
	}
	return newUUID()
}

// apply applies the options of a call.
func (r *request) apply(options []RequestOption) {
	for _, option := range options {
		option(r)
	}
	if r.key != nil && !r.isKeyed {
		r.fail(errors.New("WithIdempotencyKey: the body has a key, or the operation has no property for one"))
	}
}
