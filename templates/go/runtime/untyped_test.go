package sdk

import (
	"context"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"
)

func TestUntyped(t *testing.T) {
	type vector struct {
		Name     string       `json:"name"`
		Policy   policyVector `json:"policy"`
		Defaults additions    `json:"defaults"`
		Call     struct {
			Method  string            `json:"method"`
			Path    string            `json:"path"`
			Query   map[string]string `json:"query"`
			Headers map[string]string `json:"headers"`
			Body    *struct {
				MediaType string          `json:"mediaType"`
				Value     json.RawMessage `json:"value"`
			} `json:"body"`
		} `json:"call"`
		Answers []answerVector `json:"answers"`
		Expect  struct {
			Requests []expectedRequest `json:"requests"`
			Waits    []float64         `json:"waits"`
			Outcome  string            `json:"outcome"`
			Message  string            `json:"message"`
			Response *answerVector     `json:"response"`
		} `json:"expect"`
	}
	for _, vector := range readVectors[vector](t, "untyped.json") {
		t.Run(vector.Name, func(t *testing.T) {
			policy := vector.Policy.policy()
			defaults := optionsVector{Headers: vector.Defaults.Headers, Query: vector.Defaults.Query}
			options := append(vectorCredentials(), WithRetry(policy))
			stage, client := newStage(t, vector.Answers, append(options, defaults.ofClient(policy)...)...)
			var body *RawBody
			if given := vector.Call.Body; given != nil {
				body = untypedBody(t, given.MediaType, given.Value)
			}
			added := optionsVector{Headers: vector.Call.Headers, Query: vector.Call.Query}.ofCall(policy)
			raw, err := client.Request(context.Background(), vector.Call.Method, vector.Call.Path, body, added...)
			if outcome := refusedOf(err); outcome != vector.Expect.Outcome {
				t.Errorf("the outcome is %s, not %s: %v", outcome, vector.Expect.Outcome, err)
			}
			isLocated(t, err, requestVector{Operation: "request"})
			if vector.Expect.Message != "" && (err == nil || err.Error() != vector.Expect.Message) {
				t.Errorf("the message is\n%v, not\n%s", err, vector.Expect.Message)
			}
			stage.check(t, vector.Expect.Requests)
			for index, sent := range stage.sent {
				sent.Header.Del("User-Agent")
				if len(sent.Header) != len(vector.Expect.Requests[index].Headers) {
					t.Errorf("the header fields are %v", sent.Header)
				}
				if vector.Expect.Requests[index].Body == nil && len(sent.body) > 0 {
					t.Errorf("the body is %q", sent.body)
				}
			}
			if !slices.Equal(stage.waits, vector.Expect.Waits) {
				t.Errorf("the waits are %v, not %v", stage.waits, vector.Expect.Waits)
			}
			expect := vector.Expect.Response
			if (expect == nil) != (raw == nil) {
				t.Fatalf("the response is %v", raw)
			}
			if expect == nil {
				return
			}
			if raw.Status != expect.Status || string(raw.Body) != string(expect.Body) {
				t.Errorf("the response is %v: %q", raw, raw.Body)
			}
			for name, value := range expect.Headers {
				if raw.Header.Get(name) != value {
					t.Errorf("%s is %q, not %q", name, raw.Header.Get(name), value)
				}
			}
		})
	}
}

func untypedBody(t *testing.T, mediaType string, value json.RawMessage) *RawBody {
	t.Helper()
	if isJSON(mediaType) {
		body := JSONBody(value)
		body.MediaType = mediaType
		return body
	}
	var content vectorBody
	if err := json.Unmarshal(value, &content); err != nil {
		t.Fatal(err)
	}
	return &RawBody{MediaType: mediaType, Content: content}
}

func TestUntypedValuesCanBeModels(t *testing.T) {
	one := thing{Name: "a<b"}
	body := JSONBody(one)
	raw := &RawResponse{Body: body.Content}
	var same thing
	if err := raw.JSON(&same); err != nil || !reflect.DeepEqual(same.Name, one.Name) {
		t.Errorf("%v (%v)", same, err)
	}
	if !strings.Contains(raw.Text(), "a<b") || (&RawResponse{Body: []byte("a\xff")}).Text() != "a\uFFFD" {
		t.Error(raw.Text())
	}
	if body := JSONBody(make(chan int)); body.err == nil {
		t.Error("a channel is JSON")
	}
}
