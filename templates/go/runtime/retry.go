package sdk

import (
	"errors"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// RetryPolicy is when a request is retried.
//
// A request that never left is retried. An idempotent request is also retried if the connection
// broke or if the response is 429, 502, 503 or 504. A request that timed out is not retried. The
// waits double, each is shortened to a random part of itself, and none is shorter than Retry-After
// (RFC 9110 §10.2.3).
type RetryPolicy struct {
	// Attempts is the maximum number of attempts, including the first.
	Attempts int
	// FirstWait and LongestWait are the upper bounds of the first wait and of every wait.
	FirstWait, LongestWait time.Duration
	// LongestRetryAfter is the longest Retry-After to wait for. If the service asks for more, its
	// response is returned at once.
	LongestRetryAfter time.Duration
}

// DefaultRetryPolicy returns a policy of 3 attempts with waits of up to 250 ms at first and 10 s at
// most, and up to 60 s if the service asks for it.
func DefaultRetryPolicy() RetryPolicy {
	return RetryPolicy{3, 250 * time.Millisecond, 10 * time.Second, time.Minute}
}

// wait returns how long to wait before the next attempt, and whether there is one.
func (p RetryPolicy) wait(attempt int, idempotent bool, raw *RawResponse, err error, clock Clock) (time.Duration, bool) {
	if attempt >= p.Attempts || !mayRepeat(idempotent, raw, err) {
		return 0, false
	}
	doubled := p.FirstWait
	for range attempt - 1 {
		if doubled >= p.LongestWait {
			break
		}
		doubled *= 2
	}
	wait := clock.Jitter(min(doubled, p.LongestWait))
	if raw == nil {
		return wait, true
	}
	asked := retryAfter(raw, clock.Now())
	return max(wait, asked), asked <= p.LongestRetryAfter
}

func mayRepeat(idempotent bool, raw *RawResponse, err error) bool {
	if err == nil {
		switch raw.Status {
		case 429, 502, 503, 504:
			return idempotent
		}
		return false
	}
	if _, ok := errorAs[*CredentialsError](err); ok {
		// The token request was retried itself.
		return false
	}
	if _, ok := errorAs[*TimeoutError](err); ok {
		return neverLeft(err)
	}
	_, ok := errorAs[*TransportError](err)
	return ok && (idempotent || neverLeft(err))
}

// neverLeft reports whether no connection could be made.
func neverLeft(err error) bool {
	var failure *net.OpError
	return errors.As(err, &failure) && (failure.Op == "dial" || failure.Op == "proxyconnect")
}

// retryAfter returns the time that Retry-After asks for, given in seconds or as a date; 0 for none.
func retryAfter(raw *RawResponse, now time.Time) time.Duration {
	const longest = 1 << 31
	text := strings.TrimSpace(raw.Header.Get("Retry-After"))
	if isDigits(text) {
		seconds, err := strconv.ParseInt(text, 10, 64)
		if err != nil || seconds > longest {
			seconds = longest
		}
		return time.Duration(seconds) * time.Second
	}
	if until, ok := httpDate(text); ok {
		return max(0, until.Sub(now))
	}
	return 0
}

// httpDate reads an IMF-fixdate (RFC 9110 §5.6.7).
func httpDate(text string) (time.Time, bool) {
	t, err := time.Parse(http.TimeFormat, text)
	return t, err == nil
}
