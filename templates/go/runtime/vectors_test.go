package sdk

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net"
	"net/http"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

func failureOf(kind string) error {
	switch kind {
	case "connect":
		return &net.OpError{Op: "dial", Net: "tcp", Err: errors.New("connection refused")}
	case "timeout":
		return &net.OpError{Op: "read", Net: "tcp", Err: timedOut{}}
	default:
		return &net.OpError{Op: "read", Net: "tcp", Err: errors.New("connection reset by peer")}
	}
}

type timedOut struct{}

func (timedOut) Error() string   { return "timed out" }
func (timedOut) Timeout() bool   { return true }
func (timedOut) Temporary() bool { return true }

func TestRequests(t *testing.T) {
	for _, vector := range readVectors[requestVector](t, "requests.json") {
		t.Run(vector.Name, func(t *testing.T) {
			stage, client := newStage(t, []answerVector{{Status: 599}}, vectorCredentials()...)
			_, _ = call(t, client, vector)
			if len(stage.sent) != 1 {
				t.Fatalf("%d requests were sent", len(stage.sent))
			}
			sent, expect := stage.sent[0], vector.Expect
			fixBoundary(&sent)
			if sent.Method != expect.Method || sent.URL.String() != expect.URL {
				t.Errorf("%s %s, not %s %s", sent.Method, sent.URL, expect.Method, expect.URL)
			}
			if plainNumbers(sent.body) != plainNumbers(expect.Body) {
				t.Errorf("the body is %s, not %s", sent.body, expect.Body)
			}
			headers := map[string]string{}
			for name, values := range sent.Header {
				if name != "User-Agent" {
					headers[strings.ToLower(name)] = strings.Join(values, ", ")
				}
			}
			if !reflect.DeepEqual(headers, expect.Headers) {
				t.Errorf("the header fields are %v, not %v", headers, expect.Headers)
			}
			if sent.Header.Get("User-Agent") != fullAgent(userAgent) {
				t.Errorf("the user agent is %q", sent.Header.Get("User-Agent"))
			}
		})
	}
}

// fixBoundary replaces the random boundary of a form with the one of the vectors.
func fixBoundary(sent *sentRequest) {
	media, boundary, ok := strings.Cut(sent.Header.Get("Content-Type"), "; boundary=")
	if ok && regexp.MustCompile("^form-[0-9a-f]{32}$").MatchString(boundary) {
		sent.Header.Set("Content-Type", media+"; boundary=boundary")
		sent.body = bytes.ReplaceAll(sent.body, []byte(boundary), []byte("boundary"))
	}
}

// plainNumbers replaces integers with a fraction of zero by plain ones, because JSON has several
// notations for them. Strings are left unchanged.
func plainNumbers(text []byte) string {
	tokens := regexp.MustCompile(`"(?:[^"\\]|\\.)*"|[0-9]\.0+\b`)
	return tokens.ReplaceAllStringFunc(string(text), func(token string) string {
		if token[0] == '"' {
			return token
		}
		return token[:1]
	})
}

func TestAnswers(t *testing.T) {
	type vector struct {
		Name    string       `json:"name"`
		Request string       `json:"request"`
		Answer  answerVector `json:"answer"`
		Expect  struct {
			Outcome string          `json:"outcome"`
			Pointer *string         `json:"pointer"`
			Message string          `json:"message"`
			Value   json.RawMessage `json:"value"`
			Unknown []string        `json:"unknown"`
		} `json:"expect"`
	}
	requests := requestsByName(t)
	for _, vector := range readVectors[vector](t, "answers.json") {
		t.Run(vector.Name, func(t *testing.T) {
			var unknown []string
			observer := Observer{UnknownMembers: func(_ string, pointers []string) { unknown = pointers }}
			options := append(vectorCredentials(), WithObserver(observer))
			_, client := newStage(t, []answerVector{vector.Answer}, options...)
			value, err := call(t, client, requests[vector.Request])
			if outcome := outcomeOf(err); outcome != vector.Expect.Outcome {
				t.Fatalf("the outcome is %s, not %s: %v", outcome, vector.Expect.Outcome, err)
			}
			isLocated(t, err, requests[vector.Request])
			if err != nil && vector.Expect.Message != "" && err.Error() != vector.Expect.Message {
				t.Errorf("the message is\n%s, not\n%s", err, vector.Expect.Message)
			}
			if failure, ok := errorAs[*APIError](err); ok {
				value = failure.body
				checkStatusError(t, err, failure)
			}
			if failure, ok := errorAs[*UnreadableError](err); ok && vector.Expect.Pointer != nil {
				if failure.Err.Pointer != *vector.Expect.Pointer {
					t.Errorf("the pointer is %q, not %q", failure.Err.Pointer, *vector.Expect.Pointer)
				}
			}
			if failure, ok := errorAs[*UndeclaredError](err); ok && failure.Raw.Status != vector.Answer.Status {
				t.Errorf("the status is %d", failure.Raw.Status)
			}
			wanted := vector.Expect.Value
			if wanted == nil && slices.Contains([]string{"value", "error"}, vector.Expect.Outcome) {
				wanted = json.RawMessage(vector.Answer.Body)
			}
			if len(wanted) > 0 && !same(written(t, value), parsed(t, wanted)) {
				t.Errorf("the value is %v, not %s", written(t, value), wanted)
			}
			slices.Sort(unknown)
			slices.Sort(vector.Expect.Unknown)
			if !slices.Equal(unknown, vector.Expect.Unknown) {
				t.Errorf("unknown are %v, not %v", unknown, vector.Expect.Unknown)
			}
		})
	}
}

