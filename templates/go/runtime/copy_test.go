package sdk

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestCopiesShareTokens(t *testing.T) {
	stage, core := newGuarded(t)
	for range 2 {
		changed, err := core.with([]Option{WithTimeout(time.Second)})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := pong(changed); err != nil {
			t.Error(err)
		}
	}
	if len(stage.sent) != 3 {
		t.Errorf("asked for %v", stage.urls())
	}
}

func TestCopiesLeaveTheOriginal(t *testing.T) {
	note := func(name string, names *[]string) Middleware {
		return func(ctx context.Context, _ *Attempt, next Next) (*AttemptResponse, error) {
			*names = append(*names, name)
			return next(ctx)
		}
	}
	var names []string
	logged := &lines{}
	key := withCredentials("key", NewSecret("s"))
	stage, core := newGuarded(t, key, WithMiddleware(note("outer", &names)), WithDefaultQuery("a", "1"),
		WithDefaultQuery("a", "2"), WithDefaultQuery("b", "1"), WithDefaultHeader("X-One", "1"))
	core.log = LogAttempts(slog.New(logged))
	core.arrange()
	changed, err := core.with([]Option{
		WithMiddleware(note("inner", &names)), WithDefaultQuery("a", "3"), WithDefaultHeader("x-one", "2"),
		WithUserAgent("other"), WithResponseLimit(3), WithCallTimeout(time.Second),
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := pong(changed); !errors.As(err, new(*TooLargeError)) {
		t.Error(err)
	}
	if last := logged.texts[len(logged.texts)-1]; !slices.Equal(names, []string{"outer", "inner"}) || !strings.Contains(last, "attempt 1") {
		t.Errorf("%v, and then %s", names, last)
	}
	if _, err := pong(core); err != nil || len(names) != 3 {
		t.Errorf("%v (%v)", names, err)
	}
	for index, wanted := range []struct{ query, header, agent string }{
		{"b=1&a=3", "2", "other"},
		{"a=1&a=2&b=1", "1", core.userAgent},
	} {
		sent := stage.sent[index]
		query, _, _ := strings.Cut(sent.URL.RawQuery, "&key=")
		if query != wanted.query || sent.Header.Get("X-One") != wanted.header || sent.Header.Get("User-Agent") != wanted.agent {
			t.Errorf("%s %v", query, sent.Header)
		}
	}
}

func TestCopiesCannotChangeEverything(t *testing.T) {
	_, core := newGuarded(t)
	for _, option := range []Option{
		WithHTTPClient(http.DefaultClient), WithClock(systemClock{}), WithServer("http://ping.example", "http://other.example"),
		WithOrigin("http://other.example"), withVariable("a", "b"), withCredentials("key", NewSecret("other")),
		WithMiddleware(nil), WithUserAgent("a\nb"), WithDefaultHeader("a\nb", "c"),
	} {
		if _, err := core.with([]Option{option}); err == nil {
			t.Error("it is taken")
		}
	}
	if len(core.servers.replaced) > 0 || len(core.servers.variables) > 0 {
		t.Error("the original is changed")
	}
}
