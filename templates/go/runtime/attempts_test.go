package sdk

import (
	"context"
	"fmt"
	"log/slog"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// attemptEvent is what a middleware sees.
type attemptEvent struct {
	Middleware string `json:"middleware"`
	Event      string `json:"event"`
	Attempt    int    `json:"attempt"`
	Status     int    `json:"status"`
}

// additions are the fields that a client or a call adds.
type additions struct {
	Headers map[string]string `json:"headers"`
	Query   map[string]string `json:"query"`
}

// watcher is a middleware that records what it sees, and adds a header field.
func watcher(name string, events *[]attemptEvent, field func(*Attempt) (name, value string)) Middleware {
	return func(ctx context.Context, attempt *Attempt, next Next) (*AttemptResponse, error) {
		note := func(event string, status int) {
			*events = append(*events, attemptEvent{name, event, attempt.Number, status})
		}
		note("before", 0)
		attempt.Header.Set(field(attempt))
		response, err := next(ctx)
		if err != nil {
			note("error", 0)
			return nil, err
		}
		note("response", response.Status)
		return response, nil
	}
}

// counter is a middleware that counts attempts.
func counter(attempts *int) Middleware {
	return func(ctx context.Context, _ *Attempt, next Next) (*AttemptResponse, error) {
		*attempts++
		return next(ctx)
	}
}

// lines is a log that keeps its lines.
type lines struct{ texts []string }

func (l *lines) Enabled(context.Context, slog.Level) bool { return true }

func (l *lines) Handle(_ context.Context, record slog.Record) error {
	l.texts = append(l.texts, strings.ToLower(record.Level.String())+" "+record.Message)
	return nil
}

func (l *lines) WithAttrs([]slog.Attr) slog.Handler { return l }

func (l *lines) WithGroup(string) slog.Handler { return l }

func TestAttempts(t *testing.T) {
	type vector struct {
		Name     string         `json:"name"`
		Request  string         `json:"request"`
		Policy   policyVector   `json:"policy"`
		Answers  []answerVector `json:"answers"`
		Defaults additions      `json:"defaults"`
		Call     additions      `json:"call"`
		Expect   struct {
			Events   []attemptEvent `json:"events"`
			Log      []string       `json:"log"`
			Requests []struct {
				URL     string            `json:"url"`
				Headers map[string]string `json:"headers"`
			} `json:"requests"`
			Waits   []float64 `json:"waits"`
			Outcome string    `json:"outcome"`
		} `json:"expect"`
	}
	requests := requestsByName(t)
	for _, vector := range readVectors[vector](t, "attempts.json") {
		t.Run(vector.Name, func(t *testing.T) {
			var events []attemptEvent
			outer := watcher("outer", &events, func(a *Attempt) (string, string) {
				return "x-outer", fmt.Sprint(a.Operation, " ", a.Method, " ", a.PathTemplate, " ", a.Number)
			})
			inner := watcher("inner", &events, func(a *Attempt) (string, string) {
				return "x-inner", a.Header.Get("x-outer")
			})
			log := &lines{}
			options := append(vectorCredentials(), WithRetry(vector.Policy.policy()),
				WithMiddleware(outer, inner), WithMiddleware(LogAttempts(slog.New(log))))
			for _, name := range slices.Sorted(maps.Keys(vector.Defaults.Headers)) {
				options = append(options, WithDefaultHeader(name, vector.Defaults.Headers[name]))
			}
			for _, name := range slices.Sorted(maps.Keys(vector.Defaults.Query)) {
				options = append(options, WithDefaultQuery(name, vector.Defaults.Query[name]))
			}
			var added []RequestOption
			for _, name := range slices.Sorted(maps.Keys(vector.Call.Headers)) {
				added = append(added, WithHeader(name, vector.Call.Headers[name]))
			}
			for _, name := range slices.Sorted(maps.Keys(vector.Call.Query)) {
				added = append(added, WithQuery(name, vector.Call.Query[name]))
			}
			stage, client := newStage(t, vector.Answers, options...)
			request := requests[vector.Request]
			_, err := call(t, client, request, added...)
			if outcome := outcomeOf(err); outcome != vector.Expect.Outcome {
				t.Errorf("the outcome is %s, not %s: %v", outcome, vector.Expect.Outcome, err)
			}
			isLocated(t, err, request)
			if !reflect.DeepEqual(events, vector.Expect.Events) {
				t.Errorf("the events are %v, not %v", events, vector.Expect.Events)
			}
			if !slices.Equal(log.texts, vector.Expect.Log) {
				t.Errorf("the log is %q, not %q", log.texts, vector.Expect.Log)
			}
			if !slices.Equal(stage.waits, vector.Expect.Waits) {
				t.Errorf("the waits are %v, not %v", stage.waits, vector.Expect.Waits)
			}
			if len(stage.sent) != len(vector.Expect.Requests) {
				t.Fatalf("%d requests were sent", len(stage.sent))
			}
			for index, expect := range vector.Expect.Requests {
				sent := stage.sent[index]
				if expect.URL == "" {
					expect.URL = request.Expect.URL
				}
				if sent.URL.String() != expect.URL {
					t.Errorf("it went to %s, not %s", sent.URL, expect.URL)
				}
				for name, value := range expect.Headers {
					if values := sent.Header.Values(name); !slices.Equal(values, []string{value}) {
						t.Errorf("%s is %q, not %q", name, values, value)
					}
				}
			}
		})
	}
}