// isLocated reports whether the text of an error begins with the operation.
func isLocated(t *testing.T, err error, request requestVector) {
	t.Helper()
	if err != nil && !strings.HasPrefix(err.Error(), request.Operation+": ") {
		t.Errorf("%q does not begin with the operation", err)
	}
}

func TestMessages(t *testing.T) {
	type vector struct {
		Name    string       `json:"name"`
		Request string       `json:"request"`
		Answer  answerVector `json:"answer"`
		Secrets []string     `json:"secrets"`
		Expect  struct {
			Outcome string `json:"outcome"`
			Message string `json:"message"`
		} `json:"expect"`
	}
	requests := requestsByName(t)
	for _, vector := range readVectors[vector](t, "messages.json") {
		t.Run(vector.Name, func(t *testing.T) {
			_, client := newStage(t, []answerVector{vector.Answer}, vectorCredentials()...)
			_, err := call(t, client, requests[vector.Request])
			if outcome := outcomeOf(err); outcome != vector.Expect.Outcome {
				t.Fatalf("the outcome is %s, not %s: %v", outcome, vector.Expect.Outcome, err)
			}
			if err.Error() != vector.Expect.Message {
				t.Errorf("the message is\n%s, not\n%s", err, vector.Expect.Message)
			}
			for _, secret := range vector.Secrets {
				if strings.Contains(err.Error(), secret) {
					t.Errorf("it shows %s", secret)
				}
			}
		})
	}
}

// checkStatusError checks that an error has a type for its status, which holds the body.
func checkStatusError(t *testing.T, err error, failure *APIError) {
	t.Helper()
	if err == error(failure) {
		t.Errorf("the error of status %d has no dedicated type", failure.Status)
	}
	v := reflect.ValueOf(err).Elem()
	for index := 1; index < v.NumField(); index++ {
		if !v.Field(index).IsNil() && v.Field(index).Interface() == failure.body {
			return
		}
	}
	if failure.body != nil {
		t.Errorf("%T has no body", err)
	}
}

func TestPages(t *testing.T) {
	type vector struct {
		Name    string         `json:"name"`
		Request string         `json:"request"`
		Answers []answerVector `json:"answers"`
		Expect  struct {
			URLs    []string          `json:"urls"`
			Items   []json.RawMessage `json:"items"`
			Outcome string            `json:"outcome"`
		} `json:"expect"`
	}
	requests := requestsByName(t)
	for _, vector := range readVectors[vector](t, "pages.json") {
		t.Run(vector.Name, func(t *testing.T) {
			attempts := 0
			options := append(vectorCredentials(), WithMiddleware(counter(&attempts)))
			stage, client := newStage(t, vector.Answers, options...)
			items, err := list(t, client, requests[vector.Request])
			outcome := outcomeOf(err)
			switch outcome {
			case "value":
				outcome = "end"
			case "undeclared", "unreadable":
				outcome = "error"
			}
			if outcome != vector.Expect.Outcome {
				t.Errorf("the outcome is %s, not %s: %v", outcome, vector.Expect.Outcome, err)
			}
			if urls := stage.urls(); !slices.Equal(urls, vector.Expect.URLs) {
				t.Errorf("asked for %v, not %v", urls, vector.Expect.URLs)
			}
			if attempts != len(vector.Expect.URLs) {
				t.Errorf("%d attempts were seen", attempts)
			}
			if len(items) != len(vector.Expect.Items) {
				t.Fatalf("there are %d items, not %d", len(items), len(vector.Expect.Items))
			}
			for index, item := range items {
				if !same(written(t, item), parsed(t, vector.Expect.Items[index])) {
					t.Errorf("item %d is %v, not %s", index, written(t, item), vector.Expect.Items[index])
				}
			}
		})
	}
}

