package sdk

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"
)

// hangs is a transport that never answers.
var hangs = roundTrip(func(request *http.Request) (*http.Response, error) {
	<-request.Context().Done()
	return nil, request.Context().Err()
})

func TestCallsThatHangEndWithTheirLimit(t *testing.T) {
	over := WithHTTPClient(&http.Client{Transport: hangs})
	again := func(ctx context.Context, _ *Attempt, next Next) (*AttemptResponse, error) { return next(ctx) }
	waits := TokenProvider(func(ctx context.Context, _ Secret) (Secret, error) {
		<-ctx.Done()
		return Secret{}, ctx.Err()
	})
	for name, options := range map[string][]Option{
		"the attempt":             {withCredentials("key", NewSecret("s"))},
		"inside of a middleware":  {withCredentials("key", NewSecret("s")), WithMiddleware(again)},
		"a token":                 {},
		"a token in a middleware": {WithMiddleware(again)},
		"a provider":              {withCredentials("key", waits)},
	} {
		for _, operation := range []*operation{guardedPing(), guardedFetch()} {
			_, core := newGuarded(t, append(options, over, WithRetry(DefaultRetryPolicy()))...)
			limit := []RequestOption{WithRequestTimeout(time.Millisecond)}
			_, err := core.send(context.Background(), newRequest(operation), limit)
			if !errors.As(err, new(*TimeoutError)) || !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("%s: %v", name, err)
			} else if !strings.HasPrefix(err.Error(), operation.id+": no response arrived in time: the time limit") {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

// guardedFetch is an operation that needs a token, and whose response is a stream.
func guardedFetch() *operation {
	made := fetch
	made.security = [][]string{{"key", "query"}}
	made.responses = []response{{
		status:  "200",
		success: true,
		contents: []content{{
			mediaType: "application/jsonl", kind: streamContent, target: (*ItemStream[int])(nil),
			items: itemForm{framing: framedLines},
		}},
	}}
	return &made
}

func TestTimeThatTokensTakeCounts(t *testing.T) {
	stage, core := newGuarded(t, WithCallTimeout(time.Second))
	token := stage.answer
	stage.answer = func(request sentRequest) (answerVector, bool) {
		answer, isToken := token(request)
		answer.Seconds = 1
		return answer, isToken
	}
	_, err := pong(core)
	if !errors.As(err, new(*TimeoutError)) || len(stage.sent) != 1 {
		t.Errorf("%v after %v", err, stage.urls())
	}
	// The token is used by the next call.
	stage.answer = token
	if _, err := pong(core); err != nil || len(stage.sent) != 2 {
		t.Errorf("%v after %v", err, stage.urls())
	}
}

func TestDeadlinesOfContextsEndRetries(t *testing.T) {
	stage, core := newGuarded(t, WithRetry(RetryPolicy{Attempts: 3, LongestRetryAfter: 2 * time.Hour}))
	for seconds, wanted := range map[string]int{"3600": 1, "60": 2} {
		stage.sent = nil
		stage.answers = []answerVector{{Status: 503, Headers: map[string]string{"Retry-After": seconds}}}
		ctx, cancel := context.WithTimeout(context.Background(), time.Hour/2)
		_, _ = core.send(ctx, newRequest(guardedPing()), nil)
		cancel()
		if sent := strings.Count(strings.Join(stage.urls(), " "), "example/ping"); sent != wanted {
			t.Errorf("%s s: %d requests", seconds, sent)
		}
	}
}

func TestStreamsOutliveTheLimitOfTheirCall(t *testing.T) {
	answer := roundTrip(func(request *http.Request) (*http.Response, error) {
		header := http.Header{"Content-Type": {"application/jsonl"}}
		body := &pieces{chunks: [][]byte{[]byte("1\n"), []byte("2\n")}}
		return &http.Response{StatusCode: 200, Header: header, Body: body, Request: request}, nil
	})
	key := []Option{withCredentials("key", NewSecret("s")), WithCallTimeout(time.Hour)}
	stage, core := newGuarded(t, append(key, WithHTTPClient(&http.Client{Transport: answer}))...)
	stream, err := pointerTo[ItemStream[int]](core.send(context.Background(), newRequest(guardedFetch()), nil))
	if err != nil {
		t.Fatal(err)
	}
	stage.now = stage.now.Add(2 * time.Hour)
	count := 0
	for _, err := range stream.Items() {
		if err != nil {
			t.Error(err)
		}
		count++
	}
	if count != 2 {
		t.Errorf("%d items", count)
	}
}

func TestCancellationsNameTheOperationWithMiddleware(t *testing.T) {
	plain := func(ctx context.Context, _ *Attempt, next Next) (*AttemptResponse, error) { return next(ctx) }
	over := WithHTTPClient(&http.Client{Transport: hangs})
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, key := range [][]Option{{}, {withCredentials("key", NewSecret("s"))}} {
		_, core := newGuarded(t, append(key, WithMiddleware(plain), over)...)
		_, err := core.send(ctx, newRequest(guardedPing()), nil)
		if err == nil || !strings.HasPrefix(err.Error(), "ping: the call was cancelled") {
			t.Error(err)
		}
	}
}

func TestIdempotencyKeysNeedAProperty(t *testing.T) {
	stage, core := newGuarded(t)
	if _, err := pong(core, WithIdempotencyKey("k")); !errors.As(err, new(*RequestError)) || len(stage.sent) > 0 {
		t.Error(err)
	}
	if key := newRequest(&ping).newKey(nil); len(key) != 36 {
		t.Error(key)
	}
}

func TestEachPageHasTheLimitOfACall(t *testing.T) {
	list := ping
	list.responses = []response{{status: "200", contents: []content{{mediaType: "application/json", target: (*[]int)(nil)}}, success: true}}
	stage, core := newGuarded(t, WithCallTimeout(time.Second))
	for _, link := range []string{`<?page=b>; rel="next"`, `<?page=c>; rel="next"`, ""} {
		headers := map[string]string{"Link": link}
		stage.answers = append(stage.answers, answerVector{Status: 200, Headers: headers, Body: vectorBody("[1]"), Seconds: 0.75})
	}
	stage.answer = nil
	count := 0
	split := func(page *[]int) []int { return *page }
	for _, err := range items(context.Background(), core, newRequest(&list), nil, paging{by: "link"}, split) {
		if err != nil {
			t.Fatal(err)
		}
		count++
	}
	if count != 3 {
		t.Errorf("%d items", count)
	}
}
