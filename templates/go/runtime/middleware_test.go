package sdk

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"
)

// guarded is a description with an operation that needs a token.
var guarded = description{
	userAgent:   "ping/1.2.3",
	logVariable: "PING_LOG",
	servers:     []string{"http://ping.example"},
	schemes: map[string]scheme{
		"key":   {name: "Authorization", prefix: "Bearer "},
		"query": {in: inQuery, name: "key"},
	},
}

// guardedPing is the operation.
func guardedPing() *operation {
	made := ping
	made.security = [][]string{{"key", "query"}}
	return &made
}

const (
	hiddenSecret = "s3cret-client"
	hiddenToken  = "s3cret-token"
	hiddenKey    = "s3cret-key"
)

// newGuarded creates a stage and a core for it, with all credentials.
func newGuarded(t *testing.T, options ...Option) (*stage, *core) {
	t.Helper()
	s := &stage{now: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)}
	s.answer = func(request sentRequest) (answerVector, bool) {
		if request.URL.Path == "/token" {
			body := `{"access_token":"` + hiddenToken + `","token_type":"bearer"}`
			return answerVector{Status: 200, Body: vectorBody(body)}, true
		}
		headers := map[string]string{"content-type": "text/plain"}
		return answerVector{Status: 200, Headers: headers, Body: vectorBody("pong")}, len(s.answers) == 0
	}
	credentials := ClientCredentials{ID: "id", Secret: NewSecret(hiddenSecret), TokenURL: "http://ping.example/token"}
	all := []Option{
		WithHTTPClient(&http.Client{Transport: s}),
		WithClock(s),
		WithRetry(RetryPolicy{Attempts: 3}),
		withCredentials("key", credentials),
		withCredentials("query", NewSecret(hiddenKey)),
	}
	made, err := newCore(&guarded, append(all, options...))
	if err != nil {
		t.Fatal(err)
	}
	return s, made
}

func pong(c *core, options ...RequestOption) (string, error) {
	return valueOf[string](c.send(context.Background(), newRequest(guardedPing()), options))
}

func TestMiddlewareSeesNoSecrets(t *testing.T) {
	var events []string
	var seen strings.Builder
	watch := func(ctx context.Context, attempt *Attempt, next Next) (*AttemptResponse, error) {
		events = append(events, "before "+attempt.Operation)
		response, err := next(ctx)
		events = append(events, "after "+attempt.Operation)
		for _, value := range []any{attempt, *attempt, response, err} {
			for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q"} {
				_, _ = fmt.Fprintf(&seen, verb, value)
			}
			text, _ := json.Marshal(value)
			_, _ = seen.Write(text)
		}
		return response, err
	}
	stage, core := newGuarded(t, WithMiddleware(watch))
	if text, err := pong(core); err != nil || text != "pong" {
		t.Fatalf("%q (%v)", text, err)
	}
	wanted := []string{"before ping", "before the token endpoint", "after the token endpoint", "after ping"}
	if !slices.Equal(events, wanted) {
		t.Errorf("the attempts are %v", events)
	}
	sent := stage.sent[1]
	if sent.Header.Get("Authorization") != "Bearer "+hiddenToken || sent.URL.Query().Get("key") != hiddenKey {
		t.Errorf("it was sent without credentials: %v", sent.Header)
	}
	for _, secret := range []string{hiddenSecret, hiddenToken, hiddenKey} {
		if strings.Contains(seen.String(), secret) {
			t.Errorf("it sees %s: %s", secret, seen.String())
		}
	}
	if !strings.Contains(seen.String(), "http://ping.example/token") || !strings.Contains(seen.String(), "/ping") {
		t.Errorf("it does not see the addresses: %s", seen.String())
	}
}