func TestSignatures(t *testing.T) {
	type vector struct {
		Name    string      `json:"name"`
		Secrets []string    `json:"secrets"`
		Headers [][2]string `json:"headers"`
		Body    vectorBody  `json:"body"`
		Expect  string      `json:"expect"`
	}
	names := map[error]string{
		nil:                   "genuine",
		ErrMissingSignature:   "missing",
		ErrMalformedSignature: "malformed",
		ErrSignatureMismatch:  "mismatch",
		ErrNoSecret:           "no-secret",
	}
	for _, vector := range readVectors[vector](t, "signatures.json") {
		t.Run(vector.Name, func(t *testing.T) {
			header := http.Header{}
			for _, pair := range vector.Headers {
				header.Add(pair[0], pair[1])
			}
			verifier, err := NewVerifier(vector.Secrets...)
			if err == nil {
				err = verifier.VerifyHeader(header, vector.Body)
			}
			if names[err] != vector.Expect {
				t.Errorf("it is %s, not %s", names[err], vector.Expect)
			}
		})
	}
}

// policyVector is a policy, with times in seconds.
type policyVector struct {
	Attempts          int     `json:"attempts"`
	FirstWait         float64 `json:"firstWait"`
	LongestWait       float64 `json:"longestWait"`
	LongestRetryAfter float64 `json:"longestRetryAfter"`
}

func (p policyVector) policy() RetryPolicy {
	seconds := func(number float64) time.Duration { return time.Duration(number * float64(time.Second)) }
	return RetryPolicy{p.Attempts, seconds(p.FirstWait), seconds(p.LongestWait), seconds(p.LongestRetryAfter)}
}

func TestRetries(t *testing.T) {
	type vector struct {
		Name    string         `json:"name"`
		Request string         `json:"request"`
		Without string         `json:"without"`
		Policy  policyVector   `json:"policy"`
		Answers []answerVector `json:"answers"`
		Expect  struct {
			Waits     []float64 `json:"waits"`
			Outcome   string    `json:"outcome"`
			SameBody  bool      `json:"sameBody"`
			Generated string    `json:"generated"`
		} `json:"expect"`
	}
	requests := requestsByName(t)
	for _, vector := range readVectors[vector](t, "retries.json") {
		t.Run(vector.Name, func(t *testing.T) {
			policy := WithRetry(vector.Policy.policy())
			stage, client := newStage(t, vector.Answers, append(vectorCredentials(), policy)...)
			request := requests[vector.Request]
			if vector.Without != "" {
				request = without(t, request, vector.Without)
			}
			_, err := call(t, client, request)
			if outcome := outcomeOf(err); outcome != vector.Expect.Outcome {
				t.Errorf("the outcome is %s, not %s: %v", outcome, vector.Expect.Outcome, err)
			}
			isLocated(t, err, requests[vector.Request])
			if !slices.Equal(stage.waits, vector.Expect.Waits) {
				t.Errorf("the waits are %v, not %v", stage.waits, vector.Expect.Waits)
			}
			if len(stage.sent) != len(vector.Expect.Waits)+1 {
				t.Errorf("%d requests were sent", len(stage.sent))
			}
			for _, sent := range stage.sent {
				if (string(sent.body) == string(stage.sent[0].body)) != vector.Expect.SameBody {
					t.Errorf("%s was sent after %s", sent.body, stage.sent[0].body)
				}
				if vector.Expect.Generated != "" {
					checkGenerated(t, sent.body, vector.Expect.Generated)
				}
			}
		})
	}
}

