package sdk

import (
	"context"
	"time"
)

// WithCallTimeout sets the time limit for a call as a whole: its attempts, the waits between them,
// and obtaining tokens. By default there is no limit, except the deadline of the context. It is for
// each page of a list, and until the response of a stream begins.
//
// If a wait before a retry would reach the limit, the call does not wait: it ends with what the last
// attempt returned. The same applies to the deadline of the context.
func WithCallTimeout(timeout time.Duration) Option {
	return func(c *core) { c.callTimeout = timeout }
}

// WithRequestTimeout sets the time limit for this call as a whole, overriding [WithCallTimeout]; 0
// for no limit.
func WithRequestTimeout(timeout time.Duration) RequestOption {
	return func(r *request) { r.callTimeout = &timeout }
}

// errCallTimeout is why a call ends whose time limit has passed.
var errCallTimeout error = callTimeoutError{}

type callTimeoutError struct{}

func (callTimeoutError) Error() string { return "the time limit of the call has passed" }

func (callTimeoutError) Is(target error) bool { return target == context.DeadlineExceeded }

// limit is the time limit of a call; nil for none. The clock of the client counts it. In real time,
// the context of the call also ends with it, so that it applies where an attempt hangs.
type limit struct {
	clock Clock
	whole time.Duration
	end   time.Time
}

func (c *core) limitOf(r *request) *limit {
	whole := c.callTimeout
	if r.callTimeout != nil {
		whole = *r.callTimeout
	}
	if whole <= 0 {
		return nil
	}
	return &limit{c.clock, whole, c.clock.Now().Add(whole)}
}

// begin returns a context that ends with the limit, and a function that ends it before, unless the
// response is a stream, which is not limited. It returns an error if it is too late for that.
func (l *limit) begin(ctx context.Context) (context.Context, func(raw *RawResponse) error) {
	if l == nil {
		return ctx, func(*RawResponse) error { return nil }
	}
	ctx, cancel := context.WithCancelCause(ctx)
	timer := time.AfterFunc(l.whole, func() { cancel(errCallTimeout) })
	return ctx, func(raw *RawResponse) error {
		isInTime := timer.Stop()
		if raw == nil || raw.stream == nil {
			cancel(nil)
			return nil
		}
		if !isInTime {
			raw.stream.close()
			return &TimeoutError{Err: errCallTimeout}
		}
		inner := raw.stream.cancel
		raw.stream.cancel = func() {
			inner()
			cancel(nil)
		}
		return nil
	}
}

// cut returns the time limit of an attempt, no longer than what is left of the call, and whether
// that is less. It returns an error if nothing is left.
func (l *limit) cut(attempt time.Duration) (time.Duration, bool, error) {
	if l == nil {
		return attempt, false, nil
	}
	left := l.end.Sub(l.clock.Now())
	if left <= 0 {
		return 0, true, &TimeoutError{Err: errCallTimeout}
	}
	return min(attempt, left), left < attempt, nil
}

// allows reports whether a wait ends before the limit and before the deadline of the context.
func (l *limit) allows(ctx context.Context, wait time.Duration) bool {
	if deadline, ok := ctx.Deadline(); ok && wait >= time.Until(deadline) {
		return false
	}
	return l == nil || l.clock.Now().Add(wait).Before(l.end)
}

// ended returns the error of a call whose context has ended.
func ended(ctx context.Context, err error) error {
	if context.Cause(ctx) == errCallTimeout {
		return &TimeoutError{Err: errCallTimeout}
	}
	return &TransportError{Err: err}
}