func TestMiddlewareHeadersReplaceAllButCredentials(t *testing.T) {
	add := func(ctx context.Context, attempt *Attempt, next Next) (*AttemptResponse, error) {
		attempt.Header.Set("authorization", "mine")
		attempt.Header.Set("x-both", "middleware")
		attempt.Header["x-list"] = []string{"one", "two"}
		return next(ctx)
	}
	stage, core := newGuarded(t, WithMiddleware(add), WithDefaultHeader("x-both", "default"))
	if _, err := pong(core, WithHeader("X-Both", "call")); err != nil {
		t.Fatal(err)
	}
	header := stage.sent[1].Header
	if header.Get("Authorization") != "Bearer "+hiddenToken || header.Get("X-Both") != "middleware" {
		t.Error(header)
	}
	if !slices.Equal(header.Values("X-List"), []string{"one", "two"}) {
		t.Error(header)
	}
}

// oddError is an error that cannot be compared.
type oddError struct{ texts []string }

func (e oddError) Error() string { return strings.Join(e.texts, " ") }

func TestErrorsOfMiddlewareFailTheCall(t *testing.T) {
	refused := errors.New("refused")
	for _, mine := range []error{refused, oddError{[]string{"odd"}}, &TransportError{Err: io.EOF}} {
		for _, operation := range []string{"ping", "the token endpoint"} {
			for _, afterwards := range []bool{false, true} {
				fail := func(ctx context.Context, attempt *Attempt, next Next) (*AttemptResponse, error) {
					if attempt.Operation != operation {
						return next(ctx)
					}
					if afterwards {
						_, _ = next(ctx)
					}
					return nil, mine
				}
				stage, core := newGuarded(t, WithMiddleware(fail))
				_, err := pong(core)
				if fmt.Sprintf("%#v", err) != fmt.Sprintf("%#v", mine) {
					t.Errorf("%v, not %v", err, mine)
				}
				if len(stage.waits) > 0 || len(stage.sent) > 2 {
					t.Errorf("%v was retried: %v", mine, stage.urls())
				}
			}
		}
	}
}

func TestHostileMiddlewareHeadersAreRefused(t *testing.T) {
	for _, pair := range [][2]string{{"X", "a\r\nEvil: 1"}, {"X\r\nEvil", "1"}, {"", "1"}, {"X", "\x00"}} {
		var seen error
		add := func(ctx context.Context, attempt *Attempt, next Next) (*AttemptResponse, error) {
			attempt.Header[pair[0]] = []string{pair[1]}
			response, err := next(ctx)
			seen = err
			return response, err
		}
		stage, core := newGuarded(t, WithMiddleware(add))
		_, err := pong(core)
		if !errors.As(err, new(*RequestError)) || seen == nil || len(stage.sent) > 0 {
			t.Errorf("%q: %v", pair, err)
		}
		if _, err := newCore(&guarded, []Option{WithDefaultHeader(pair[0], pair[1])}); err == nil {
			t.Errorf("%q is taken", pair)
		}
	}
}

func TestNextCanBeCalledAgain(t *testing.T) {
	var numbers []int
	again := func(ctx context.Context, attempt *Attempt, next Next) (*AttemptResponse, error) {
		first, err := next(ctx)
		if err == nil && attempt.Operation == "ping" && first.Status == http.StatusTeapot {
			return next(ctx)
		}
		return first, err
	}
	count := func(ctx context.Context, attempt *Attempt, next Next) (*AttemptResponse, error) {
		if attempt.Operation == "ping" {
			numbers = append(numbers, attempt.Number)
		}
		return next(ctx)
	}
	stage, core := newGuarded(t, WithMiddleware(again, count))
	stage.answers = []answerVector{{Status: http.StatusTeapot}}
	if text, err := pong(core); err != nil || text != "pong" {
		t.Errorf("%q (%v)", text, err)
	}
	if !slices.Equal(numbers, []int{1, 2}) {
		t.Errorf("the numbers are %v", numbers)
	}
}

func TestQueriesCanRepeatAName(t *testing.T) {
	stage, core := newGuarded(t, WithDefaultQuery("a", "1"), WithDefaultQuery("a", "2"), WithDefaultQuery("b", "1"))
	if _, err := pong(core, WithQuery("b", "2"), WithQuery("b", "3")); err != nil {
		t.Fatal(err)
	}
	wanted := "a=1&a=2&b=2&b=3&key=" + hiddenKey
	if query := stage.sent[1].URL.RawQuery; query != wanted || stage.sent[0].URL.RawQuery != "" {
		t.Errorf("the query is %s", query)
	}
}

