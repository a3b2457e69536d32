package sdk

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"sdk/internal/sent"
)

// tokenSource is the source of tokens (RFC 6749 §4.4), with the token in use.
type tokenSource struct {
	url  *url.URL
	form Secret
	// clientSecret must not appear in any error.
	clientSecret Secret
	margin       time.Duration
	// lock is held while the channel contains a value. It is a channel so that waiting for it ends
	// with the context.
	lock     chan struct{}
	token    *token
	failure  error
	failures atomic.Uint64
}

// tokenMessages is where the token endpoint has its error message (RFC 6749 §5.2).
var tokenMessages = messages{texts: []string{"/error", "/error_description"}}

type token struct {
	secret Secret
	// refresh is when the token is replaced; zero for never.
	refresh time.Time
}

func newTokenSource(c ClientCredentials, address string, servers *servers) (*tokenSource, error) {
	resolved, err := servers.resolve(address)
	if err != nil {
		return nil, err
	}
	form, err := c.form(servers)
	if err != nil {
		return nil, err
	}
	margin := c.Margin
	if margin == 0 {
		margin = 30 * time.Second
	}
	return &tokenSource{
		url:          resolved,
		form:         form,
		clientSecret: c.Secret,
		margin:       margin,
		lock:         make(chan struct{}, 1),
	}, nil
}

func (*tokenSource) renews() bool { return true }

// secret returns the token in use, or a new one if that is about to expire or is the refused one.
//
// The lock is held while a token is requested, so that there is at most one token request at a
// time. Callers that wait share its result, including a failure.
func (s *tokenSource) secret(ctx context.Context, c *core, refused Secret, limit *limit) (Secret, error) {
	failures := s.failures.Load()
	select {
	case s.lock <- struct{}{}:
		defer func() { <-s.lock }()
	case <-ctx.Done():
		return Secret{}, ended(ctx, ctx.Err())
	}
	if s.token != nil && (s.token.isOver(c) || s.token.secret.Expose() == refused.Expose()) {
		s.token = nil
	}
	if s.token != nil {
		return s.token.secret, nil
	}
	if s.failures.Load() != failures {
		return Secret{}, s.failure
	}
	fetched, err := s.fetch(ctx, c, limit)
	if err == nil {
		s.token = fetched
		return fetched.secret, nil
	}
	// The failure of a caller that gave up does not concern the others.
	if ctx.Err() == nil && !errors.Is(err, errCallTimeout) {
		s.failure = err
		s.failures.Add(1)
	}
	return Secret{}, err
}

func (t *token) isOver(c *core) bool {
	return !t.refresh.IsZero() && !c.clock.Now().Before(t.refresh)
}

func (s *tokenSource) fetch(ctx context.Context, c *core, limit *limit) (*token, error) {
	asked := c.clock.Now()
	made := s.prepare(c)
	made.limit = limit
	raw, err := c.exchange(ctx, made, nil)
	if failure, ok := err.(*thrown); ok {
		return nil, failure
	}
	if errors.Is(err, errCallTimeout) {
		return nil, err
	}
	if err != nil {
		return nil, &CredentialsError{Reason: "the token endpoint could not be reached", Err: err}
	}
	var answer map[string]any
	_ = json.Unmarshal(raw.Body, &answer) // A body that is not JSON has no members.
	if raw.Status != http.StatusOK {
		code, _ := answer["error"].(string)
		writer := &messageWriter{sent.TokenEndpoint, &tokenMessages, []string{s.clientSecret.Expose()}}
		reason := strings.Replace(writer.write(raw, true), ": the service", "", 1)
		return nil, &CredentialsError{Reason: reason, Code: code, Raw: raw}
	}
	text, _ := answer["access_token"].(string)
	kind, _ := answer["token_type"].(string)
	if text == "" || !strings.EqualFold(kind, "bearer") {
		reason := "the response of the token endpoint has no bearer token"
		return nil, &CredentialsError{Reason: reason, Raw: raw}
	}
	fetched := &token{secret: NewSecret(text)}
	if life, ok := lifeOf(answer["expires_in"]); ok {
		fetched.refresh = asked.Add(life - min(s.margin, life/2))
	}
	return fetched, nil
}

// lifeOf parses seconds, which some servers write as a string.
func lifeOf(value any) (time.Duration, bool) {
	const longest = 1 << 32
	seconds, ok := value.(float64)
	if text, isText := value.(string); isText {
		number, err := strconv.ParseFloat(text, 64)
		seconds, ok = number, err == nil
	}
	if !ok || !(seconds >= 0 && seconds < longest) {
		return 0, false
	}
	return time.Duration(seconds * float64(time.Second)), true
}

func (s *tokenSource) prepare(c *core) *prepared {
	return &prepared{
		operation: sent.TokenEndpoint,
		method:    http.MethodPost,
		path:      s.url.EscapedPath(),
		url:       s.url.String(),
		header: http.Header{
			"Accept":       {"application/json"},
			"Content-Type": {"application/x-www-form-urlencoded"},
			"User-Agent":   {c.userAgent},
		},
		body:    []byte(s.form.Expose()),
		hasBody: true,
		timeout: c.timeout,
		retry:   c.retry,
		// Issuing one more token does no harm.
		idempotent: true,
		secret:     s.clientSecret,
	}
}