// without removes a property of the body.
func without(t *testing.T, request requestVector, name string) requestVector {
	t.Helper()
	members := map[string]json.RawMessage{}
	if err := json.Unmarshal(request.Body.Value, &members); err != nil {
		t.Fatal(err)
	}
	delete(members, name)
	text, err := json.Marshal(members)
	if err != nil {
		t.Fatal(err)
	}
	body := *request.Body
	body.Value = text
	request.Body = &body
	return request
}

func checkGenerated(t *testing.T, body []byte, name string) {
	t.Helper()
	var members map[string]any
	if err := json.Unmarshal(body, &members); err != nil {
		t.Fatal(err)
	}
	const form = "xxxxxxxx-xxxx-4xxx-xxxx-xxxxxxxxxxxx"
	text, _ := members[name].(string)
	if len(text) != len(form) || text[14] != '4' || strings.Count(text, "-") != 4 {
		t.Errorf("%q is no UUID", text)
	}
}

func TestTokens(t *testing.T) {
	type vector struct {
		Name      string       `json:"name"`
		Scheme    string       `json:"scheme"`
		TokenURL  string       `json:"tokenUrl"`
		TokenBody string       `json:"tokenBody"`
		Resource  string       `json:"resource"`
		Request   string       `json:"request"`
		Answer    answerVector `json:"answer"`
		Tokens    []struct {
			Status  int             `json:"status"`
			Body    json.RawMessage `json:"body"`
			Seconds float64         `json:"seconds"`
		} `json:"tokens"`
		Steps []struct {
			Advance float64 `json:"advance"`
			Call    int     `json:"call"`
			Answers []int   `json:"answers"`
		} `json:"steps"`
		Expect struct {
			TokenRequests int      `json:"tokenRequests"`
			Bearers       []string `json:"bearers"`
			Outcomes      []any    `json:"outcomes"`
		} `json:"expect"`
	}
	requests := requestsByName(t)
	for _, vector := range readVectors[vector](t, "tokens.json") {
		t.Run(vector.Name, func(t *testing.T) {
			credentials := ClientCredentials{
				ID:       "vector-id",
				Secret:   NewSecret("vector-secret"),
				Resource: vector.Resource,
			}
			stage, client := newStage(t, nil, withCredentials(vector.Scheme, credentials))
			asked := 0
			var bearers []string
			stage.answer = func(request sentRequest) (answerVector, bool) {
				if request.URL.String() != vector.TokenURL {
					bearers = append(bearers, strings.TrimPrefix(request.Header.Get("Authorization"), "Bearer "))
					return vector.Answer, len(stage.answers) == 0
				}
				if string(request.body) != vector.TokenBody {
					t.Errorf("a token was asked for with %s", request.body)
				}
				token := vector.Tokens[asked]
				asked++
				stage.now = stage.now.Add(time.Duration(token.Seconds * float64(time.Second)))
				return answerVector{Status: token.Status, Body: vectorBody(token.Body)}, true
			}
			var outcomes []any
			for _, step := range vector.Steps {
				stage.now = stage.now.Add(time.Duration(step.Advance * float64(time.Second)))
				for _, status := range step.Answers {
					stage.answers = append(stage.answers, answerVector{Status: status})
				}
				results := make([]any, step.Call)
				var group sync.WaitGroup
				for index := range step.Call {
					group.Add(1)
					go func() {
						defer group.Done()
						_, err := call(t, client, requests[vector.Request])
						results[index] = tokenOutcome(err)
					}()
				}
				group.Wait()
				outcomes = append(outcomes, results...)
			}
			if asked != vector.Expect.TokenRequests {
				t.Errorf("a token was asked for %d times, not %d", asked, vector.Expect.TokenRequests)
			}
			if !slices.Equal(bearers, vector.Expect.Bearers) {
				t.Errorf("the tokens are %v, not %v", bearers, vector.Expect.Bearers)
			}
			if fmt.Sprint(outcomes) != fmt.Sprint(vector.Expect.Outcomes) {
				t.Errorf("the outcomes are %v, not %v", outcomes, vector.Expect.Outcomes)
			}
		})
	}
}

func tokenOutcome(err error) any {
	if failure, ok := errorAs[*APIError](err); ok {
		return failure.Status
	}
	if failure, ok := errorAs[*UnreadableError](err); ok {
		return failure.Raw.Status
	}
	if failure, ok := errorAs[*UndeclaredError](err); ok {
		return failure.Raw.Status
	}
	if err == nil {
		return "ok"
	}
	return outcomeOf(err)
}