func TestMiddlewareIsRequired(t *testing.T) {
	if _, err := newCore(&guarded, []Option{WithMiddleware(nil)}); err == nil {
		t.Error("it is taken")
	}
}

func TestResponsesMustBeFromNext(t *testing.T) {
	for _, made := range []*AttemptResponse{nil, {Status: 200}} {
		skip := func(context.Context, *Attempt, Next) (*AttemptResponse, error) { return made, nil }
		stage, core := newGuarded(t, WithMiddleware(skip))
		_, err := pong(core)
		if err == nil || !strings.HasPrefix(err.Error(), "ping: a middleware ") || len(stage.sent) > 0 {
			t.Errorf("%v: %v", made, err)
		}
	}
}

// closing counts how often a body is closed.
type closing struct {
	io.Reader
	closed *int
}

func (c closing) Close() error {
	*c.closed++
	return nil
}

func TestOpenBodiesThatNobodyReadsAreClosed(t *testing.T) {
	for _, fails := range []bool{false, true} {
		closed := 0
		answer := roundTrip(func(request *http.Request) (*http.Response, error) {
			body := closing{strings.NewReader("pong"), &closed}
			header := http.Header{"Content-Type": {"text/plain"}}
			return &http.Response{StatusCode: 200, Header: header, Body: body, Request: request}, nil
		})
		twice := func(ctx context.Context, _ *Attempt, next Next) (*AttemptResponse, error) {
			_, _ = next(ctx)
			response, err := next(ctx)
			if fails {
				return response, errors.New("refused")
			}
			return response, err
		}
		core, err := newCore(&guarded, []Option{WithHTTPClient(&http.Client{Transport: answer}), WithMiddleware(twice)})
		if err != nil {
			t.Fatal(err)
		}
		var body io.ReadCloser
		_, err = core.send(context.Background(), newRequest(&fetch), []RequestOption{WithOpenBody(&body)})
		if fails != (err != nil) || fails != (body == nil) {
			t.Errorf("%v", err)
		}
		if wanted := map[bool]int{false: 1, true: 2}[fails]; closed != wanted {
			t.Errorf("%d bodies are closed, not %d", closed, wanted)
		}
	}
}

// roundTrip is a transport.
type roundTrip func(*http.Request) (*http.Response, error)

func (r roundTrip) RoundTrip(request *http.Request) (*http.Response, error) { return r(request) }

// fetch is an operation whose response is bytes.
var fetch = operation{
	id:        "fetch",
	method:    http.MethodGet,
	server:    "http://ping.example",
	path:      "/fetch",
	responses: []response{{status: "200", contents: []content{{mediaType: "text/plain", kind: bytesContent}}, success: true}},
}

func TestContextsOfMiddlewareEndAnAttempt(t *testing.T) {
	early := func(ctx context.Context, _ *Attempt, next Next) (*AttemptResponse, error) {
		ctx, cancel := context.WithCancel(ctx)
		cancel()
		return next(ctx)
	}
	answer := func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) }
	_, err := pinged(t, context.Background(), answer, WithMiddleware(early), WithRetry(DefaultRetryPolicy()))
	if !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestAddressesAreShownWithoutCredentials(t *testing.T) {
	api := &description{schemes: map[string]scheme{"key": {in: inQuery, name: "the key"}}}
	for address, plain := range map[string]string{
		"/a?the+key=s3cret":             "/a",
		"/a?b=1&the%20key=s3cret&c=%20": "/a?b=1&c=%20",
		"/a?keys=1":                     "/a?keys=1",
		"/a":                            "/a",
	} {
		if shown := api.withoutSecrets(address); shown != plain {
			t.Errorf("%s is shown as %s", address, shown)
		}
	}
}
