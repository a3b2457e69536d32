package sdk

import (
	"encoding/json"
	"maps"
	"slices"
	"testing"
	"time"
)

// optionsVector is what a client, a copy of it, or a call is set up with.
type optionsVector struct {
	CallTimeout    float64           `json:"callTimeout"`
	Attempts       int               `json:"attempts"`
	IdempotencyKey *string           `json:"idempotencyKey"`
	Headers        map[string]string `json:"headers"`
	Query          map[string]string `json:"query"`
}

// ofClient returns the options of a client; policy is what its number of attempts changes.
func (o optionsVector) ofClient(policy RetryPolicy) []Option {
	var options []Option
	if o.CallTimeout > 0 {
		options = append(options, WithCallTimeout(o.callTimeout()))
	}
	if o.Attempts > 0 {
		policy.Attempts = o.Attempts
		options = append(options, WithRetry(policy))
	}
	for _, name := range slices.Sorted(maps.Keys(o.Headers)) {
		options = append(options, WithDefaultHeader(name, o.Headers[name]))
	}
	for _, name := range slices.Sorted(maps.Keys(o.Query)) {
		options = append(options, WithDefaultQuery(name, o.Query[name]))
	}
	return options
}

// ofCall returns the options of a call.
func (o optionsVector) ofCall(policy RetryPolicy) []RequestOption {
	var options []RequestOption
	if o.CallTimeout > 0 {
		options = append(options, WithRequestTimeout(o.callTimeout()))
	}
	if o.Attempts > 0 {
		policy.Attempts = o.Attempts
		options = append(options, WithRequestRetry(policy))
	}
	if o.IdempotencyKey != nil {
		options = append(options, WithIdempotencyKey(*o.IdempotencyKey))
	}
	for _, name := range slices.Sorted(maps.Keys(o.Headers)) {
		options = append(options, WithHeader(name, o.Headers[name]))
	}
	for _, name := range slices.Sorted(maps.Keys(o.Query)) {
		options = append(options, WithQuery(name, o.Query[name]))
	}
	return options
}

func (o optionsVector) callTimeout() time.Duration {
	return time.Duration(o.CallTimeout * float64(time.Second))
}

// expectedRequest is what a request has among others.
type expectedRequest struct {
	Method     string            `json:"method"`
	URL        string            `json:"url"`
	Headers    map[string]string `json:"headers"`
	Body       *vectorBody       `json:"body"`
	Properties map[string]any    `json:"properties"`
}

// check compares the requests that were sent.
func (s *stage) check(t *testing.T, expected []expectedRequest) {
	t.Helper()
	if len(s.sent) != len(expected) {
		t.Fatalf("%d requests were sent, not %d", len(s.sent), len(expected))
	}
	for index, expect := range expected {
		sent := s.sent[index]
		if expect.Method != "" && sent.Method != expect.Method {
			t.Errorf("the method is %s, not %s", sent.Method, expect.Method)
		}
		if expect.URL != "" && sent.URL.String() != expect.URL {
			t.Errorf("it went to %s, not %s", sent.URL, expect.URL)
		}
		for name, value := range expect.Headers {
			if values := sent.Header.Values(name); !slices.Equal(values, []string{value}) {
				t.Errorf("%s is %q, not %q", name, values, value)
			}
		}
		if expect.Body != nil && string(sent.body) != string(*expect.Body) {
			t.Errorf("the body is %q, not %q", sent.body, *expect.Body)
		}
		var members map[string]any
		if len(expect.Properties) > 0 && json.Unmarshal(sent.body, &members) != nil {
			t.Errorf("the body is %s", sent.body)
		}
		for name, value := range expect.Properties {
			if members[name] != value {
				t.Errorf("%s is %v, not %v", name, members[name], value)
			}
		}
	}
}

// refusedOf returns the outcome of a call that may be refused.
func refusedOf(err error) string {
	if _, refused := errorAs[*RequestError](err); refused {
		return "refused"
	}
	return outcomeOf(err)
}

func TestOptions(t *testing.T) {
	type vector struct {
		Name     string          `json:"name"`
		Request  string          `json:"request"`
		Without  string          `json:"without"`
		Policy   policyVector    `json:"policy"`
		Client   optionsVector   `json:"client"`
		Defaults additions       `json:"defaults"`
		Changes  []optionsVector `json:"changes"`
		Original bool            `json:"original"`
		Call     optionsVector   `json:"call"`
		Answers  []answerVector  `json:"answers"`
		Expect   struct {
			Requests []expectedRequest `json:"requests"`
			Waits    []float64         `json:"waits"`
			Outcome  string            `json:"outcome"`
		} `json:"expect"`
	}
	requests := requestsByName(t)
	for _, vector := range readVectors[vector](t, "options.json") {
		t.Run(vector.Name, func(t *testing.T) {
			policy := vector.Policy.policy()
			options := append(vectorCredentials(), WithRetry(policy))
			options = append(options, vector.Client.ofClient(policy)...)
			defaults := optionsVector{Headers: vector.Defaults.Headers, Query: vector.Defaults.Query}
			options = append(options, defaults.ofClient(policy)...)
			stage, original := newStage(t, vector.Answers, options...)
			client := original
			for _, change := range vector.Changes {
				changed, err := client.With(change.ofClient(policy)...)
				if err != nil {
					t.Fatal(err)
				}
				client = changed
			}
			if vector.Original {
				client = original
			}
			request := requests[vector.Request]
			if vector.Without != "" {
				request = without(t, request, vector.Without)
			}
			_, err := call(t, client, request, vector.Call.ofCall(policy)...)
			if outcome := refusedOf(err); outcome != vector.Expect.Outcome {
				t.Errorf("the outcome is %s, not %s: %v", outcome, vector.Expect.Outcome, err)
			}
			isLocated(t, err, request)
			stage.check(t, vector.Expect.Requests)
			if !slices.Equal(stage.waits, vector.Expect.Waits) {
				t.Errorf("the waits are %v, not %v", stage.waits, vector.Expect.Waits)
			}
		})
	}
}