func TestDeprecations(t *testing.T) {
	type vector struct {
		Name    string       `json:"name"`
		Request string       `json:"request"`
		Answer  answerVector `json:"answer"`
		Expect  *struct {
			Deprecated *time.Time `json:"deprecated"`
			Sunset     *time.Time `json:"sunset"`
			Links      []string   `json:"links"`
		} `json:"expect"`
	}
	requests := requestsByName(t)
	for _, vector := range readVectors[vector](t, "deprecations.json") {
		t.Run(vector.Name, func(t *testing.T) {
			var told []Deprecation
			observer := Observer{Deprecated: func(one Deprecation) { told = append(told, one) }}
			options := append(vectorCredentials(), WithObserver(observer))
			_, client := newStage(t, []answerVector{vector.Answer}, options...)
			_, _ = call(t, client, requests[vector.Request])
			if vector.Expect == nil {
				if len(told) > 0 {
					t.Errorf("the hook received %v", told)
				}
				return
			}
			if len(told) != 1 {
				t.Fatalf("the hook received %v", told)
			}
			checkTime(t, vector.Expect.Deprecated, told[0].DeprecatedAt)
			checkTime(t, vector.Expect.Sunset, told[0].SunsetAt)
			links := []string{}
			for _, link := range []string{told[0].DeprecationLink, told[0].SunsetLink} {
				if link != "" {
					links = append(links, link)
				}
			}
			if !slices.Equal(links, vector.Expect.Links) {
				t.Errorf("the links are %v, not %v", links, vector.Expect.Links)
			}
		})
	}
}

func checkTime(t *testing.T, expected *time.Time, actual func() (time.Time, bool)) {
	t.Helper()
	at, ok := actual()
	if ok != (expected != nil) || ok && !at.Equal(*expected) {
		t.Errorf("%v (%v), not %v", at, ok, expected)
	}
}

func TestEscapes(t *testing.T) {
	type vector struct {
		Name      string          `json:"name"`
		Request   string          `json:"request"`
		Parameter string          `json:"parameter"`
		Value     json.RawMessage `json:"value"`
		Expect    struct {
			URL *string `json:"url"`
		} `json:"expect"`
	}
	requests := requestsByName(t)
	for _, vector := range readVectors[vector](t, "escapes.json") {
		t.Run(vector.Name, func(t *testing.T) {
			stage, client := newStage(t, []answerVector{{Status: 599}}, vectorCredentials()...)
			request := requests[vector.Request]
			request.Parameters = maps.Clone(request.Parameters)
			request.Parameters[vector.Parameter] = vector.Value
			_, err := call(t, client, request)
			var urls []string
			if vector.Expect.URL != nil {
				urls = append(urls, *vector.Expect.URL)
			}
			if sent := stage.urls(); !slices.Equal(sent, urls) {
				t.Errorf("asked for %v, not %v", sent, urls)
			}
			if _, refused := errorAs[*RequestError](err); refused != (vector.Expect.URL == nil) {
				t.Error(err)
			}
		})
	}
}

func TestRedirects(t *testing.T) {
	type vector struct {
		Name    string       `json:"name"`
		Request string       `json:"request"`
		Answer  answerVector `json:"answer"`
		Secrets []string     `json:"secrets"`
		Expect  struct {
			URLs    []string `json:"urls"`
			Outcome string   `json:"outcome"`
		} `json:"expect"`
	}
	requests := requestsByName(t)
	for _, vector := range readVectors[vector](t, "redirects.json") {
		t.Run(vector.Name, func(t *testing.T) {
			stage, client := newStage(t, []answerVector{vector.Answer, vector.Answer}, vectorCredentials()...)
			_, err := call(t, client, requests[vector.Request])
			if outcome := outcomeOf(err); outcome != vector.Expect.Outcome {
				t.Errorf("the outcome is %s, not %s: %v", outcome, vector.Expect.Outcome, err)
			}
			if urls := stage.urls(); !slices.Equal(urls, vector.Expect.URLs) {
				t.Errorf("asked for %v, not %v", urls, vector.Expect.URLs)
			}
			for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x"} {
				shown := fmt.Sprintf(verb+verb+verb, err, client, *client)
				for _, secret := range vector.Secrets {
					if strings.Contains(shown, secret) || strings.Contains(shown, fmt.Sprintf("%x", secret)) {
						t.Errorf("%s shows %s", verb, shown)
					}
				}
			}
		})
	}
}
